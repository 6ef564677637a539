package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// hearingPort returns the port by which a repeater hears an attempt.
func hearingPort(t *tree, n *Network, a *attempt, k int32) int32 {
	hub := a.hub
	if a.coax > 0 {
		p := n.rounds.coaxes[a.coax-1].gates[k]
		if hub = n.ports[p].repeater; hub == k {
			return p
		}
	} else if hub == k {
		return n.stations[a.station].port
	}
	return t.toward[int(hub)*len(t.hubs)+int(k)]
}

// spread calculates when each repeater begins to send an attempt, by the delays between repeaters.
func spread(t *tree, n *Network, a *attempt, delays, at []phy.Time) {
	if a.coax > 0 {
		if x := &n.rounds.coaxes[a.coax-1]; len(x.ports) > 1 {
			pos := n.stations[a.station].pos
			for k, p := range x.gates {
				at[k] = a.start + abs(n.ports[p].pos-pos) + delays[int(n.ports[p].repeater)*len(t.hubs)+k]
			}
			return
		}
	}
	for k, d := range t.from(delays, a.hub) {
		at[k] = a.rise + d
	}
}

// heardFrom returns when the first attempt of a round is heard where another would begin, if the repeaters begin to send it at some instants.
func heardFrom(t *tree, n *Network, a, first *attempt, at []phy.Time) phy.Time {
	switch pos := n.stations[a.station].pos; {
	case a.coax == 0:
		return at[a.hub] + a.pos
	case a.coax == first.coax:
		return first.start + abs(pos-n.stations[first.station].pos)
	default:
		y := &n.ports[n.rounds.coaxes[a.coax-1].gates[first.hub]]
		return at[y.repeater] + abs(pos-y.pos)
	}
}

// lookAt notes what matters of an attempt in a network with cables.
func (n *Network) lookAt(a *attempt) {
	st := &n.stations[a.station]
	a.deaf = st.has(deaf)
	a.whole = st.has(noCollision)
	a.blind = a.deaf || a.start == n.freeAt(a.station)
	if x := n.coaxOf(a.station); x != nil {
		a.coax = n.rounds.coaxAt[st.channel]
		var p int32
		p, a.pos = nearestPort(n, x, st.pos)
		a.hub, a.rise = n.ports[p].repeater, a.start+a.pos
	}
}

// passOnCoaxes is passOn for the cables of a network. Stations on links know the frame whole by an instant. It returns the
// instants at which all stations do, and all taps of cables, those of the sender and of ports included.
func (n *Network) passOnCoaxes(f *medium.Frame, onLinks phy.Time) (everywhere, everyTap phy.Time) {
	v := &n.rounds
	v.alone, v.frame, everywhere = true, *f, onLinks
	for k := range v.coaxes {
		x := &v.coaxes[k]
		c := &n.channels[x.channel]
		n.countCoax(x, 1)
		s := &x.last[0]
		all := s.end + max(s.pos-c.left, c.right-s.pos)
		n.quiet = max(n.quiet, all)
		everyTap = max(everyTap, all)
		others := len(c.stations)
		n.deafOn(x, func(_ *station, i int32) {
			if i != s.station || s.attempt < 0 {
				others--
			}
		})
		if s.attempt >= 0 && others > 1 || s.attempt < 0 && others > 0 {
			everywhere = max(everywhere, all)
		}
	}
	return everywhere, everyTap
}

// soundAlone makes the signals of a frame that nobody disturbs those of the round being made.
func (n *Network) soundAlone(a *attempt) {
	v := &n.rounds
	header := n.stations[a.station].rules.Header
	for k := range v.coaxes {
		x := &v.coaxes[k]
		s := coaxSignal{attempt: 0, station: a.station, start: a.start, end: a.end, pos: n.stations[a.station].pos, header: header}
		if int32(k)+1 != a.coax {
			p := x.gates[a.hub]
			out := v.tree.starts[n.ports[p].repeater]
			s.attempt, s.station, s.start, s.end, s.pos = none, p, out, out+a.end-a.start, n.ports[p].pos
		}
		x.next, x.lasts = append(x.next[:0], s), false
	}
}

// arrives returns the instant at which a station has received a frame that nobody disturbed.
func (n *Network) arrives(i int32) phy.Time {
	if x := n.coaxOf(i); x != nil {
		s := &x.last[0]
		return s.end + s.from(n.stations[i].pos)
	}
	return n.rounds.outputs[n.hubAt(i)].out + n.stations[i].pos
}

// blindGaps is gapsAreOver for a network with cables. Jam that follows a collision on one cable may reach the stations on
// another in part 2 of their gap, which they ignore. It reports whether rounds can process that, and whether all gaps are
// whole.
func (n *Network) blindGaps() (ok, whole bool) {
	v, p := &n.rounds, &n.stations[0].rules.Params
	if v.someDeaf() {
		ok = n.deafGapsAreOver()
		return ok, ok
	}
	last := v.first + v.reach
	ok, whole = true, true
	after := func(rise, fall, latest phy.Time) {
		if rise >= fall+p.Gap {
			return
		}
		// All that start at the end of such a gap are known, and each output goes on after it.
		whole = false
		ok = ok && rise > fall && rise >= fall+p.GapPart1 && latest+p.Gap <= last && p.Gap-p.GapPart1 <= fewestBits*n.bit
	}
	for k, from := range v.tree.starts {
		if r := &n.repeaters[k]; r.channel >= 0 {
			after(from, v.outputs[k].out, v.outputs[k].out+n.channels[r.channel].span)
		}
	}
	for _, i := range v.apart {
		after(v.tree.starts[n.hubAt(i)]+n.stations[i].pos, v.free[i], v.free[i])
	}
	for k := range v.coaxes {
		x := &v.coaxes[k]
		for j := range x.next {
			if s := &x.next[j]; s.attempt < 0 {
				fall := x.fall(s.pos)
				after(s.start, fall, fall+x.span)
			}
		}
	}
	return ok, whole
}

// coaxReach returns a time after the first input of a round after which every station has heard the round, with cables.
func coaxReach(n *Network) (reach phy.Time) {
	v, t := &n.rounds, n.rounds.tree
	count := len(t.hubs)
	farthest := make([]phy.Time, count) // by repeater, when its output is heard everywhere beside it
	for k := range farthest {
		if r := &n.repeaters[k]; r.channel >= 0 {
			farthest[k] = n.channels[r.channel].span
		}
	}
	for k := range v.coaxes {
		x := &v.coaxes[k]
		reach = max(reach, n.channels[x.channel].span)
		for _, p := range x.ports {
			h := n.ports[p].repeater
			farthest[h] = max(farthest[h], x.span)
		}
	}
	for k, far := range farthest {
		for h := range count {
			reach = max(reach, t.most[h*count+k]+far)
		}
		for j := range v.coaxes { // the first input is at another port than the one through which the repeater hears it
			x := &v.coaxes[j]
			gate := &n.ports[x.gates[k]]
			for _, p := range x.ports {
				reach = max(reach, abs(n.ports[p].pos-gate.pos)+t.most[int(gate.repeater)*count+k]+far)
			}
		}
	}
	return reach
}
