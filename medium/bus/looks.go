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
// find the medium busy. Each station that is ready looks at the medium at certain instants: it hears the
// round that has begun, or starts, or looks again later. A station draws from a stream of its own, so that it
// is planned by itself when it would start if it heard nothing; the earliest of these instants begin the round,
// and only the draws up to the instant at which a station hears it are made.
type looks struct {
	next    []phy.Time // by station: it does not look before
	planned []look     // of the stations that are ready
	draws   int        // number of draws for them
	drawn   []drawnLook
	many    bool // the round is of many stations, whose places are marked
}

// look is the next look of a station.
type look struct {
	at      phy.Time
	start   phy.Time // when it starts if it hears nothing before; Forever: later than the round
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
	v.decidesEarly(n, &p, n.stations[0].rules.Gap)
	if v.looks == nil && (p.GapAfterBackoff || single(&p)) {
		v.looks = new(looks)
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

// of returns the instant at which a station that is ready looks, after the last round, whose gap at its tap
// ends at free.
func (l *looks) of(n *Network, i int32, free phy.Time) phy.Time {
	st := &n.stations[i]
	p := &st.rules.Params
	at := max(st.ready, l.next[i])
	switch {
	case p.NonPersistent:
		return at // whether the gap is over or not
	case st.fresh:
		at = max(at, free, p.FreshFrom(st.ready)+p.Gap)
	default:
		at = max(at, free)
	}
	return st.rules.onGrid(at)
}

// onGrid returns the first instant, not before at, at which a station may start by its grid.
func (r *rules) onGrid(at phy.Time) phy.Time {
	if r.Align > 0 {
		at = (at + r.Align - 1) / r.Align * r.Align
	}
	return at
}

// released takes note that a station's release has come.
func (l *looks) released(e *agenda.Entry) {
	if l != nil {
		l.next[e.Station()] = e.At
	}
}

// contend makes the next contention round of the stations that are ready.
func (l *looks) contend(n *Network, until phy.Time) prospect {
	v := &n.rounds
	v.next, v.late, v.first = v.next[:0], v.late[:0], phy.Forever
	l.drawn, l.draws = l.drawn[:0], 0
	limit := until - v.crash
	silent := min(n.air.ends.last+n.stations[0].rules.Gap, until) - 1 // no station starts by then
	if !n.settleUntil(silent) {
		return nobody
	}
	l.plan(n, silent, limit)
	for job := n.agenda.Next(); len(l.planned)+len(v.next) > 0 && job <= min(v.first, limit-1)+n.span && l.draws <= mostLooks; job = n.agenda.Next() {
		if !n.settleUntil(job) {
			l.leave(n)
			return nobody
		}
		l.plan(n, silent, limit)
	}
	switch {
	case len(l.planned)+len(v.next) == 0:
		return again
	case l.draws > mostLooks:
		v.stuck = true
		l.leave(n)
		return nobody
	case v.first >= limit:
		l.leave(n)
		return notYet
	}
	soon := l.start(n)
	if len(v.next) == 1 {
		s := &v.next[0]
		st := &n.stations[s.station]
		if s.end = s.start + st.rules.Duration(int(n.queue.head(st).frame.Size)); s.end >= until-n.span {
			l.leave(n)
			return notYet
		}
	}
	l.settle(n, soon)
	if len(n.watch.keys) > 0 {
		n.watch.showBefore(v.first) // nothing more can happen before
	}
	return now
}

// plan determines when the stations that have become ready would start. It visits them in any order: what
// is known of the round so far bounds how far ahead it draws.
func (l *looks) plan(n *Network, silent, limit phy.Time) {
	v := &n.rounds
	for _, i := range n.ready {
		st := &n.stations[i]
		r := st.rules
		free := n.free(i)
		at := l.of(n, i, free)
		n.watchWait(st, i, at)
		if at < free {
			l.senseLater(n, i, at, max(at, min(silent, free-1)))
			continue
		}
		x := look{at, at, i}
		if at == free && (r.Persist == 0 || l.drawNow(n, &x)) {
			v.next = append(v.next, transmission{station: i, start: at}) // it cannot hear another by then
			v.first = min(v.first, at)
			continue
		}
		if r.Persist > 0 {
			x.start = l.firstDrawn(r, st.rng, x.at, min(v.first, limit-1)+n.span)
		}
		v.first = min(v.first, x.start)
		l.planned = append(l.planned, x)
	}
	n.ready = n.ready[:0]
}

// drawNow reports whether a station starts when the gap ends. If it does not, x is its next look.
func (l *looks) drawNow(n *Network, x *look) bool {
	st := &n.stations[x.station]
	l.drawn = append(l.drawn, drawnLook{x.station, st.rng, l.next[x.station]})
	l.draws++
	if st.rng.Uint64() < st.rules.Persist {
		return true
	}
	n.watchWait(st, x.station, phy.Forever)
	x.at = st.rules.onGrid(x.at + st.rules.PersistSlot)
	l.next[x.station] = x.at
	return false
}

// firstDrawn returns the first instant at which a station starts by its draws, not after last.
func (l *looks) firstDrawn(r *rules, rng backoff.Rand, at, last phy.Time) phy.Time {
	for ; at <= last && l.draws <= mostLooks; at = r.onGrid(at + r.PersistSlot) {
		l.draws++
		if rng.Uint64() < r.Persist {
			return at
		}
	}
	return phy.Forever
}

// start makes the round of the stations that start before they hear another. The number of those that start
// when the gap ends is soon, and v.late are those that would have started.
func (l *looks) start(n *Network) (soon int) {
	v := &n.rounds
	last, planned := v.first+n.span, l.planned
	l.planned = planned[:0]
	for k := range planned {
		switch x := &planned[k]; {
		case x.start <= last:
			v.late = append(v.late, transmission{station: x.station, start: x.start})
		case x.at <= last:
			l.planned = append(l.planned, *x)
		default:
			n.ready = append(n.ready, x.station)
		}
	}
	soon = len(v.next)
	if len(v.late) > 0 {
		v.late = n.admit()
	}
	return soon
}

// settle makes the draws up to the instants at which stations start or hear the round. Those that hear it
// are ready again.
func (l *looks) settle(n *Network, soon int) {
	v := &n.rounds
	if l.many = !n.star && len(v.next) > 8; l.many {
		for k := range v.next {
			v.takePlace(k)
		}
	}
	for k := range l.planned {
		l.hear(n, l.planned[k].station, l.planned[k].at)
	}
	for k := range v.late {
		i := v.late[k].station
		l.hear(n, i, l.of(n, i, n.free(i)))
	}
	l.planned = l.planned[:0]
	if l.many {
		v.leavePlaces()
	}
	for k := range v.next[soon:] {
		s := &v.next[soon+k]
		if st := &n.stations[s.station]; st.rules.Persist > 0 {
			at := l.of(n, s.station, n.free(s.station))
			if at < s.start {
				n.watchWait(st, s.station, phy.Forever)
			}
			l.draw(n, s.station, at, s.start)
		}
	}
}

// hear is for a station that would look at an instant, and hears the round before it starts. It is ready
// again, or senses again later.
func (l *looks) hear(n *Network, i int32, at phy.Time) {
	v := &n.rounds
	st := &n.stations[i]
	r := st.rules
	if r.NonPersistent {
		l.senseLater(n, i, at, at)
		return
	}
	n.watchWait(st, i, phy.Forever)
	if r.Persist > 0 {
		if at = l.draw(n, i, at, v.first); at <= v.first+n.span {
			at = l.draw(n, i, at, l.reaches(n, i))
		}
		l.next[i] = at
	}
	n.ready = append(n.ready, i)
}

// reaches returns the instant at which the first signal of the round reaches a station.
func (l *looks) reaches(n *Network, i int32) phy.Time {
	if l.many {
		return n.reachesFromNeighbours(i)
	}
	return n.reaches(n.rounds.next, i)
}

// draw makes the draws of a station whose next look is at an instant, up to another, and returns that of
// the look after them.
func (l *looks) draw(n *Network, i int32, at, to phy.Time) phy.Time {
	st := &n.stations[i]
	l.drawn = append(l.drawn, drawnLook{i, st.rng, l.next[i]})
	for ; at <= to; at = st.rules.onGrid(at + st.rules.PersistSlot) {
		st.rng.Uint64()
	}
	return at
}

// senseLater is [Network.senseLater] at a look, and at those that follow up to an instant at which the
// station still finds the medium busy.
func (l *looks) senseLater(n *Network, i int32, at, busy phy.Time) {
	st := &n.stations[i]
	st.deferred = st.deferred || st.collisions == 0
	st.excessive = false
	for ; at <= busy; at = st.ready {
		n.now = at
		st.ready, _ = n.drawBackoff(i, max(1, int(st.collisions)), st.rules.SlotTime) // of a table, which does not give up
		if !st.deferring && n.watch.kinds.Has(medium.Defer) {
			n.watch.add(at, detecting, medium.Defer, i, &n.queue.head(st).frame, st.collisions+1)
		}
		st.deferring = false
	}
	st.state = backing
	n.agenda.Push(agenda.New(st.ready, settling, i, backoffEnd, 0, 0))
}

// leave makes all stations ready again, as if no round had been made.
func (l *looks) leave(n *Network) {
	for k := range l.planned {
		n.ready = append(n.ready, l.planned[k].station)
	}
	l.planned = l.planned[:0]
	for _, list := range [...][]transmission{n.rounds.next, n.rounds.late} {
		for k := range list {
			n.ready = append(n.ready, list[k].station)
		}
	}
	l.undo(n)
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
