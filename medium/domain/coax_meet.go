package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// portOf returns the port by which a repeater hears a station of a network that is run by rounds.
func (n *Network) portOf(i int32) int32 {
	if x := n.coaxOf(i); x != nil {
		return x.port
	}
	return n.stations[i].port
}

// lookAt notes what matters of an attempt in a network with cables.
func (n *Network) lookAt(a *attempt) {
	st := &n.stations[a.station]
	a.blind = a.start == n.freeAt(a.station)
	if x := n.coaxOf(a.station); x != nil {
		a.coax = n.rounds.coaxAt[st.channel]
		a.pos = abs(st.pos - x.pos)
		a.rise = a.start + a.pos
	}
}

// meets reports whether an attempt begins before its station hears the first one of a round.
func (n *Network) meets(a, first *attempt, path []phy.Time) bool {
	if a.coax > 0 && a.coax == first.coax {
		return a.start <= first.start+abs(n.stations[a.station].pos-n.stations[first.station].pos)
	}
	return a.start <= first.rise+path[a.hub]+a.pos
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
		if others := len(c.stations); s.attempt >= 0 && others > 1 || s.attempt < 0 && others > 0 {
			everywhere = max(everywhere, all)
		}
	}
	return everywhere, everyTap
}

// soundAlone makes the signals of a frame that nobody disturbs those of the round being made.
func (n *Network) soundAlone(a *attempt) {
	v := &n.rounds
	out, header := v.tree.starts[0], n.stations[a.station].rules.Header
	for k := range v.coaxes {
		x := &v.coaxes[k]
		s := coaxSignal{attempt: none, start: out, end: out + a.end - a.start, pos: x.pos, header: header}
		if int32(k)+1 == a.coax {
			s.attempt, s.station, s.start, s.end, s.pos = 0, a.station, a.start, a.end, n.stations[a.station].pos
		}
		x.next = append(x.next[:0], s)
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
	r := &n.repeaters[0]
	from, last := v.tree.starts[0], v.first+v.reach
	ok, whole = true, true
	after := func(rise, fall, latest phy.Time) {
		if rise >= fall+p.Gap {
			return
		}
		// All that start at the end of such a gap are known, and each output goes on after it.
		whole = false
		ok = ok && rise > fall && rise >= fall+p.GapPart1 && latest+p.Gap <= last && p.Gap-p.GapPart1 <= fewestBits*n.bit
	}
	if r.channel >= 0 {
		after(from, v.outputs[0].out, v.outputs[0].out+n.channels[r.channel].span)
	}
	for _, i := range v.apart {
		after(from+n.stations[i].pos, v.free[i], v.free[i])
	}
	for k := range v.coaxes {
		x := &v.coaxes[k]
		for j := range x.next {
			if s := &x.next[j]; s.attempt < 0 {
				fall := x.fall(x.pos)
				after(s.start, fall, fall+x.span)
			}
		}
	}
	return ok, whole
}
