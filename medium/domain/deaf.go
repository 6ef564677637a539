package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// Contention rounds go on while stations on cables are deaf. A deaf station defers to nobody: its next attempt begins when its backoff and
// the gap after its own last transmission are over, whatever the others send. It detects collisions as all do.
//
//   - So the attempts of deaf stations are known for as long as the frame of a round may last, and one of them in the middle of it
//     makes the round a collision.
//   - A deaf station may begin in the gap of others, as soon as what was sent before has passed it. Then that has passed all others before
//     they hear it, and whether they ignore it is told attempt by attempt: they do in part 2 of the gap, and in part 1 if they sent before.
//   - It hears nothing that others send, and nothing of it is counted there.
//
// A station without power is one that is deaf and sends nothing.

// deafStation is a station that is deaf, and what it remembers of the carrier that it senses: its own.
type deafStation struct {
	station   int32
	off       bool // it has no power, and sends nothing
	deference mac.Deference
}

// someDeaf reports whether contention rounds go on with deaf stations.
func (v *rounds) someDeaf() bool { return len(v.calm.deaf) > 0 }

// startDeaf takes over what deaf stations remember. It reports whether rounds can go on from there.
func (n *Network) startDeaf() bool {
	v := &n.rounds
	for k := range v.calm.deaf {
		x := &v.calm.deaf[k]
		if x.off {
			continue
		}
		d, ok := n.afterLast(x.station)
		if !ok {
			return false
		}
		p := &n.stations[x.station].rules.Params
		x.deference, v.free[x.station] = d, d.Clear(p, 0)-p.Gap
	}
	return true
}

// endDeaf makes the taps of deaf stations know what was sent in the rounds.
func (n *Network) endDeaf() {
	v := &n.rounds
	for k := range v.calm.deaf {
		x := &v.calm.deaf[k]
		if x.off {
			continue
		}
		n.stations[x.station].tap = tap{upTo: v.free[x.station] + 1, deference: x.deference}
	}
}

// hasEnded makes a deaf station remember an attempt that has ended.
func (v *rounds) hasEnded(a *attempt) {
	if !a.deaf {
		return
	}
	k := slices.IndexFunc(v.calm.deaf, func(x deafStation) bool { return x.station == a.station })
	v.free[a.station] = a.end
	v.calm.deaf[k].deference.Transmitted(a.end)
}

// awaitDeaf does the jobs up to the end of the longest frame that may be the next one, as far as deaf stations may begin until then, and
// up to the end of all gaps. It reports whether the round may be over before an instant.
func (n *Network) awaitDeaf(until phy.Time) bool {
	v := &n.rounds
	longest := v.crash
	for k := range v.ready {
		longest = max(longest, n.durationOf(v.ready[k].station)+v.crash)
	}
	by := n.gapsEnd()
	latest := max(by, v.first+longest)
	v.latest = latest
	if latest+v.crash >= until {
		return false
	}
	for k := range v.calm.deaf {
		i := v.calm.deaf[k].station
		switch st := &n.stations[i]; {
		case v.calm.deaf[k].off:
		case st.state == empty, st.state == waiting && !slices.Contains(n.ready, i):
			by = latest
		case st.state == backing && st.ready <= latest:
			by = max(by, st.ready)
		}
	}
	if v.known = max(v.first+v.reach, by); by <= v.first+v.reach {
		return true
	}
	if v.open {
		n.approachEach(until)
		return true
	}
	n.settleUntil(by)
	n.approach()
	return true
}

// gapsEnd returns the end of the last gap after the last round.
func (n *Network) gapsEnd() phy.Time {
	v := &n.rounds
	last := -phy.Forever
	for k := range v.coaxes {
		x := &v.coaxes[k]
		c := &n.channels[x.channel]
		last = max(last, x.ends[0]+c.right, x.ends[1]-c.left)
	}
	for k := range n.repeaters {
		if r := &n.repeaters[k]; r.channel >= 0 {
			last = max(last, v.outputs[k].out+n.channels[r.channel].span)
		}
	}
	for _, i := range v.apart {
		last = max(last, v.free[i])
	}
	return last + n.gap
}

// ignores reports whether a station whose attempt begins at the end of a gap ignores carrier that rises before that. It is odd if that is not
// known.
func (n *Network) ignores(a *attempt, rise phy.Time) (ignores, odd bool) {
	v := &n.rounds
	switch {
	case a.deaf:
		return true, false
	case !a.blind:
		return false, false
	case !v.someDeaf():
		return true, false
	}
	p := &n.stations[a.station].rules.Params
	fall := a.start - p.Gap
	switch {
	case rise <= fall:
		return false, true
	case rise >= fall+p.GapPart1:
		return true, false
	}
	return v.in[a.station] == v.number && !slices.Contains(v.sensed, a.station), !v.made
}

// followsLast reports whether an attempt of a deaf station begins after all of the last round has passed its place, and is heard by the
// repeater in IDLE.
func (n *Network) followsLast(a *attempt) bool {
	v := &n.rounds
	if a.start <= v.coaxes[a.coax-1].fall(n.stations[a.station].pos) {
		return false
	}
	return n.lone || a.rise > v.outputs[a.hub].out+n.repeaters[a.hub].Recovery
}

// meetDeaf finds what the first attempt of a round with deaf stations meets: alone reports that nothing, and ok that rounds can tell.
func (n *Network) meetDeaf(first *attempt) (alone, ok bool) {
	v := &n.rounds
	length := n.durationOf(first.station)
	alone = true
	for k := range v.ready {
		a := &v.ready[k]
		if a.deaf && !n.followsLast(a) {
			return false, false
		}
		if a.station == first.station {
			continue
		}
		rise := heardFrom(v.tree, n, a, first, v.tree.starts)
		switch {
		case a.start <= rise:
			alone = false
		case a.deaf:
			out := v.tree.starts[a.hub] + length + n.repeaters[a.hub].Recovery
			alone = alone && a.start > rise+length && (n.lone || a.rise > out)
		default:
			ignores, odd := n.ignores(a, rise)
			if odd {
				return false, false
			}
			alone = alone && !ignores
		}
	}
	return alone, true
}

// deafGapsAreOver is gapsAreOver for rounds with deaf stations: what they begin in a gap goes on after it, and the attempts at its end are
// known.
func (n *Network) deafGapsAreOver() bool {
	v := &n.rounds
	if v.known < n.gapsEnd() {
		return false
	}
	for k := range v.coaxes {
		x := &v.coaxes[k]
		for j := range x.next {
			if s := &x.next[j]; s.start <= x.fall(s.pos) || s.end-s.start < n.gap {
				return false
			}
		}
	}
	for k, at := range v.tree.starts {
		if r := &n.repeaters[k]; r.channel >= 0 && at <= v.outputs[k].out {
			return false
		}
	}
	for _, i := range v.apart {
		if v.tree.starts[n.hubAt(i)]+n.stations[i].pos <= v.free[i] {
			return false
		}
	}
	return n.gap <= fewestBits*n.bit
}

// deafStaySilent reports whether no deaf station begins another attempt before all of the collision being made has passed its place.
func (n *Network) deafStaySilent() bool {
	v, t := &n.rounds, n.rounds.tree
	for k := range v.coaxes {
		x := &v.coaxes[k]
		c := &n.channels[x.channel]
		for j := range x.next {
			s := &x.next[j]
			if s.end+max(s.pos-c.left, c.right-s.pos) > v.latest {
				return false // another may begin that is not known
			}
		}
	}
	for k := range v.list {
		if a := &v.list[k]; a.deaf && !n.startsAfter(a, n.deafAgain(a, false)) && !n.startsAfter(a, n.deafAgain(a, true)) {
			return false
		}
	}
	return n.lone || t.hubs[0].mainEnd+n.repeaters[0].Recovery <= v.latest
}

// deafAgain returns when a deaf station begins its next attempt after one that collides, at the earliest: drawn says that its next backoff
// counts.
func (n *Network) deafAgain(a *attempt, drawn bool) phy.Time {
	st := &n.stations[a.station]
	at := a.end + st.rules.Gap
	if k := int(st.collisions) + 1; drawn && k < st.rules.AttemptLimit {
		rng := st.rng // the draw to come
		at = max(at, a.end+st.backoff(k, &rng))
	}
	return at
}

// startsAfter reports whether all of the collision being made has passed the place of a station at an instant, and the repeater is in IDLE
// when it hears what begins there then.
func (n *Network) startsAfter(a *attempt, at phy.Time) bool {
	x, pos := &n.rounds.coaxes[a.coax-1], n.stations[a.station].pos
	for k := range x.next {
		if s := &x.next[k]; s.end+s.from(pos) >= at {
			return false
		}
	}
	return n.lone || at+a.pos > n.rounds.tree.hubs[a.hub].mainEnd+n.repeaters[a.hub].Recovery
}

// hasPassed reports whether everything that is on a cable in the round being made has passed a place.
func (t *tree) hasPassed(x *coax, pos phy.Time) bool {
	return !slices.ContainsFunc(x.next, func(s coaxSignal) bool { return s.end+s.from(pos) >= t.now })
}

// deafOn calls f for each deaf station on a cable.
func (n *Network) deafOn(x *coax, f func(st *station, i int32)) {
	for k := range n.rounds.calm.deaf {
		i := n.rounds.calm.deaf[k].station
		if st := &n.stations[i]; st.channel == x.channel {
			f(st, i)
		}
	}
}

// isDeaf reports whether a station hears nothing.
func (n *Network) isDeaf(i int32) bool { return n.stations[i].has(closed) }

// testsSignal counts that the collision signal of a station without an SQE test was not tested after an attempt.
func (n *Network) testsSignal(st *station) {
	if st.has(noSQE) && n.bit == phy.Ethernet10.BitTime {
		st.sums.Counters.SQETestErrors++
	}
}

// hearing is [Network.listeners] without those that are deaf.
func (n *Network) hearing(i int32, others int, all bool) (int, bool) {
	for k := range n.rounds.calm.deaf {
		if n.rounds.calm.deaf[k].station != i {
			others, all = others-1, false
		}
	}
	return others, all
}
