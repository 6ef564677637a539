package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Observers see the same events from contention rounds as from instants. What an attempt draws and
// what becomes of a frame is shown where it is computed. This file adds what is known of a round as
// a whole. A round is computed before all that happened before it is known, so that
// events wait in [untold] until the next round begins: no later event is earlier than its first
// transmission.

// ofStarts and ofStreams are the kinds of events that contention rounds and streams add.
var (
	ofStarts  = medium.Of(medium.TxStart, medium.Collision, medium.JamStart)
	ofStreams = medium.Of(medium.Queued, medium.Defer, medium.TxStart, medium.TxEnd, medium.Sent) | atTaps
)

// watchStarts shows the beginnings of the next contention round's transmissions, and their
// collisions. The transmissions are in the order of clash.
func (n *Network) watchStarts(alone bool) {
	v, w := &n.rounds, &n.watch
	var met meetings
	if !alone {
		met.init(n, v.next)
	}
	for k := range v.next {
		s := &v.next[k]
		i := s.station
		st := &n.stations[i]
		e := medium.Event{Kind: medium.TxStart, Station: i, Frame: n.queue.head(st).frame, Attempt: st.collisions + 1}
		if w.kinds.Has(medium.TxStart) {
			w.add(s.start, starting, &e)
		}
		if alone {
			return
		}
		at := met.of(n, v.next, k)
		if e.Kind = medium.Collision; w.kinds.Has(medium.Collision) {
			w.add(at, detecting, &e)
		}
		if e.Kind = medium.JamStart; w.kinds.Has(medium.JamStart) {
			jam, _ := st.rules.JamAfter(s.start, at)
			w.add(jam, detecting, &e)
		}
	}
}

// meetings tells when the transmissions of a contention round meet the first foreign signal: on a
// cable that of a neighbour, in a star the first or, for the first one, the second.
type meetings struct{ first, second phy.Time }

func (m *meetings) init(n *Network, round []transmission) {
	if n.star {
		m.first, m.second = firstTwo(round)
	}
}

func (m *meetings) of(n *Network, round []transmission, k int) phy.Time {
	s := &round[k]
	if n.star {
		if s.start == m.first {
			return m.second + n.delay
		}
		return m.first + n.delay
	}
	at := phy.Forever
	if k > 0 {
		at = round[k-1].start + n.distance(round[k-1].station, s.station)
	}
	if k+1 < len(round) {
		at = min(at, round[k+1].start+n.distance(round[k+1].station, s.station))
	}
	return at
}

// endEvent returns the event of the end of a station's transmission.
func (n *Network) endEvent(i int32, ok bool) medium.Event {
	st := &n.stations[i]
	return medium.Event{Kind: medium.TxEnd, Station: i, Frame: n.queue.head(st).frame, Attempt: st.collisions + 1, OK: ok}
}

// watchWait shows that a station waits for the end of a gap, from the instant on at which it became
// ready, unless that has been shown.
func (n *Network) watchWait(st *station, i int32, free phy.Time) {
	if st.ready < free && !st.deferring && n.watch.kinds.Has(medium.Defer) {
		st.deferring = true
		e := n.waitEvent(i)
		n.watch.add(st.ready, detecting, &e)
	}
}

// watchStream shows that the next frame of a stream is queued at the end of the one before and,
// unless the stream ends, that it waits for the gap and is sent. sure reports whether nothing else
// happens before it is.
func (n *Network) watchStream(f *medium.Frame, queued, end phy.Time, p *mac.Params, last, sure bool) {
	w := &n.watch
	e := &w.event
	*e = medium.Event{Kind: medium.Queued, Station: f.Source, Frame: *f}
	none := len(w.taps) == 0
	w.next(queued, settling, e, !last && none)
	if last {
		return
	}
	e.Attempt = 1
	e.Kind = medium.Defer
	w.next(queued, detecting, e, none)
	if len(w.keys) > 0 {
		w.showBefore(queued + p.Gap)
	}
	e.Kind = medium.TxStart
	w.next(queued+p.Gap, starting, e, none)
	if !none {
		w.alone[0] = transmission{f.Source, queued + p.Gap, end}
		n.watchTaps(w.alone[:], f)
	}
	e.Kind, e.OK = medium.TxEnd, true
	w.next(end, settling, e, sure && none)
	e.Kind, e.OK = medium.Sent, false
	w.next(end, settling, e, sure && none)
}

// next shows an event if all before it are known and have been shown. Otherwise it adds it to those
// that wait.
func (w *watchers) next(at phy.Time, p phase, e *medium.Event, known bool) {
	switch {
	case !w.kinds.Has(e.Kind):
	case known && len(w.keys) == 0:
		e.At = at
		w.tell(e)
	default:
		w.add(at, p, e)
	}
}
