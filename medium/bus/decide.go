package bus

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// deciding is for contention rounds of stations that decide to start before they do: a gap after a backoff
// that ignores carrier once it has begun, or gaps of different lengths, whose second part ignores the
// carrier of stations with shorter ones. A station that has decided starts whatever it hears until then, so
// that a signal may have passed it, and be heard at others before those of its neighbours.
//
// A round is one chain of signals at every tap, as always. If a station that has decided starts when
// the signals before have passed its tap, or if there is a silence between signals at some tap, the instants
// take over, or [firm] does.
type deciding struct {
	shortest phy.Time   // the shortest gap of a station
	lead     phy.Time   // no station decides earlier than this before it starts
	made     int        // collisions since rounds began
	pass     int        // the next silences are left to the instants: this number
	worth    int        // eight times the collisions between two failures to make a round
	met      []phy.Time // scratch: when each transmission meets another one
	group    []int32    // scratch: the transmission that represents each one's group, or one nearer to it
	top      []front    // scratch: groups, by the first edge that travels in one direction
}

// front is the first edge of a group of transmissions in one direction, at place 0.
type front struct {
	at     phy.Time
	member int32
}

// decidesEarly takes the rules by which stations decide before they start out of those of a station, and takes
// note of them. The gap of the others is given.
func (v *rounds) decidesEarly(n *Network, p *mac.Params, gap phy.Time) {
	blind := p.BlindAfter && !single(p)
	if !blind && p.Gap == gap {
		return
	}
	if v.deciding == nil {
		v.deciding = new(deciding)
	}
	if blind {
		p.GapAfterBackoff, p.BlindAfter = false, false
	}
	p.Gap = gap
}

// know determines what follows from the rules of the stations, and reports whether contention rounds know them.
func (d *deciding) know(n *Network) bool {
	v := &n.rounds
	v.sure = false
	d.shortest = n.gap
	for i := range n.stations {
		d.shortest = min(d.shortest, n.stations[i].rules.Gap)
	}
	d.lead, d.worth = n.gap, 16*worthwhile
	// A signal that rises in a gap does not fall in it.
	if v.looks != nil || n.foreseen != nil || !n.allGaps || v.brief <= n.gap-d.shortest {
		return false
	}
	for i := range n.stations {
		// No signal rises in a first part of a gap, in which only those that have just sent ignore it.
		if r := n.stations[i].rules; r.Gap > d.shortest && !r.NoBlindStart && r.GapPart1 > d.shortest {
			return false
		}
		_, cut := n.stations[i].rules.JamAfter(0, 2*n.span+d.lead)
		v.crash = max(v.crash, 2*n.span+d.lead+cut)
	}
	return true
}

// early reports whether all jobs that matter to a round are earlier than any end of it.
func (d *deciding) early(n *Network) bool {
	return d == nil || 2*n.span+n.gap-d.shortest < n.rounds.brief
}

// decided returns the instant at which a station that is ready starts, after the last contention round, unless
// it hears a signal before another instant.
func (n *Network) decided(i int32) (start, unless phy.Time) {
	st := &n.stations[i]
	p := &st.rules.Params
	fall := n.air.ends.at(n, i)
	if st.fresh {
		from := max(st.ready, fall)
		return from + p.Gap, from + 1 // the gap does not begin if carrier rises at that instant
	}
	switch free := fall + p.Gap; {
	case st.ready > free:
		return st.ready, st.ready
	case p.NoBlindStart:
		return free, free
	default:
		return free, -phy.Forever
	}
}

// contend is [Network.contenders] from the first station on that is ready.
func (d *deciding) contend(n *Network, until phy.Time) prospect {
	v := &n.rounds
	v.first = phy.Forever
	d.approach(n, n.ready)
	if v.first >= until-v.crash {
		return notYet
	}
	// A station that becomes ready in a part of its gap that ignores carrier starts at its end too.
	deaf := -phy.Forever
	if d.shortest < n.gap {
		deaf = n.air.ends.last + n.span + n.gap
	}
	if v.open {
		for next := n.agenda.Next(); next <= max(v.first+n.span, deaf); next = n.agenda.Next() {
			entered := len(n.ready)
			if !n.settleUntil(next) {
				return nobody
			}
			d.approach(n, n.ready[entered:])
		}
	} else {
		entered := len(n.ready)
		if !n.settleUntil(max(v.first+n.span, deaf)) {
			return nobody
		}
		d.approach(n, n.ready[entered:])
	}
	if n.watch.kinds != 0 {
		d.watchContend(n)
	}
	d.enter(n)
	if len(v.next) == 1 {
		s := &v.next[0]
		st := &n.stations[s.station]
		if s.end = s.start + st.rules.Duration(int(n.queue.head(st).frame.Size)); s.end >= until-n.span {
			return notYet
		}
	}
	n.ready = n.ready[:0]
	for k := range v.late {
		n.ready = append(n.ready, v.late[k].station)
	}
	return now
}

// approach makes first no later than the starts of some stations that are ready.
func (d *deciding) approach(n *Network, stations []int32) {
	for _, i := range stations {
		start, _ := n.decided(i)
		n.rounds.first = min(n.rounds.first, start)
	}
}

// enter makes the next contention round of the stations that decide to start before they hear it. The others
// are late.
func (d *deciding) enter(n *Network) {
	v := &n.rounds
	v.next, v.late = v.next[:0], v.late[:0]
	for _, i := range n.ready {
		switch start, unless := n.decided(i); {
		case unless <= v.first:
			v.next = append(v.next, transmission{station: i, start: start})
		case unless <= v.first+n.span+1:
			v.late = append(v.late, transmission{station: i, start: start, end: unless})
		default:
			v.late = append(v.late, transmission{station: i, start: start, end: phy.Forever})
		}
	}
	if len(v.late) > 1 {
		slices.SortFunc(v.late, func(a, b transmission) int { return cmp.Compare(a.end, b.end) })
	}
	heard := v.late[:0]
	for _, s := range v.late {
		// All that could be heard before is in the round by now.
		if s.end == phy.Forever || d.hears(n, s.station, s.end) {
			heard = append(heard, s)
		} else {
			v.next = append(v.next, transmission{station: s.station, start: s.start})
		}
	}
	v.late = heard
}

// hears reports whether a signal of the next contention round reaches a station before an instant.
func (d *deciding) hears(n *Network, i int32, before phy.Time) bool {
	round := n.rounds.next
	for k := range round {
		if x := &round[k]; x.start+n.distance(x.station, i) < before {
			return true
		}
	}
	return false
}

// silence is [Network.silence]: it reports whether the last signals are a contention round, are apart from
// those before at every tap, and no station that decided before it heard them is still to start. Then it forgets
// what was before them.
func (d *deciding) silence(n *Network, until phy.Time) bool {
	a := &n.air
	if d.pass > 0 {
		d.pass--
		return false
	}
	// A frame that arrives later than the run goes has not arrived yet, although begin passes by it.
	if n.watch.kinds&atTaps != 0 || n.released > 0 && (n.rounds.open || n.now+n.span+n.gap >= until) {
		return false
	}
	a.settle()
	k := len(a.signals)
	for least := max(a.old, k-mostLinked); k > least; {
		if k--; k == 0 || n.apart(a.signals, a.pastOf(k-1), k, d.shortest) {
			break
		}
	}
	last := a.signals[k:]
	if len(last) == 0 {
		return true
	}
	if k > 0 && (!n.apart(a.signals, a.pastOf(k-1), k, d.shortest) || a.pastOf(k-1).last+n.span >= n.now) {
		return false
	}
	if last[0].start+n.span+d.lead >= max(n.now, n.agenda.Next()) || len(last) > 1 && !n.oneChain(last) {
		return false
	}
	if k > a.old {
		n.forget(a.old)
		k -= a.old
		n.listenToAll(a.signals[:k])
		a.drop(k)
		a.old, a.oldEnds = 0, noEnds
	}
	return true
}

// begin makes the stations ready that have decided already. Others may become so too early: they start no sooner.
func (d *deciding) begin(n *Network) {
	for n.released > 0 && n.settleUntil(n.agenda.Next()) {
	}
}
