package domain

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// A collision with stations on cables is simulated as in a tree. On a cable each signal is met by the others there, and the
// ports have as many inputs as signals are at their taps.

// emptyCoaxes empties the cables for a new round.
func (t *tree) emptyCoaxes(v *rounds) {
	for k := range v.coaxes {
		x := &v.coaxes[k]
		x.next = x.next[:0]
	}
}

// attemptOnCoax lets a station on a cable start, unless it has heard a signal before.
func (t *tree) attemptOnCoax(n *Network, ready int) {
	v := &n.rounds
	a := v.ready[ready]
	x, st := &v.coaxes[a.coax-1], &n.stations[a.station]
	if a.deaf && len(x.next) > 0 && t.hasPassed(x, st.pos) { // it begins after the round
		t.odd = t.odd || !n.lone && a.rise <= t.hubs[a.hub].mainEnd+n.repeaters[a.hub].Recovery
		v.rest = append(v.rest, a.station)
		return
	}
	for k := range x.next {
		s := &x.next[k]
		rise := s.start + s.from(st.pos)
		if rise >= a.start {
			continue
		}
		ignores, odd := n.ignores(&a, rise)
		t.odd = t.odd || odd
		if !ignores {
			v.rest = append(v.rest, a.station)
			return
		}
	}
	k := int32(len(v.list))
	v.list = append(v.list, a)
	t.sound(n, x, coaxSignal{attempt: k, station: a.station, pos: st.pos, header: st.rules.Header, whole: a.whole})
	if extended && a.whole && !t.odd {
		t.endWhole(n, x)
	}
}

// sound begins a signal on a cable. Each of its stations that sends may meet it.
func (t *tree) sound(n *Network, x *coax, s coaxSignal) {
	s.start, s.end, s.met = t.now, phy.Forever, phy.Forever
	for k := range x.next {
		o := &x.next[k]
		d := o.from(s.pos)
		if o.end < phy.Forever && o.end+d <= t.now {
			t.odd = true // it has passed: what follows is not one with it
			return
		}
		s.met = min(s.met, max(t.now, o.start+d))
		if met := t.now + d; o.attempt >= 0 && met < o.met && !o.whole {
			o.met = met
			t.cut(n, x, int32(k))
		}
	}
	k := int32(len(x.next))
	x.next = append(x.next, s)
	if s.attempt >= 0 && s.met < phy.Forever && !s.whole {
		t.cut(n, x, k)
	}
	for _, p := range x.ports {
		if s.attempt >= 0 || p != s.station {
			t.push(t.now+s.from(n.ports[p].pos), coaxRise, p, uint32(k))
		}
	}
}

// cut ends an attempt that meets another signal.
func (t *tree) cut(n *Network, x *coax, k int32) {
	s := &x.next[k]
	a := &n.rounds.list[s.attempt]
	p := &n.stations[s.station].rules.Params
	length := s.met - s.start
	if a.late = p.Late(s.start, s.met); a.late && !n.lone || length > p.Header && length >= n.durationOf(s.station) { // the frame has ended before
		t.odd = true
		return
	}
	_, end := p.JamAfter(s.start, s.met)
	a.met = s.met
	if end == s.end {
		return // it met the first signal in its header, too
	}
	s.end, a.end = end, end
	planFallOnCoax(t, n, x, k)
}

// planFallOnCoax makes the end of a signal, which is known now, reach the ports on its cable.
func planFallOnCoax(t *tree, n *Network, x *coax, k int32) {
	s := &x.next[k]
	s.plan++
	t.odd = t.odd || k >= 1<<16 || s.plan >= 1<<16 // they share a number
	for _, p := range x.ports {
		if s.attempt >= 0 || p != s.station {
			t.push(s.end+s.from(n.ports[p].pos), coaxFall, p, s.plan<<16|uint32(k))
		}
	}
}

// riseOnCoax is rise for a port on a cable: other signals may follow the first. Beyond the second they change nothing.
func (t *tree) riseOnCoax(n *Network, p int32, k uint32) {
	x := t.port(p)
	s := &n.rounds.coaxOn(n.ports[p].cable).next[k]
	of := s.station
	if s.attempt < 0 {
		of = t.nameOf(n, s.station)
	}
	x.signals++
	if x.signals == 1 {
		t.rise(n, p, s.header)
		x.named(of, false)
		return
	}
	if x.rise == t.now {
		x.header = max(x.header, s.header)
		x.named(of, true)
	}
	if x.signals == 2 || x.rise == t.now {
		t.ask(n.ports[p].repeater)
	}
}

// fallOnCoax takes a signal off a port on a cable, if its end is still the one that was planned.
func (t *tree) fallOnCoax(n *Network, p int32, arg uint32) {
	s := &n.rounds.coaxOn(n.ports[p].cable).next[arg&0xffff]
	if s.plan != arg>>16 {
		return
	}
	x := t.port(p)
	switch x.signals--; x.signals {
	case 0:
		t.fall(n, p)
	case 1:
		t.ask(n.ports[p].repeater)
	}
}

// silenceCoax ends what a port sends on its cable.
func (t *tree) silenceCoax(n *Network, p int32) {
	x := n.rounds.coaxOn(n.ports[p].cable)
	for k := range x.next {
		if s := &x.next[k]; s.attempt < 0 && s.station == p && s.end == phy.Forever {
			s.end = t.now
			planFallOnCoax(t, n, x, int32(k))
			return
		}
	}
}

// crossed reports whether several signals are at a port on a cable.
func (t *tree) crossed(p int32) bool { return t.port(p).signals > 1 }

// receiveCollision is [Network.enterReceiveCollision].
func (t *tree) receiveCollision(r *repeater) {
	h := &t.hubs[r.number]
	h.state, h.seen, h.over = receiveCollision, t.now, false
	t.planJam(r)
	if at := t.now + r.JamDelay; !h.mainOn && at <= h.mainStart {
		t.planMain(r.number, at, true)
	}
}

// othersCrossed reports whether several signals are at a port other than the one that is received.
func (t *tree) othersCrossed(h *treeHub) bool {
	for _, p := range h.inputs {
		if p != h.port && t.crossed(p) {
			return true
		}
	}
	return false
}

// settleCoaxes takes note, at the end of an instant, of the collisions of ports on cables.
func (t *tree) settleCoaxes(n *Network) {
	v := &n.rounds
	t.touched = false
	for k := range v.coaxes {
		for _, p := range v.coaxes[k].ports {
			settleOnCoax(t, n, p)
		}
	}
}

// settleOnCoax is settleCoaxes for a port.
func settleOnCoax(t *tree, n *Network, p int32) {
	x := t.port(p)
	in, out := x.signals > 0, t.hubs[n.ports[p].repeater].mainOn
	if x.own {
		out = x.on
	}
	x.tied = x.tied && in && !out // from the first bit of jam on, the port sends and receives
	collides := in && (x.signals > 1 || out || x.tied)
	if collides && !x.collides {
		x.crashes++
		t.odd = t.odd || !n.lone && t.now-x.rise > lateEvent*t.bit
	}
	x.collides = collides
}

// heardAsOne reports whether every tap of a cable hears the round being made as one reception, and notes whether that is more than a fragment.
func (n *Network) heardAsOne(x *coax) bool {
	c := &n.channels[x.channel]
	if len(x.next) == 0 {
		return false
	}
	first := x.next[0].start
	last := first + c.span + 1
	longest := &x.next[0] // the signal that ends last so far
	one := true
	for k := range x.next {
		s := &x.next[k]
		if s.end == phy.Forever {
			return false
		}
		if d := s.from(longest.pos); s.end-s.start <= c.span || s.start+c.span >= last && (!n.rounds.someDeaf() || s.start+d >= longest.end || longest.start+d >= s.end) {
			one = false
		}
		if last = max(last, s.end); s.end > longest.end {
			longest = s
		}
	}
	x.lasts = false
	for k := range c.classes {
		judged, _ := n.receive(c.classes[k].rules, last+c.span-first, 0, true)
		x.lasts = x.lasts || judged != mac.Fragment
	}
	if one && !x.lasts {
		return true
	}
	return extended && n.lone && c.isChain(x.next)
}

// coaxesCollide reports whether what the cables heard is of the usual kind, no port of theirs is partitioned after it, and each
// repeater is in IDLE before anything that is sent after it is heard there.
func (n *Network) coaxesCollide() bool {
	v, t := &n.rounds, n.rounds.tree
	if len(v.coaxes) == 0 {
		return true
	}
	for k := range v.coaxes {
		x := &v.coaxes[k]
		if !n.heardAsOne(x) {
			return false
		}
		for _, p := range x.ports {
			y := &n.ports[p]
			if r := &n.repeaters[y.repeater]; r.PartitionAfter > 0 && r.collisionsAt(y)+int(t.port(p).crashes) >= r.PartitionAfter {
				return false
			}
		}
	}
	ends, next := idleTimes(t)
	for k := range t.hubs {
		ends[k] = t.hubs[k].mainEnd
	}
	quietOnCoaxes(t, n)
	for k := range v.list {
		if a := &v.list[k]; a.coax == 0 {
			out := ends[a.hub]
			if x := t.port(n.stations[a.station].port); x.own {
				out = x.end
			}
			next[a.hub] = min(next[a.hub], max(a.end, out+a.pos)+n.gap+a.pos)
		}
	}
	return idleInTime(t, n)
}

// countCoaxCrash counts what stations and ports on cables heard of a collision.
func (n *Network) countCoaxCrash() {
	v := &n.rounds
	for k := range v.coaxes {
		x := &v.coaxes[k]
		c := &n.channels[x.channel]
		if !x.long {
			n.countCoax(x, 1)
		}
		for j := range x.last {
			s := &x.last[j]
			n.quiet = max(n.quiet, s.end+max(s.pos-c.left, c.right-s.pos))
		}
		for _, p := range x.ports {
			countCoaxInput(n, p)
		}
	}
}

// countCoaxInput counts what a port on a cable heard of a collision.
func countCoaxInput(n *Network, p int32) {
	y, in := &n.ports[p], n.rounds.tree.port(p)
	r := &n.repeaters[y.repeater]
	if in.rise == phy.Forever {
		return
	}
	collided := in.crashes > 0
	n.countInput(r, &y.counters, input{length: in.fall - in.rise, header: in.header, bit: n.bit, collided: collided}, 1)
	if collided {
		y.count, y.clears = r.collisionsAt(y)+int(in.crashes), r.clears
	}
}
