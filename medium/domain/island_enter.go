package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// ask records that a repeater has just become silent.
func (w *islands) ask(k int32) {
	if w.able && w.hubs[k].able {
		w.asked = append(w.asked, k)
	}
}

// enterIslands makes repeaters islands that have just become silent. What their stations have heard is counted at once, and so
// has to be over before an instant.
func (n *Network) enterIslands(until phy.Time) {
	w := &n.rounds.islands
	until = min(until, n.rounds.calm.next())
	for _, k := range w.asked {
		n.enterIsland(k, until)
	}
	w.asked = w.asked[:0]
}

// isIsland reports whether a repeater is partitioned from its neighbours, and silent.
func (n *Network) isIsland(k int32) bool {
	v, r := &n.rounds, &n.repeaters[k]
	x, c := &v.islands.hubs[k], &n.channels[r.channel]
	if !x.able || x.on || v.open || r.state != idle && r.state != resting || r.mainOn || len(n.ready) > 0 || n.hooks != nil ||
		n.watch.kinds != 0 || len(n.placer.told) > 0 || v.calm.others || c.sounding > 0 || len(c.active)+len(c.waiters) > 0 {
		return false
	}
	for _, p := range r.watched {
		if n.ports[p].far < 0 {
			return false // a station's port is partitioned, or about to be
		}
	}
	for _, i := range v.spoke {
		if st := &n.stations[i]; st.channel == c.index && st.tx.end+st.pos > n.now {
			return false // its signal is on its way to the repeater: its link is long
		}
	}
	return n.staysApart(x, n.now)
}

// staysApart reports whether the links of an island are partitioned at both ends when output that begins at an instant
// reaches them.
func (n *Network) staysApart(x *island, at phy.Time) bool {
	for _, p := range x.links {
		y := &n.ports[p]
		if !y.partitioned || !n.ports[y.far].partitioned || n.mayReconnect(p, at) || n.mayReconnect(y.far, at+y.delay) {
			return false
		}
	}
	return true
}

// mayReconnect reports whether a partitioned port may be reconnected up to an instant, before which nothing begins
// that has not begun yet.
func (n *Network) mayReconnect(p int32, at phy.Time) bool {
	x := &n.ports[p]
	w, r := &n.rounds.islands, &n.repeaters[x.repeater]
	own, other := &w.hubs[x.repeater], &w.hubs[n.ports[x.far].repeater]
	if own.on && r.mainOn && own.last.out > at {
		return false // it is sent to until then
	}
	if r.ReconnectSend {
		return x.sending && !x.sentHit && x.sentFrom+r.Reconnect <= at
	}
	if other.on && x.signals > 0 && other.last.out+x.delay > at {
		return false // it receives until then
	}
	return x.active && !x.hit && x.stretch+r.Reconnect <= at
}

// enterIsland makes a repeater an island, if it is one and its stations have heard the same. This is startRounds for
// one repeater.
func (n *Network) enterIsland(k int32, until phy.Time) {
	if n.silent()+1 >= until || !n.isIsland(k) {
		return
	}
	v, r := &n.rounds, &n.repeaters[k]
	x, c := &v.islands.hubs[k], &n.channels[r.channel]
	p := &n.stations[0].rules.Params
	n.findApartOf(x, c)
	if !n.hearAlike(c) {
		return
	}
	x.last, x.number = v.outputs[k], v.number
	first, second, last := phy.Forever, phy.Forever, -phy.Forever // the first two inputs, before a gap
	if len(x.apart) < len(c.stations) {
		first, second, last = x.last.out+2*x.least, x.last.out+2*x.least, x.last.out
	}
	for _, i := range x.apart {
		d, ok := n.afterLast(i)
		if !ok {
			return
		}
		pos := n.stations[i].pos
		v.free[i] = d.Clear(p, 0) - p.Gap
		last = max(last, v.free[i]-pos)
		if input := v.free[i] + pos; input < first {
			first, second = input, first
		} else {
			second = min(second, input)
		}
	}
	if last > min(first+r.Delay, second+r.JamDelay) {
		return // a station would hear another in its gap
	}
	now := n.now
	n.now = max(now, n.silent()+1)
	n.settlePassed(c)
	for _, i := range x.apart {
		st := &n.stations[i]
		n.digestTap(c, i, n.now)
		st.tap.upTo = st.tap.deference.Fall() + 1
	}
	n.now = now
	n.forget(c, len(c.signals))
	c.dirty = false
	v.spoke = slices.DeleteFunc(v.spoke, func(i int32) bool {
		if n.stations[i].channel != c.index {
			return false
		}
		v.said[i] = false
		return true
	})
	x.on, x.made, x.next = true, false, phy.Forever
	v.islands.count++
	for _, i := range c.stations {
		st := &n.stations[i]
		st.turn++ // what is in the agenda is void
		if st.state == backing {
			v.islands.ends.Push(agenda.New(st.ready, settling, i, backoffEnd, 0, st.turn))
			continue
		}
		x.ready = append(x.ready, i)
		x.next = min(x.next, n.islandStart(x, i))
	}
}

// findApartOf is findApart for one repeater.
func (n *Network) findApartOf(x *island, c *channel) {
	v := &n.rounds
	v.number++
	x.apart = x.apart[:0]
	add := func(i int32) {
		if n.stations[i].channel == c.index && v.in[i] != v.number {
			v.in[i] = v.number
			x.apart = append(x.apart, i)
		}
	}
	for _, i := range v.spoke {
		add(i)
	}
	n.addApart(c, add)
}

// leaveIslands lets all islands go on instant by instant.
func (n *Network) leaveIslands() {
	w := &n.rounds.islands
	for k := 0; w.count > 0; k++ {
		if w.hubs[k].on {
			n.leaveIsland(int32(k))
		}
	}
}

// reconnectIsland is for a repeater one of whose ports has just been reconnected.
func (n *Network) reconnectIsland(k int32) {
	if w := &n.rounds.islands; w.count > 0 && w.hubs[k].on {
		n.leaveIsland(k)
	}
}

// leaveIsland lets an island go on instant by instant. This is endRounds for one repeater.
func (n *Network) leaveIsland(k int32) {
	v := &n.rounds
	x, c := &v.islands.hubs[k], &n.channels[n.repeaters[k].channel]
	x.on = false
	v.islands.count--
	v.number = max(v.number, x.number)
	for _, i := range c.stations {
		st := &n.stations[i]
		st.turn++
		start := n.islandStart(x, i)
		switch {
		case st.state == waiting && st.ready < start:
			n.release(i, start)
		default:
			st.state = backing
			n.agenda.Push(agenda.New(st.ready, settling, i, backoffEnd, 0, st.turn))
		}
	}
	x.ready = x.ready[:0]
	if x.made {
		for _, i := range x.apart {
			n.hasSent(i)
		}
	}
	o := x.last
	if o.out == noOutput { // only the taps know of what was heard
		c.dirty = c.dirty || len(x.apart) > 0
		return
	}
	// The others hear the last output, which has been counted.
	j := n.pool.signal(signal{start: o.from, end: o.out, source: none, repeater: k, only: none, ended: true, jammed: true, count: true})
	s := n.at(j)
	s.skip = append(s.skip, x.apart...)
	c.signals = append(c.signals[:0], j)
	c.last, c.old = 0, 0
	c.lastEnd = max(c.lastEnd, o.out)
	c.oldEnd = c.lastEnd
}
