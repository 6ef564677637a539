package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// looks is for contention rounds of stations that do not simply start when a gap ends: those that wait for
// a gap of their own after a backoff, start on a grid or with a probability, or draw a backoff when they
// find the medium busy. Each station that is ready looks at the medium at certain instants. In the order of
// these instants it either hears the round that has begun, or starts, or looks again later.
type looks struct {
	next    []phy.Time // by station: it does not look before
	coming  []look     // a heap, once one has been taken
	soonest phy.Time   // of those coming, before that
	heap    bool
	heard   []int32 // the stations that look again after the round that is being made
	drawn   []drawnLook
}

// look is the next look of a station.
type look struct {
	at      phy.Time
	station int32
}

// drawnLook is what a station was before it drew whether it starts.
type drawnLook struct {
	station int32
	rng     backoff.Rand
	next    phy.Time
}

// mostLooks is the number of draws in a row after which the instants take over, which can be interrupted.
const mostLooks = 1 << 16

// without returns the rules of stations without those in which stations of contention rounds may differ. It
// takes note of those for which stations look, and leaves those in that contention rounds do not know.
func (v *rounds) without(n *Network, p mac.Params) mac.Params {
	if v.looks == nil && (p.GapAfterBackoff || single(&p)) {
		v.looks = &looks{soonest: phy.Forever}
	}
	p.Jam, p.GapPart1, p.SlotTime, p.LateWindow, p.BackoffDelay, p.MaxDefer = 0, 0, 0, 0, 0, 0
	p.AttemptLimit, p.BackoffLimit, p.LateDiscard, p.CutHeader = 0, 0, false, false
	p.NoBlindStart = false // no station hears another within the gap
	if p.BlindAfter || p.NonPersistent && (p.GapAfterBackoff || p.Align > 0 || p.Persist > 0 || n.memories != nil) {
		return p
	}
	p.GapAfterBackoff, p.GapLead, p.Align, p.Persist, p.PersistSlot, p.NonPersistent = false, 0, 0, 0, 0, false
	return p
}

// single reports whether a station that sends frame after frame does not start each a gap after the one
// before.
func single(p *mac.Params) bool { return p.Align > 0 || p.Persist > 0 || p.NonPersistent }

// of returns the instant at which a station that is ready looks, after the last round.
func (l *looks) of(n *Network, i int32) phy.Time {
	st := &n.stations[i]
	p := &st.rules.Params
	at := max(st.ready, l.next[i])
	switch {
	case p.NonPersistent:
		return at // whether the gap is over or not
	case st.fresh:
		at = max(at, max(p.FreshFrom(st.ready), n.air.ends.at(n, i))+p.Gap)
	default:
		at = max(at, n.free(i))
	}
	if p.Align > 0 {
		at = (at + p.Align - 1) / p.Align * p.Align
	}
	return at
}

// released takes note that a station's release has come.
func (l *looks) released(e *agenda.Entry) {
	if l != nil {
		l.next[e.Station()] = e.At
	}
}

// enter adds the stations that have become ready. Those that look when the gap ends need no order: no
// station can hear another by then.
func (l *looks) enter(n *Network) {
	for _, i := range n.ready {
		st := &n.stations[i]
		p := &st.rules.Params
		x := look{l.of(n, i), i}
		n.watchWait(st, i, x.at)
		switch free := n.free(i); {
		case x.at < free:
			l.senseLater(n, x)
		case x.at == free && p.Persist > 0:
			l.draw(n, x)
		default:
			l.push(x)
		}
	}
	n.ready = n.ready[:0]
}

// contend makes the next contention round of the stations that are ready.
func (l *looks) contend(n *Network, until phy.Time) prospect {
	v := &n.rounds
	v.next, v.first, l.drawn = v.next[:0], phy.Forever, l.drawn[:0]
	silent := min(n.air.ends.last+n.stations[0].rules.Gap, until) - 1 // no station starts by then
	for {
		for l.enter(n); n.agenda.Next() <= silent; l.enter(n) {
			if !n.settleUntil(silent) {
				l.leave(n, true)
				return nobody
			}
		}
		if len(l.coming) == 0 && len(v.next) == 0 {
			l.leave(n, false)
			return again
		}
		next, last := l.first(), v.first+n.span
		if min(next, v.first) >= until-v.crash {
			l.leave(n, true)
			return notYet
		}
		job := n.agenda.Next()
		switch {
		case len(l.drawn) > mostLooks:
			v.stuck = true
			l.leave(n, true)
			return nobody
		case job <= min(next, last):
			if !n.settleUntil(job) {
				l.leave(n, true)
				return nobody
			}
		case next > last:
			if len(n.watch.keys) > 0 {
				n.watch.showBefore(v.first) // nothing more can happen before
			}
			if len(v.next) == 1 {
				s := &v.next[0]
				st := &n.stations[s.station]
				if s.end = s.start + st.rules.Duration(int(n.queue.head(st).frame.Size)); s.end >= until-n.span {
					l.leave(n, true)
					return notYet
				}
			}
			l.leave(n, false)
			return now
		default:
			l.take(n, l.pop())
		}
	}
}

// take processes a look.
func (l *looks) take(n *Network, x look) {
	v, i := &n.rounds, x.station
	st := &n.stations[i]
	p := &st.rules.Params
	s := transmission{station: i, start: x.at}
	busy := n.hears(v.next, &s)
	switch {
	case busy && p.NonPersistent:
		l.senseLater(n, x)
	case busy:
		n.watchWait(st, i, phy.Forever)
		l.heard = append(l.heard, i)
	case p.Persist > 0:
		l.draw(n, x)
	default:
		l.start(n, x)
	}
}

// draw decides whether a station starts that may.
func (l *looks) draw(n *Network, x look) {
	i := x.station
	st := &n.stations[i]
	p := &st.rules.Params
	l.drawn = append(l.drawn, drawnLook{i, st.rng, l.next[i]})
	if st.rng.Uint64() < p.Persist {
		l.start(n, x)
		return
	}
	n.watchWait(st, i, phy.Forever)
	l.next[i] = x.at + p.PersistSlot
	l.push(look{l.of(n, i), i})
}

// start makes a station part of the round.
func (l *looks) start(n *Network, x look) {
	v := &n.rounds
	v.next = append(v.next, transmission{station: x.station, start: x.at})
	v.first = min(v.first, x.at)
}

// senseLater is [Network.senseLater] at a look.
func (l *looks) senseLater(n *Network, x look) {
	st := &n.stations[x.station]
	n.now = x.at
	n.senseLater(x.station)
	if !st.deferring && n.watch.kinds.Has(medium.Defer) {
		st.deferring = true
		n.watch.add(x.at, detecting, medium.Defer, x.station, &n.queue.head(st).frame, st.collisions+1)
	}
}

// leave makes the stations ready that look again. With undo it is as if no round had been made.
func (l *looks) leave(n *Network, undo bool) {
	n.ready = append(n.ready, l.heard...)
	for k := range l.coming {
		n.ready = append(n.ready, l.coming[k].station)
	}
	l.heard, l.coming, l.heap, l.soonest = l.heard[:0], l.coming[:0], false, phy.Forever
	if undo {
		for k := range n.rounds.next {
			n.ready = append(n.ready, n.rounds.next[k].station)
		}
		l.undo(n)
	}
}

// undo takes the draws back.
func (l *looks) undo(n *Network) {
	if l == nil {
		return
	}
	for k := len(l.drawn) - 1; k >= 0; k-- {
		d := &l.drawn[k]
		n.stations[d.station].rng, l.next[d.station] = d.rng, d.next
	}
	l.drawn = l.drawn[:0]
}

// first returns the instant of the next look.
func (l *looks) first() phy.Time {
	switch {
	case !l.heap:
		return l.soonest
	case len(l.coming) == 0:
		return phy.Forever
	}
	return l.coming[0].at
}

func (l *looks) push(x look) {
	l.coming = append(l.coming, x)
	if l.heap {
		l.up(len(l.coming) - 1)
	} else {
		l.soonest = min(l.soonest, x.at)
	}
}

// pop takes the next look. In many rounds none is taken.
func (l *looks) pop() look {
	if !l.heap {
		l.heap = true
		for k := range l.coming {
			l.up(k)
		}
	}
	top, last := l.coming[0], len(l.coming)-1
	x := l.coming[last]
	l.coming = l.coming[:last]
	h := l.coming
	k := 0
	for child := 1; child < last; child = 2*k + 1 {
		if child+1 < last && h[child+1].before(&h[child]) {
			child++
		}
		if !h[child].before(&x) {
			break
		}
		h[k] = h[child]
		k = child
	}
	if last > 0 {
		h[k] = x
	}
	return top
}

// up brings an entry to its place in the heap of those before it.
func (l *looks) up(k int) {
	h, x := l.coming, l.coming[k]
	for ; k > 0 && x.before(&h[(k-1)/2]); k = (k - 1) / 2 {
		h[k] = h[(k-1)/2]
	}
	h[k] = x
}

func (x *look) before(y *look) bool { return x.at < y.at || x.at == y.at && x.station < y.station }
