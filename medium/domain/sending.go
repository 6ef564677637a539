package domain

import "github.com/csmacd/csmacd/phy"

// fewestHeader is the length in bits of the header of what a repeater makes itself.
const fewestHeader = 64

// send begins SEND.
func (n *Network) send(r *repeater, x *port, p int32) {
	s := n.at(x.first)
	r.state = repeating
	r.whole = x.chained == 1
	n.look(r)
	r.flight = n.follow(s.flight)
	r.tail = r.Delay
	if missed := n.now - x.rose; missed > 0 {
		// The input began before: its end is as late as the beginning, unless the delimiter has
		// passed.
		if missed < fewestHeader*n.bit {
			r.tail += missed
		} else {
			r.whole = false
		}
	}
	n.separate(r, p)
	if r.Variation == RandomVariation {
		n.sendAtRandom(r, n.variability(x))
		return
	}
	n.planMain(r, n.now+r.Delay, false)
}

// look notes what the received port receives, at the instant at which that begins: a signal of a lower
// station may still join it.
func (n *Network) look(r *repeater) {
	x := &n.ports[r.port]
	r.header, r.later = x.chain.header, 0
	if !r.mainOn { // else an output without delay has its name
		r.frame, r.bit = x.chain.frame, x.chain.bit
	}
	if r.Variation == WorstVariation {
		r.later = n.variability(x)
		r.header += r.later
	}
}

// variability returns how much later the tail of a packet that a port receives may be than its start.
func (n *Network) variability(x *port) phy.Time {
	if x.chain.sent {
		return x.end
	}
	return x.mid
}

// separate makes a port begin and end apart from the main output in this activity. Its output is
// off.
func (n *Network) separate(r *repeater, p int32) {
	x := &n.ports[p]
	if x.own == r.activity {
		return
	}
	x.own, x.on, x.beginAt, x.endAt = r.activity, false, phy.Forever, phy.Forever
	r.singles = append(r.singles, p)
}

// sendAtRandom plans the output of each port by itself: start and tail are later by a draw of the
// port.
func (n *Network) sendAtRandom(r *repeater, v phy.Time) {
	r.separated = true
	for p := r.first; p < r.first+r.count; p++ {
		x := &n.ports[p]
		if !x.enabled || p == r.port {
			continue
		}
		n.separate(r, p)
		x.later = phy.Time(x.rng.Below(uint64(v) + 1))
		n.planSingle(r, p, n.now+r.Delay+x.later, false)
	}
}

// planMain plans the beginning of the main output.
func (n *Network) planMain(r *repeater, at phy.Time, jam bool) {
	r.mainAt, r.mainJam = at, jam
	r.begins++
	n.wake(r, at, mainBegins, r.begins)
}

// planSingle plans the beginning of the output of a port that has instants of its own.
func (n *Network) planSingle(r *repeater, p int32, at phy.Time, jam bool) {
	n.ports[p].beginAt, n.ports[p].asJam = at, jam
	n.wake(r, at, singleBegins, uint32(p))
}

// whileSending is what happens in SEND when carriers change.
func (n *Network) whileSending(r *repeater) {
	x := &n.ports[r.port]
	if r.rose == n.now && !x.usable() { // the input ended as it began: there was none
		r.whole = false
		n.endOutputs(r)
		r.state = idle
		n.ask(r.number)
		return
	}
	if n.othersCollide(r) {
		n.enterTransmitCollision(r)
		return
	}
	if r.over && n.now == r.fell && x.usable() { // it rose again at once: the input goes on
		r.over, r.whole = false, false
		n.voidEnd(r)
		for _, p := range r.singles {
			n.ports[p].endAt = phy.Forever
		}
	}
	if r.over {
		return
	}
	if !x.usable() {
		r.over, r.fell = true, n.now
		r.whole = r.whole && x.chained == 1 && !x.jammed && x.signals == 0 && !r.falseCarrier(x)
		n.planSendEnd(r, x)
		return
	}
	if x.chained > 1 {
		r.whole = false
	}
	if x.cable >= 0 && x.signals > 1 || x.tested() {
		r.seen = n.now
		n.enterReceiveCollision(r)
	}
}

// planSendEnd plans the ends of the outputs, when the input has ended.
func (n *Network) planSendEnd(r *repeater, x *port) {
	least := fewestBits * n.bit
	if !r.separated {
		start := r.mainStart
		if !r.mainOn {
			start = r.mainAt
		}
		end := n.now + r.tail + n.laterAt(r, none)
		if end < start+least {
			end, r.whole = start+least, false
		}
		n.planEnd(r, end)
		return
	}
	for _, p := range r.singles {
		if p == r.port {
			continue
		}
		y := &n.ports[p]
		start := y.started
		if !y.on {
			start = y.beginAt
		}
		if y.endAt = n.now + r.tail + n.laterAt(r, p); y.endAt < start+least {
			y.endAt, r.whole = start+least, false
		}
		n.wake(r, y.endAt, singleEnds, uint32(p))
	}
}

// laterAt returns how much later than the tail of a repeater the output of a port ends, by the variability; none: the
// main output.
func (n *Network) laterAt(r *repeater, p int32) phy.Time {
	if p >= 0 && r.separated {
		return n.ports[p].later
	}
	return r.later
}
