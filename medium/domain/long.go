package domain

import "github.com/csmacd/csmacd/phy"

// A collision on a cable may last for longer than a fragment: a station that detects none sends its frame to the end, and one that is deaf may
// begin late in the frame of another. The contention rounds of a cable without a repeater go on if every tap receives all of it as one. How long that lasts depends on the place,
// and so does what it is taken for.

// endWhole plans the end of the last signal on a cable, whose station detects no collision.
func (t *tree) endWhole(n *Network, x *coax) {
	k := int32(len(x.next) - 1)
	s := &x.next[k]
	s.end = t.now + n.durationOf(s.station)
	n.rounds.list[s.attempt].end = s.end
	planFallOnCoax(t, n, x, k)
}

// isChain reports whether every tap of a cable hears some signals as one: each overlaps one of those before it at both ends of the cable, and so
// at every tap.
func (c *channel) isChain(signals []coaxSignal) bool {
	overlap := func(s, o *coaxSignal, pos phy.Time) bool {
		a, b := s.from(pos), o.from(pos)
		return s.start+a < o.end+b && o.start+b < s.end+a
	}
	for k := range signals {
		s := &signals[k]
		j := k - 1
		for j >= 0 && !(overlap(s, &signals[j], c.left) && overlap(s, &signals[j], c.right)) {
			j--
		}
		if j < 0 && k > 0 {
			return false
		}
	}
	return true
}

// countLong counts what the stations on a cable heard in the last round: one reception that lasts for longer than a fragment.
func (n *Network) countLong(x *coax) {
	x.long = false
	c := &n.channels[x.channel]
	n.side = n.side[:0]
	for k := range x.last {
		s := &x.last[k]
		n.side = append(n.side, n.pool.signal(signal{start: s.start, end: s.end, pos: s.pos, header: s.header, source: s.station, only: none, ended: true, jammed: true}))
	}
	n.countRanges(c, n.side)
	for _, k := range n.side {
		n.pool.drop(k)
	}
	n.deafOn(x, func(st *station, _ int32) { n.discountLong(x, st) })
	for k := range x.last {
		if i := x.last[k].station; !n.isDeaf(i) {
			n.discountLong(x, &n.stations[i])
		}
	}
}

// discountLong takes back what a station is counted to have heard of the last round, as one that sent nothing.
func (n *Network) discountLong(x *coax, st *station) {
	rise := phy.Forever
	for k := range x.last {
		s := &x.last[k]
		rise = min(rise, s.start+s.from(st.pos))
	}
	judged, _ := n.receive(st.rules, x.fall(st.pos)-rise-x.last[0].header, 0, true)
	n.countReception(&st.sums.Counters, judged, nil, ^uint64(0))
}

// sendWhole ends an attempt that met a collision which its station does not detect: its frame is sent, and lost.
func (n *Network) sendWhole(a *attempt) {
	i := a.station
	st := &n.stations[i]
	q := n.queue.head(st)
	f, queued := q.frame, q.at
	n.settleUntil(a.end)
	n.now = a.end
	st.waitedUntil(a.start)
	st.turn++
	n.testsSignal(st)
	n.digest.Add(&st.name, a.start, a.end, 0)
	if n.watch.kinds&ofAttempts != 0 {
		n.tellAlone(a, &f)
	}
	n.sent(i, &f)
	n.leave(i)
	at := a.end
	if d := f.Destination; d >= 0 && d != i {
		at += abs(n.stations[d].pos - st.pos)
	} else {
		c := &n.channels[st.channel]
		at += max(st.pos-c.left, c.right-st.pos)
	}
	n.now = at
	n.inTransit(&f, queued, a.end, at, false)
	n.sums.Decide(&st.sums, &f, a.end, at-queued, false)
	n.now = a.end
}
