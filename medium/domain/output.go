package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// beginMain begins what most ports of a repeater send.
func (n *Network) beginMain(r *repeater) {
	n.stretchMain(r)
	r.mainOn, r.mainStart, r.mainAt, r.mainOf = true, n.now, phy.Forever, r.activity
	if !r.masked {
		n.soundMain(r, r.header)
	}
	n.tellMain(r, medium.RepeatStart)
}

// soundMain sends the main output's signals.
func (n *Network) soundMain(r *repeater, header phy.Time) {
	if r.channel >= 0 {
		k := n.emission(r, none, header, r.mainJam)
		for _, p := range r.singles {
			if i := n.ports[p].station; i >= 0 {
				s := n.at(k)
				s.skip = append(s.skip, i)
			}
		}
		n.pool.hold(k)
		r.mainOut = k + 1
		n.sound(r.channel, k)
	}
	for _, p := range r.material {
		if x := &n.ports[p]; x.own != r.activity && x.enabled {
			n.soundPort(r, p, header, r.mainJam)
		}
	}
}

// emission returns a new signal of a repeater.
func (n *Network) emission(r *repeater, source int32, header phy.Time, jam bool) uint32 {
	s := signal{start: n.now, end: phy.Forever, header: header, source: source, repeater: r.number, only: none, group: r.group, again: n.pass > 0}
	if jam {
		s.header = fewestHeader * n.bit
	} else {
		s.frame, s.bit = r.frame, r.bit
	}
	if r.whole {
		s.flight = n.follow(r.flight)
	}
	return n.pool.signal(s)
}

// soundPort sends a port's signal.
func (n *Network) soundPort(r *repeater, p int32, header phy.Time, jam bool) {
	x := &n.ports[p]
	if x.station >= 0 {
		k := n.emission(r, none, header, jam)
		n.at(k).only = x.station
		n.pool.hold(k)
		x.out = k + 1
		n.sound(r.channel, k)
		return
	}
	if x.cable < 0 && x.far < 0 {
		return
	}
	k := n.emission(r, n.tapOf(p), header, jam)
	n.at(k).pos = x.pos
	n.pool.hold(k)
	x.out = k + 1
	if x.cable >= 0 {
		n.sound(x.cable, k)
		return
	}
	n.edge(x.far, portRise, k, x.delay)
	n.pool.drop(k)
}

// beginSingle begins the output of a port that has instants of its own.
func (n *Network) beginSingle(r *repeater, p int32) {
	x := &n.ports[p]
	if x.ended != n.now {
		x.since = n.now
	}
	x.on, x.started, x.beginAt = true, n.now, phy.Forever
	if !r.masked {
		n.soundPort(r, p, r.header, x.asJam)
	}
	n.tellOutput(r, medium.RepeatStart, p, false)
}

// endMain ends the main output.
func (n *Network) endMain(r *repeater) {
	r.mainOn, r.mainEnd = false, n.now
	if n.now-r.since >= r.Reconnect {
		r.clears++
	}
	r.apart = append(r.apart[:0], r.singles...)
	n.silenceMain(r, !r.whole)
	n.tellMain(r, medium.RepeatEnd)
}

// inMain reports whether any port takes part in the main output.
func (n *Network) inMain(r *repeater) bool {
	for p := r.first; p < r.first+r.count; p++ {
		if x := &n.ports[p]; x.enabled && x.own != r.activity {
			return true
		}
	}
	return false
}

func (n *Network) silenceMain(r *repeater, jammed bool) {
	if r.mainOut > 0 {
		n.quietSignal(r.channel, r.mainOut-1, jammed)
		r.mainOut = 0
	}
	for _, p := range r.material {
		if n.ports[p].own != r.activity {
			n.silencePort(r, p, jammed)
		}
	}
}

// quietSignal ends a repeater's signal on a channel.
func (n *Network) quietSignal(channel int32, k uint32, jammed bool) {
	s := n.at(k)
	c := &n.channels[channel]
	jammed = jammed || s.ended || s.hushed
	if !jammed {
		n.disturb(c.lineOf(s), s)
		jammed = s.jammed
	}
	quiet := phy.Time(0)
	if extended && !jammed && c.links != nil && s.only < 0 {
		quiet = max(n.quiet, n.now+n.reach(c, s))
		n.damage(c, k)
		s = n.at(k)
	}
	if s.jammed = jammed; jammed {
		n.abandon(k)
	}
	n.silence(channel, k)
	if extended && quiet > 0 {
		n.quiet = quiet // what the bit errors damage is heard as far
	}
	if !jammed {
		n.expectJudgement(&n.channels[channel], k)
	}
	n.pool.drop(k)
}

// silencePort ends a port's signal, if it has one.
func (n *Network) silencePort(r *repeater, p int32, jammed bool) {
	x := &n.ports[p]
	if x.out == 0 {
		return
	}
	k := x.out - 1
	x.out = 0
	switch {
	case x.station >= 0:
		n.quietSignal(r.channel, k, jammed)
	case x.cable >= 0:
		n.quietSignal(x.cable, k, jammed)
	default:
		s := n.at(k)
		if !jammed {
			n.disturb(x.noise, s)
			jammed = s.jammed
		}
		s.end, s.ended, s.jammed = n.now, true, jammed
		n.quiet = max(n.quiet, n.now+x.delay)
		if jammed {
			n.abandon(k)
		}
		n.edge(x.far, portFall, k, x.delay)
		n.pool.drop(k)
	}
}

// endSingle ends the output of a port that has instants of its own.
func (n *Network) endSingle(r *repeater, p int32, jammed bool) {
	x := &n.ports[p]
	x.on, x.ended, x.beginAt, x.told = false, n.now, phy.Forever, 0
	n.silencePort(r, p, jammed)
	n.tellOutput(r, medium.RepeatEnd, p, !jammed)
}

// leaveMain ends the output of one port of the main output, which goes on.
func (n *Network) leaveMain(r *repeater, p int32) {
	x := &n.ports[p]
	wasOn := r.mainOn
	x.since = n.now
	if wasOn {
		x.since = n.sentSince(r, x)
	}
	n.separate(r, p)
	x.started, x.ended, x.asJam, x.told = r.mainStart, n.now, r.mainJam, 0
	if !wasOn {
		return
	}
	if i := x.station; i < 0 {
		n.silencePort(r, p, true)
	} else if r.mainOut > 0 {
		n.hearsApart(&n.channels[r.channel], r.mainOut-1, i, nil)
	}
	n.tellOutput(r, medium.RepeatEnd, p, false)
}

// hearsApart makes what a station has heard so far of what its hub sends to all a signal of its own, which ends now. If it is
// whole, bit errors of a line damage it; nil: it is not.
func (n *Network) hearsApart(c *channel, k uint32, i int32, l *noise.Line) {
	s := n.at(k)
	s.skip = append(s.skip, i)
	if s.start == n.now {
		s.brief = append(s.brief, i)
	}
	one := *s
	one.only, one.ended, one.end, one.jammed, one.flight, one.count = i, true, n.now, l == nil, 0, false
	one.skip, one.brief, one.mute, one.soon, one.early = nil, nil, nil, nil, nil
	if extended {
		n.disturb(l, &one)
	}
	own := n.pool.signal(one)
	if s, st := n.at(k), &n.stations[i]; st.muted >= s.number && slices.Contains(s.mute, i) {
		for j, m := range s.mute {
			if m == i {
				s.mute = append(s.mute[:j], s.mute[j+1:]...)
				break
			}
		}
		n.muteAt(i, n.at(own))
	}
	c.signals = append(c.signals, own)
	c.changed = true
	n.quiet = max(n.quiet, n.now+n.stations[i].pos)
	if n.watch.heard != nil && n.watch.heard[i].on {
		n.watch.edge(n, i, own, tapFall, n.now+n.stations[i].pos)
	}
}

// interrupt stops all outputs for 96 bits (9.6.5).
func (n *Network) interrupt(r *repeater) {
	if !n.anyOutput(r) {
		return
	}
	r.whole = false
	n.letGo(r)
	n.silenceMain(r, true)
	if r.mainOn {
		n.tellMain(r, medium.RepeatEnd)
	}
	for _, p := range r.singles {
		if x := &n.ports[p]; x.on {
			n.silencePort(r, p, true)
			n.tellOutput(r, medium.RepeatEnd, p, false)
		}
	}
	r.masked = true
	if n.watch.kinds.Has(medium.MJLP) {
		n.emit(medium.Event{Kind: medium.MJLP, Station: n.numberOf(r.first), ID: r.number, Port: -1})
	}
	n.wake(r, n.now+fewestBits*n.bit, lockupResumes, 0)
}

// resume sends again, in the middle of what goes on. What begins now is not interrupted.
func (n *Network) resume(r *repeater) {
	r.masked = false
	cut := r.mainOn && r.mainStart < n.now
	for _, p := range r.singles {
		cut = cut || n.ports[p].on && n.ports[p].started < n.now
	}
	if cut {
		r.whole = false
		n.letGo(r)
	}
	header := func(start phy.Time) phy.Time {
		if start < n.now {
			return fewestHeader * n.bit
		}
		return r.header
	}
	if r.mainOn {
		n.soundMain(r, header(r.mainStart))
		n.tellMain(r, medium.RepeatStart)
	}
	for _, p := range r.singles {
		if x := &n.ports[p]; x.on {
			n.soundPort(r, p, header(x.started), x.asJam)
			n.tellOutput(r, medium.RepeatStart, p, false)
		}
	}
	if r.jamDue {
		n.tellJam(r)
	}
}

// tellMain emits an event of each port that takes part in the main output.
func (n *Network) tellMain(r *repeater, k medium.Kind) {
	if !n.watch.kinds.Has(k) {
		return
	}
	for p := r.first; p < r.first+r.count; p++ {
		if x := &n.ports[p]; x.enabled && x.own != r.activity {
			n.tellOutput(r, k, p, k == medium.RepeatEnd && r.whole)
		}
	}
}

func (n *Network) tellOutput(r *repeater, k medium.Kind, p int32, ok bool) {
	if !n.watch.kinds.Has(k) || r.masked {
		return
	}
	x := &n.ports[p]
	jam := r.mainJam
	if x.own == r.activity {
		jam = x.asJam
	}
	e := medium.Event{Kind: k, Station: n.numberOf(p), ID: r.number, Port: int16(x.number), OK: ok}
	if !jam {
		e.Frame = r.frame
	}
	n.emit(e)
}

// tellJam emits the beginning of jam at each port that sends and has not jammed yet.
func (n *Network) tellJam(r *repeater) {
	if r.jamDue = r.masked; r.masked || !n.watch.kinds.Has(medium.RepeatJam) {
		return
	}
	for p := r.first; p < r.first+r.count; p++ {
		if x := &n.ports[p]; r.sends(x) && x.told != r.activity {
			x.told = r.activity
			n.tellOutput(r, medium.RepeatJam, p, false)
		}
	}
}
