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
		var event int
		if round[x.sender].station == i {
			if own < 0 {
				own = w.addEvents(nil, &medium.Event{Kind: medium.CarrierOn})
			}
			event = own
		} else {
			began := &w.edges.began[x.sender]
			if *began == 0 {
				f := frameOf(x.sender)
				*began = int32(w.addEvents(&medium.Event{Kind: medium.RxStart, From: f.Source, Frame: *f}, &medium.Event{Kind: medium.CarrierOn})) + 1
			}
			event = int(*began) - 1
		}
		if event >= 0 {
			w.addKey(x.at, carrying, i, event)
		}
	}

	p := &n.stations[0].rules.Params
	own = -1
	sender, octets, event := int32(-1), int32(0), 0 // of the last event
	for t, i := range w.taps {
		x := w.edges.first[t]
		fall := ends.at(n, i)
		if round[x.sender].station == i {
			if own < 0 {
				own = w.addEvents(nil, &medium.Event{Kind: medium.CarrierOff})
			}
			if own >= 0 {
				w.addKey(fall, carrying, i, own)
			}
			continue
		}
		f := frameOf(x.sender)
		e := rxEnd(p, f, fall-x.at-p.Header, frame == nil)
		if x.sender != sender || e.Octets != octets {
			sender, octets = x.sender, e.Octets
			event = w.addEvents(&e, &medium.Event{Kind: medium.CarrierOff})
		}
		if event >= 0 {
			w.addKey(fall, carrying, i, event)
		}
	}
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

// addEvents adds up to two events that are shown one right after the other, without a key. It
// returns the index of the first that is wanted, or a negative number.
func (w *watchers) addEvents(a, b *medium.Event) int {
	at := len(w.events)
	if a != nil && w.kinds.Has(a.Kind) {
		w.events = append(w.events, told{Event: *a})
	}
	if w.kinds.Has(b.Kind) {
		w.events = append(w.events, told{Event: *b})
	}
	switch len(w.events) - at {
	case 0:
		return -1
	case 2:
		w.events[at].more = true
	}
	return at
}
