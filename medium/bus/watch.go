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
	ofStarts  = medium.Of(medium.TxStart, medium.Collision, medium.JamStart, medium.TxEnd)
	ofStreams = medium.Of(medium.Queued, medium.Defer, medium.TxStart, medium.TxEnd, medium.Sent) | atTaps
)

// watchRound shows what is known of the next contention round before its transmissions end. The start of
// a transmission alone is shown by [Network.sendAlone].
func (n *Network) watchRound(alone bool) {
	v, w := &n.rounds, &n.watch
	switch {
	case extended && !alone && w.crash != nil && n.watchAtOnce():
	case alone || w.kinds&ofStarts == 0:
	case extended && !n.detects:
		n.watchOver()
	default:
		n.watchClash()
	}
	switch {
	case len(w.taps) == 0:
	case alone:
		n.watchTaps(v.next, &n.queue.head(&n.stations[v.next[0].station]).frame)
	default:
		n.watchTaps(v.next, nil)
	}
}

// watchAlone shows a transmission without a collision, of a station that has more to send. It returns false if
// something else may happen before its end: then nothing has been shown.
func (n *Network) watchAlone(s *transmission, f *medium.Frame, attempt uint8) bool {
	w := &n.watch
	if len(w.keys) > 0 || len(w.taps) > 0 || n.rounds.looks != nil || !n.quietUntil(s.end) {
		return false
	}
	w.event.Station, w.event.Frame, w.event.Attempt = f.Source, *f, attempt
	w.tellSent(s.start, s.end)
	return true
}

// watchClash shows the attempts of the next contention round, which is in the order of clash. If a
// frame may arrive at a station before or after its transmission ends, the end is shown there.
func (n *Network) watchClash() {
	v, w := &n.rounds, &n.watch
	first := len(w.events)
	for k := range v.next {
		st := &n.stations[v.next[k].station]
		e := w.addEvent()
		e.Frame, e.Attempt = n.queue.head(st).frame, st.collisions+1
	}
	round, keys := v.next, w.keys
	if w.kinds.Has(medium.TxStart) {
		for k := range round {
			keys = append(keys, keyOf(round[k].start, starting, medium.TxStart, round[k].station, first+k))
		}
	}
	switch {
	case !w.kinds.Has(medium.Collision):
	case extended && v.deciding != nil:
		keys = v.deciding.watchMet(round, keys, first)
	default:
		var met meetings
		met.init(n, round)
		for k := range round {
			keys = append(keys, keyOf(met.of(n, round, k), detecting, medium.Collision, round[k].station, first+k))
		}
	}
	if w.kinds.Has(medium.JamStart) {
		for k := range round {
			jam := round[k].end - n.stations[round[k].station].rules.Jam
			keys = append(keys, keyOf(jam, detecting, medium.JamStart, round[k].station, first+k))
		}
	}
	if w.kinds.Has(medium.TxEnd) && !v.open {
		for k := range round {
			keys = append(keys, keyOf(round[k].end, settling, medium.TxEnd, round[k].station, first+k))
		}
	}
	w.keys = keys
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

// watchWait shows that a station waits for the end of a gap, from the instant on at which it became
// ready, unless that has been shown.
func (n *Network) watchWait(st *station, i int32, free phy.Time) {
	if st.ready < free && !st.deferring && n.watch.kinds.Has(medium.Defer) {
		st.deferring = true
		n.watch.add(st.ready, detecting, medium.Defer, i, &n.queue.head(st).frame, st.collisions+1)
	}
}

// watchStream shows that the next frame of a stream is queued at the end of the one before and,
// unless the stream ends, that it waits for the gap and is sent. sure reports whether nothing
// else happens before it is sent, alone whether nothing else happens before it is queued.
func (n *Network) watchStream(f *medium.Frame, queued, end phy.Time, p *mac.Params, last, alone, sure bool) {
	w := &n.watch
	at, none := queued+p.Gap, len(w.taps) == 0
	if last {
		w.event.Station, w.event.Frame = f.Source, *f
		w.next(queued, settling, medium.Queued, f, 0, none && alone)
		return
	}
	w.event.Station, w.event.Frame = f.Source, *f
	w.next(queued, settling, medium.Queued, f, 0, none)
	w.next(queued, detecting, medium.Defer, f, 1, none)
	if len(w.keys) > 0 {
		w.showBefore(at)
	}
	w.next(at, starting, medium.TxStart, f, 1, none)
	if !none {
		w.alone[0] = transmission{f.Source, at, end}
		n.watchTaps(w.alone[:], f)
	}
	w.next(end, settling, medium.TxEnd, f, 1, sure && none)
	w.next(end, settling, medium.Sent, f, 1, sure && none)
}

// pass shows the events of a frame of a stream instead, before which all has been shown and during which nothing
// else happens.
func (w *watchers) pass(f *medium.Frame, queued, start, end phy.Time) {
	e := &w.event
	e.Station, e.Frame = f.Source, *f
	e.At, e.Attempt, e.OK = queued, 0, false
	if w.kinds.Has(medium.Queued) {
		e.Kind = medium.Queued
		w.tell(e)
	}
	if w.kinds.Has(medium.Defer) {
		e.Kind, e.Attempt = medium.Defer, 1
		w.tell(e)
	}
	e.Attempt = 1
	w.tellSent(start, end)
}

// tellSent shows the transmission of the frame in w.event.
func (w *watchers) tellSent(start, end phy.Time) {
	e := &w.event
	if w.kinds.Has(medium.TxStart) {
		e.At, e.Kind, e.OK = start, medium.TxStart, false
		w.tell(e)
	}
	e.At = end
	if w.kinds.Has(medium.TxEnd) {
		e.Kind, e.OK = medium.TxEnd, true
		w.tell(e)
	}
	if w.kinds.Has(medium.Sent) {
		e.Kind, e.OK = medium.Sent, false
		w.tell(e)
	}
}

// next shows an event of a stream, if all before it are known and have been shown; its station and
// frame are in w.event. Otherwise it adds it to those that wait.
func (w *watchers) next(at phy.Time, p phase, k medium.Kind, f *medium.Frame, attempt uint8, known bool) {
	switch {
	case !w.kinds.Has(k):
	case known && len(w.keys) == 0:
		e := &w.event
		e.At, e.Kind, e.Attempt, e.OK = at, k, attempt, k == medium.TxEnd
		w.tell(e)
	default:
		w.add(at, p, k, f.Source, f, attempt).OK = k == medium.TxEnd
	}
}
