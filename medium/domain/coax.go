package domain

import "github.com/csmacd/csmacd/phy"

// A coax is a cable of a network that is run by contention rounds. It has a port of one repeater or of several, and the network
// is a tree of repeaters and cables. Its stations hear each other directly, and everything else from its ports. A round of such
// a network is that of a tree (see tree), in which each coax has signals:
//
//   - Carrier at a place ends when the last signal has passed it. Two numbers tell that for all places: the signal
//     that ends at e and comes from p has passed x at the later of e-p+x and e+p-x.
//   - A station that is ready starts when the gap after that is over, whatever it hears in part 2 of the gap. One
//     that becomes ready later starts then, unless a signal has reached it before.
//   - A port receives a collision if two signals are at its tap. The repeater then sends jam to all others.
//   - What one port sends is heard by the others at the cable as the signal of a station is.
//   - Every tap receives the signals of a collision as one fragment, or as something longer (see long.go). Otherwise instants process
//     the round.
type coax struct {
	channel int32
	ports   []int32
	gates   []int32  // by repeater, the port through which the cable is joined to it
	span    phy.Time // the longest delay from a port to a station or another port

	ends       [2]phy.Time  // of the last round: what is left is up to ends[0]+x and ends[1]-x
	last, next []coaxSignal // the signals of the last round, and of the one being made
	made       bool         // there was a round since the instants ended
	long       bool         // what the taps heard in the last round is more than a fragment, and is not counted yet
	lasts      bool         // the same, of the round being made
}

// coaxSignal is a signal on a cable in a round.
type coaxSignal struct {
	attempt    int32  // its index among those of the round; -1: a port sends it
	station    int32  // or that port
	plan       uint32 // counts what makes planned ends void
	start, end phy.Time
	met        phy.Time // when its station hears another
	pos        phy.Time // of its sender
	header     phy.Time
	whole      bool // its station detects no collision
}

// from returns the delay of a signal to a place.
func (s *coaxSignal) from(pos phy.Time) phy.Time { return abs(s.pos - pos) }

// coaxOf returns the cable of a station, or nil.
func (n *Network) coaxOf(i int32) *coax {
	v := &n.rounds
	if !extended || len(v.coaxes) == 0 {
		return nil
	}
	return v.coaxOn(n.stations[i].channel)
}

// coaxOn returns the cable that is a channel, or nil.
func (v *rounds) coaxOn(channel int32) *coax {
	if k := v.coaxAt[channel]; k > 0 {
		return &v.coaxes[k-1]
	}
	return nil
}

// initCoaxes finds the cables of a network. It reports whether rounds can process them: they and the repeaters are a tree,
// and nothing about them can change.
func (n *Network) initCoaxes() bool {
	v := &n.rounds
	v.coaxAt = make([]int32, len(n.channels))
	taps := 0
	for k := range n.channels {
		c := &n.channels[k]
		if c.hub {
			continue
		}
		ports := c.ports
		if n.lone {
			ports = []int32{0}
		}
		if len(ports) == 0 || c.wire != nil || !n.mayHearAlike(c) {
			return false
		}
		x := coax{channel: int32(k), ports: ports, ends: [2]phy.Time{noOutput, noOutput}}
		for _, p := range ports {
			if !n.ports[p].enabled {
				return false
			}
			x.span = max(x.span, n.reach(c, &signal{pos: n.ports[p].pos, only: none}))
		}
		taps += len(ports)
		c.repeater = n.ports[ports[0]].repeater
		v.coaxes = append(v.coaxes, x)
		v.coaxAt[k] = int32(len(v.coaxes))
	}
	links := 0
	for p := range n.ports {
		if n.ports[p].far > int32(p) {
			links++
		}
	}
	return taps+links == len(n.repeaters)+len(v.coaxes)-1 // if all are joined, there is no loop
}

// nearestPort returns the port of a cable that is nearest to a place, and the delay to it.
func nearestPort(n *Network, x *coax, pos phy.Time) (p int32, delay phy.Time) {
	delay = phy.Forever
	for _, q := range x.ports {
		if d := abs(n.ports[q].pos - pos); d < delay {
			p, delay = q, d
		}
	}
	return p, delay
}

// fall returns the end of the last carrier at a place.
func (x *coax) fall(pos phy.Time) phy.Time { return max(x.ends[0]+pos, x.ends[1]-pos) }

// end makes a signal one of the last round.
func (x *coax) end(pos, end phy.Time) {
	x.ends[0], x.ends[1] = max(x.ends[0], end-pos), max(x.ends[1], end+pos)
}

// startCoaxes takes over what was last on the cables. It reports whether rounds can go on from there: all of it is over, and is
// one interval of carrier at every tap, which lasts for longer than a gap that was running.
func (n *Network) startCoaxes() bool {
	v := &n.rounds
	for k := range v.coaxes {
		x := &v.coaxes[k]
		c := &n.channels[x.channel]
		x.made, x.long, x.ends = false, false, [2]phy.Time{noOutput, noOutput}
		last := c.signals[c.last:]
		if len(last) == 0 {
			continue // nobody has sent anything
		}
		end, lasts := n.at(last[0]).start+c.span+1, false
		x.next = x.next[:0]
		for _, j := range last {
			s := n.at(j)
			if n.lone && s.start+c.span >= n.now || !n.lone && (s.start+c.span >= end || s.end-s.start <= c.span) {
				return false // a station that has not heard it yet may begin
			}
			end = max(end, s.end)
			x.next = append(x.next, coaxSignal{start: s.start, end: s.end, pos: s.pos})
			lasts = lasts || s.end-s.start >= n.gap
			x.end(s.pos, s.end)
		}
		if !lasts || n.lone && !c.isChain(x.next) {
			return false
		}
	}
	return true
}

// coaxesBegin makes the signals of the round being made those of the last one. Before the first round, it clears the cables.
func (n *Network) coaxesBegin() {
	v := &n.rounds
	for k := range v.coaxes {
		x := &v.coaxes[k]
		if !x.made {
			x.made = true
			n.clearCoax(&n.channels[x.channel])
		}
		if x.long {
			n.countLong(x)
		}
		x.last, x.next, x.long = x.next, x.last, x.lasts
		x.ends = [2]phy.Time{noOutput, noOutput}
		for j := range x.last {
			x.end(x.last[j].pos, x.last[j].end)
		}
	}
}

// clearCoax counts what the stations on a cable have heard so far, and forgets its signals. The last of them may still be on
// their way, but nothing follows them before they have passed.
func (n *Network) clearCoax(c *channel) {
	now := n.now
	n.now = max(now, n.silent()+1)
	n.settleAlike(c)
	for _, j := range c.signals {
		if n.at(j).count {
			continue
		}
		for _, i := range c.stations {
			n.digestTap(c, i, n.now)
			t := &n.stations[i].tap
			t.upTo = min(t.upTo, t.deference.Fall()+1)
		}
		break
	}
	n.forget(c, len(c.signals))
	for _, i := range c.faulty { // what follows may fall there before this instant
		t := &n.stations[i].tap
		t.upTo = min(t.upTo, t.deference.Fall()+1)
	}
	c.last, c.dirty = 0, false
	n.now = now
}

// endCoaxes puts the last round on the cables. Instants count again what their stations hear of it.
func (n *Network) endCoaxes() {
	v := &n.rounds
	for k := range v.coaxes {
		x := &v.coaxes[k]
		if !x.made {
			continue
		}
		c := &n.channels[x.channel]
		if !x.long {
			n.countCoax(x, ^uint64(0))
		}
		for j := range x.last {
			s := &x.last[j]
			y := signal{start: s.start, end: s.end, pos: s.pos, header: s.header, source: s.station, repeater: c.repeater, only: none, ended: true, jammed: !v.alone}
			if s.attempt < 0 {
				y.source, y.repeater = n.tapOf(s.station), n.ports[s.station].repeater
			}
			if v.alone {
				y.frame = v.frame
			}
			c.signals = append(c.signals, n.pool.signal(y))
			c.anew()
		}
	}
}

// countCoax counts what the stations on a cable heard in the last round, or takes that back: a frame, or one fragment.
func (n *Network) countCoax(x *coax, times uint64) {
	v := &n.rounds
	c := &n.channels[x.channel]
	if v.alone {
		s := &x.last[0]
		if v.frame.Destination >= 0 {
			return // all sizes fit
		}
		for k := range c.classes {
			y := &c.classes[k]
			judged, _ := n.receive(y.rules, s.end-s.start-s.header, 0, false)
			n.countReception(&y.counts, judged, &v.frame, times)
		}
		n.deafOn(x, func(st *station, _ int32) {
			judged, _ := n.receive(st.rules, s.end-s.start-s.header, 0, false)
			n.countReception(&st.sums.Counters, judged, &v.frame, -times)
		})
		if s.attempt >= 0 && !n.isDeaf(s.station) {
			st := &n.stations[s.station]
			judged, _ := n.receive(st.rules, s.end-s.start-s.header, 0, false)
			n.countReception(&st.sums.Counters, judged, &v.frame, -times)
		}
		return
	}
	for k := range c.classes {
		c.classes[k].counts.Fragments += times
	}
	n.deafOn(x, func(st *station, _ int32) { st.sums.Counters.Fragments -= times })
	for k := range x.last {
		if s := &x.last[k]; s.attempt >= 0 && !n.isDeaf(s.station) {
			n.stations[s.station].sums.Counters.Fragments -= times
		}
	}
}
