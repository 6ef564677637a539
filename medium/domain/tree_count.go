package domain

import "github.com/csmacd/csmacd/phy"

// crashInTree is a collision.
func (n *Network) crashInTree(until phy.Time) bool {
	v, t := &n.rounds, n.rounds.tree
	if !t.simulate(n) {
		return n.stopRounds()
	}
	firstEnd := phy.Forever
	for k := range v.list {
		a := &v.list[k]
		firstEnd = min(firstEnd, a.end)
		if a.end == 0 || a.coax == 0 && (!n.mayCollide(n.stations[a.station].port) || !n.staysSilent(a)) {
			return n.stopRounds()
		}
	}
	for _, p := range t.links {
		if !n.mayCollide(p) {
			return n.stopRounds()
		}
	}
	if !n.coaxesCollide() || v.someDeaf() && !n.deafStaySilent() {
		return n.stopRounds()
	}
	last := phy.Time(0)
	for k := range t.hubs {
		h, r := &t.hubs[k], &n.repeaters[k]
		length := h.mainEnd - v.first
		if !h.used || h.mainEnd == phy.Forever || r.Lockup > 0 && length >= r.Lockup || r.Jabber > 0 && length >= r.Jabber ||
			r.PartitionLong > 0 && length >= r.PartitionLong || r.PartitionAfter > 0 && length >= r.Reconnect {
			return n.stopRounds()
		}
		t.starts[k] = h.mainStart
		last = max(last, h.mainEnd+r.Recovery)
	}
	switch {
	case v.open && firstEnd <= v.first+v.reach, !n.gapsAreOver(false):
		return n.stopRounds()
	case last+v.span >= until:
		return false
	}
	if extended && n.lone {
		n.sums.Collisions += n.collisionsApart()
	} else {
		n.sums.Collisions++
	}
	v.begins(n)
	v.alone = false
	if extended && t.tells {
		n.tellTree()
	}
	n.countCoaxCrash()
	n.sums.Attempts += uint64(len(v.list))
	for k := range t.hubs {
		n.countCrash(int32(k))
	}
	for _, p := range t.links {
		n.countTreeInput(p)
		if x := t.port(n.ports[p].far); x.own && x.end < phy.Forever {
			n.quiet = max(n.quiet, x.end+n.ports[p].delay)
		} else if !x.own {
			n.quiet = max(n.quiet, t.hubs[n.ports[n.ports[p].far].repeater].mainEnd+n.ports[p].delay)
		}
	}
	if v.open || extended && v.calm.unseen {
		v.sortByEnds()
	}
	lastEnd := firstEnd
	for k := range v.list {
		a := &v.list[k]
		st := &n.stations[a.station]
		if a.coax > 0 {
			lastEnd = max(lastEnd, a.end)
			v.hasEnded(a)
			if extended && a.whole {
				n.sendWhole(a)
			} else {
				n.giveWay(a, st)
			}
			continue
		}
		h, x := &t.hubs[a.hub], t.port(st.port)
		out := h.mainEnd
		if x.own {
			out = x.end
			n.quiet = max(n.quiet, out+a.pos)
		}
		v.free[a.station] = max(a.end, out+a.pos)
		if x.resumed {
			n.hearsAgain(a, x)
		}
		n.quiet = max(n.quiet, a.end+a.pos)
		n.countTreeInput(st.port)
		heard, _ := n.receive(st.rules, h.mainEnd-h.mainStart-h.header, 0, true)
		n.countReception(&st.sums.Counters, heard, nil, ^uint64(0))
		lastEnd = max(lastEnd, a.end)
		n.giveWay(a, st)
	}
	success := phy.Time(0)
	if extended && v.calm.unseen {
		success = n.sendingTime(true)
	}
	n.sums.Shares.Success += success
	n.sums.Shares.Collision += n.sendingTime(false) - success
	n.now = lastEnd
	return true
}

// sendingTime returns the time in which stations of a collision send, or those only that detect none.
func (n *Network) sendingTime(whole bool) (sum phy.Time) {
	v := &n.rounds
	s := v.spells[:0]
	for k := range v.list {
		if whole && !v.list[k].whole {
			continue
		}
		a := output{v.list[k].start, v.list[k].end}
		j := len(s)
		s = append(s, a)
		for ; j > 0 && s[j-1].from > a.from; j-- {
			s[j] = s[j-1]
		}
		s[j] = a
	}
	v.spells = s
	end := phy.Time(0)
	for _, a := range s {
		sum += max(0, a.out-max(a.from, end))
		end = max(end, a.out)
	}
	return sum
}

// mayCollide reports whether a port is not partitioned after a collision of the round.
func (n *Network) mayCollide(p int32) bool {
	x := &n.ports[p]
	r := &n.repeaters[x.repeater]
	if _, collided := n.rounds.tree.collision(p, x.repeater); !collided {
		return true
	}
	return r.PartitionAfter == 0 || r.collisionsAt(x)+n.rounds.tree.port(p).collisions() < r.PartitionAfter
}

// collision returns when a port met a collision, and whether it did: it sent and received at once, or inputs began
// together.
func (t *tree) collision(p, k int32) (at phy.Time, ok bool) {
	x, h := t.port(p), &t.hubs[k]
	from, until := h.mainStart, h.mainEnd
	if x.own {
		from, until = x.first, x.end
	}
	switch {
	case x.rise == phy.Forever:
		return 0, false
	case x.tied:
		return x.rise, true
	}
	at = max(x.rise, from)
	return at, at < min(x.fall, until)
}

// countTreeInput counts what a port received in the round.
func (n *Network) countTreeInput(p int32) {
	x, y := n.rounds.tree.port(p), &n.ports[p]
	if x.rise == phy.Forever {
		return
	}
	r := &n.repeaters[y.repeater]
	at, collided := n.rounds.tree.collision(p, y.repeater)
	if x.collisions() > 1 {
		at = max(at, x.begin)
	}
	n.countInput(r, &y.counters, input{length: x.fall - x.rise, header: x.header, bit: n.bit, collided: collided, late: collided && at-x.rise > lateEvent*n.bit}, 1)
	if collided {
		y.count, y.clears = r.collisionsAt(y)+x.collisions(), r.clears
	}
}

// countCrash counts what stations heard of a repeater in the round.
func (n *Network) countCrash(k int32) {
	v, t := &n.rounds, n.rounds.tree
	h, r := &t.hubs[k], &n.repeaters[k]
	r.transmitCollisions += h.crashes
	if extended && n.lone {
		return
	}
	v.outputs[k] = output{h.mainStart, h.mainEnd}
	n.quiet = max(n.quiet, h.mainEnd)
	if r.channel < 0 {
		return
	}
	c := &n.channels[r.channel]
	heard, _ := n.receive(c.classes[0].rules, h.mainEnd-h.mainStart-h.header, 0, true)
	n.countReception(&c.classes[0].counts, heard, nil, 1)
	skip := v.skip[:0]
	for _, p := range h.apart {
		if i := n.ports[p].station; i >= 0 {
			skip = append(skip, i)
		}
	}
	v.skip = skip
	n.quiet = max(n.quiet, h.mainEnd+c.reachOf(skip))
}
