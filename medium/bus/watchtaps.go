package bus

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Every tap hears a contention round as one reception: from the first leading edge to arrive there
// to the last trailing one. Which these are follows from the places of the senders, so that the
// events of listeners are made in one pass along the cable. Few of them differ in more than the
// instant and the station, so that most are only keys of events.

// tapWatch is the scratch of [Network.watchTaps].
type tapWatch struct {
	right []edge  // by sender: the first edge from it and those after it, in time plus the place
	first []edge  // by tap: the first edge
	began []int32 // by sender: the index of the event of a reception that begins with its signal, + 1
}

// edge is the leading edge of a signal of a contention round.
type edge struct {
	at     phy.Time
	sender int32 // index in the contention round
}

// before reports whether an edge comes before another at one tap: of those that come together, the
// one of the station with the lower number.
func (a edge) before(b edge, round []transmission) bool {
	return a.at < b.at || a.at == b.at && round[a.sender].station < round[b.sender].station
}

// watchTaps shows what taps hear of a contention round, which is in the order of clash. The frame
// is that of a transmission alone; for a collision it is nil.
func (n *Network) watchTaps(round []transmission, frame *medium.Frame) {
	w := &n.watch
	if n.star {
		slices.SortFunc(round, func(a, b transmission) int { return cmp.Compare(a.station, b.station) })
	}
	ends := noEnds
	for k := range round {
		s := &round[k]
		ends.join(s.end, n.stations[s.station].pos, s.station)
	}
	n.firstEdges(round)
	frameOf := func(k int32) *medium.Frame {
		if frame != nil {
			return frame
		}
		return &n.queue.head(&n.stations[round[k].station]).frame
	}

	own := -1 // the event of carrier at a sender's own tap
	w.edges.began = slices.Grow(w.edges.began[:0], len(round))[:len(round)]
	clear(w.edges.began)
	for t, i := range w.taps {
		x := w.edges.first[t]
		if round[x.sender].station == i {
			if own < 0 {
				_, own = w.addPair(0, medium.CarrierOn)
			}
			w.addTap(x.at, i, own)
			continue
		}
		began := &w.edges.began[x.sender]
		if *began == 0 {
			e, at := w.addPair(medium.RxStart, medium.CarrierOn)
			e.Frame = *frameOf(x.sender)
			e.From = e.Frame.Source
			*began = int32(at) + 1
		}
		w.addTap(x.at, i, int(*began)-1)
	}

	p := &n.stations[0].rules.Params
	own = -1
	sender, octets, event := int32(-1), 0, 0 // of the last event
	for t, i := range w.taps {
		x := w.edges.first[t]
		fall := ends.at(n, i)
		if round[x.sender].station == i {
			if own < 0 {
				_, own = w.addPair(0, medium.CarrierOff)
			}
			w.addTap(fall, i, own)
			continue
		}
		judged, whole := p.Receive(fall-x.at-p.Header, frame == nil)
		if x.sender != sender || whole != octets {
			var e *medium.Event
			e, event = w.addPair(medium.RxEnd, medium.CarrierOff)
			e.Frame = *frameOf(x.sender)
			e.From = e.Frame.Source
			judge(e, judged, whole)
			sender, octets = x.sender, whole
		}
		w.addTap(fall, i, event)
	}
}

// addTap adds a key for a tap, if the event is wanted.
func (w *watchers) addTap(at phy.Time, i int32, event int) {
	if event != unwanted {
		w.addKey(at, carrying, w.events[event].Kind, i, event)
	}
}

// unwanted is the index of an event that nobody wants.
const unwanted = 1<<31 - 2

// addPair adds a change of carrier, and before it the beginning or end of a reception if there is
// one, to be shown one right after the other. It returns the reception's event, to be filled in, and
// the index of the first of the two that is wanted.
func (w *watchers) addPair(reception, carrier medium.Kind) (e *medium.Event, at int) {
	at = unwanted
	e = &w.unwanted
	if reception > 0 && w.kinds.Has(reception) {
		at = len(w.events)
		w.addEvent().Kind = reception
	}
	if w.kinds.Has(carrier) {
		if at == unwanted {
			at = len(w.events)
		} else {
			w.events[at].more = true
		}
		w.addEvent().Kind = carrier
	}
	if at != unwanted && w.events[at].Kind == reception {
		e = &w.events[at].Event
	}
	return e, at
}

// firstEdges works out which edge is the first at each tap, its own before others.
func (n *Network) firstEdges(round []transmission) {
	w := &n.watch
	w.edges.first = w.edges.first[:0]
	if n.star {
		first := edge{phy.Forever, 0}
		for k := range round {
			if x := (edge{round[k].start + n.delay, int32(k)}); x.before(first, round) {
				first = x
			}
		}
		k := 0
		for _, i := range w.taps {
			for k < len(round) && round[k].station < i {
				k++
			}
			x := first
			if k < len(round) && round[k].station == i {
				x = edge{round[k].start, int32(k)}
			}
			w.edges.first = append(w.edges.first, x)
		}
		return
	}
	w.edges.right = slices.Grow(w.edges.right[:0], len(round)+1)[:len(round)+1]
	w.edges.right[len(round)] = edge{at: phy.Forever}
	for k := len(round) - 1; k >= 0; k-- {
		x := edge{round[k].start + n.stations[round[k].station].pos, int32(k)}
		if y := w.edges.right[k+1]; y.before(x, round) {
			x = y
		}
		w.edges.right[k] = x
	}
	left, k := edge{at: phy.Forever}, 0 // the first edge of the senders before k, in time minus the place
	for _, i := range w.taps {
		pos, rank := n.stations[i].pos, n.rounds.rank.of(i)
		for ; k < len(round) && n.rounds.rank.of(round[k].station) < rank; k++ {
			if x := (edge{round[k].start - n.stations[round[k].station].pos, int32(k)}); x.before(left, round) {
				left = x
			}
		}
		x, y := left, w.edges.right[k]
		x.at, y.at = x.at+pos, y.at-pos
		if y.before(x, round) {
			x = y
		}
		if k < len(round) && round[k].station == i {
			x = edge{round[k].start, int32(k)}
		}
		w.edges.first = append(w.edges.first, x)
	}
}
