package t1s

import (
	"math/bits"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// stretch is a row of silent turns: what was on the line before it, and the first turn. Each node sees the end of
// that later by the way from its sender, and counts from there.
type stretch struct {
	end  phy.Time // on the line, at the sender
	by   int32
	turn int
}

// begins returns when a turn of a stretch begins at a node.
func (q *quick) begins(s *stretch, i int32, turn int) phy.Time {
	return s.end + q.distance(s.by, i) + q.latency.CRSOff + phy.Time(turn-s.turn)*q.to
}

// nextBeacon returns when the beacon after the stretch begins.
func (q *quick) nextBeacon() phy.Time {
	return q.edge(q.head, q.begins(&q.stretch, q.head, q.count))
}

// afterBeacon returns the stretch that follows a beacon.
func (q *quick) afterBeacon(b phy.Time) stretch {
	return stretch{end: b + q.beaten + q.latency.Tx, by: q.head}
}

// planTurn finds the next turn that is used, in silence, or the end of what is quick.
func (n *Network) planTurn() {
	q := &n.quick
	if q.kind != quickSilent {
		return
	}
	q.next = phy.Forever
	for id := q.wanted(q.turn); id < q.count; id = q.wanted(id + 1) {
		i := q.owner[id]
		if t := q.begins(&q.stretch, i, id); t >= max(n.nodes[i].quick.at, n.now) {
			q.next, q.use = t, id
			break
		}
	}
	if first := q.wanted(0); q.next == phy.Forever && first < q.count {
		s := q.afterBeacon(q.nextBeacon())
		for id := first; id < q.count; id = q.wanted(id + 1) {
			i := q.owner[id]
			t := q.begins(&s, i, id)
			if late := max(n.nodes[i].quick.at, n.now) - t; late > 0 {
				t += (late + q.cycle - 1) / q.cycle * q.cycle
			}
			if t < q.next {
				q.next, q.use = t, id
			}
		}
	}
	if q.leave = phy.Forever; q.quit < phy.Forever {
		n.planLeave()
	}
}

// planLeave finds the beacon in which the machines go on.
func (n *Network) planLeave() {
	q := &n.quick
	b := q.nextBeacon()
	if last := q.beacon; last >= q.quit && last+q.insync > n.now {
		b = last
	} else if late := max(q.quit, n.now+phy.Picosecond-q.insync) - b; late > 0 {
		b += (late + q.cycle - 1) / q.cycle * q.cycle
	}
	if at := b + q.insync; at <= q.next {
		q.leave = at
	}
}

// pass counts the silent turns, and the beacons, that begin before an instant, or also at it.
func (n *Network) pass(t phy.Time, also bool) {
	q := &n.quick
	s := &n.share
	last := t // the last instant that counts
	if !also {
		last--
	}
	n.shiftTo(t)
	if q.kind != quickSilent {
		s.upTo(t)
		return
	}
	if q.begins(&q.stretch, q.head, q.count) > last {
		s.upTo(t)
		return
	}
	b := q.nextBeacon()
	if b > last {
		s.upTo(t)
		return
	}
	full := (last - b) / q.cycle
	q.turns += uint64(q.count-q.turn) + uint64(full)*uint64(q.count)
	q.beacons += uint64(full) + 1
	s.upTo(b)
	s.beat(b, q.head)
	if full > 0 {
		b += full * q.cycle
		s.cycle(q.cycle, uint64(full))
		s.beacon += full * q.beaten
		s.silent += full * (q.cycle - q.beaten)
		s.began, s.last = b, b
	}
	s.change(b, silence, beacon)
	q.later(b+q.beaten, beacon, silence)
	q.beacon, q.stretch = b, q.afterBeacon(b)
	n.shiftTo(t)
	s.upTo(t)
}

// wanted returns the first turn, from one on, for which a node waits, or at least the number of turns.
func (q *quick) wanted(from int) int {
	for w := from >> 6; w<<6 < q.count; w++ {
		rest := q.wants[w]
		if w == from>>6 {
			rest &= ^uint64(0) << (from & 63)
		}
		if rest != 0 {
			return w<<6 + bits.TrailingZeros64(rest)
		}
	}
	return q.count
}

// want makes a node wait for the first of its turns that comes, and unwant ends that.
func (q *quick) want(i int32) {
	for w, own := range q.places[i].ids {
		q.wants[w] |= own
	}
}

func (q *quick) unwant(i int32) {
	for w, own := range q.places[i].ids {
		q.wants[w] &^= own
	}
}

// quickUse begins the turn of a node that is pending.
func (n *Network) quickUse() {
	q := &n.quick
	id := q.use
	i := q.owner[id]
	x := &n.nodes[i]
	n.pass(n.now, true)
	q.turns += uint64(id - q.turn + 1)
	q.turn = id + 1
	q.leave = phy.Forever
	x.quick.used++
	q.from, q.bc, q.held, q.lined = i, 0, 0, silence
	q.unwant(i)
	was := x.quick.state
	x.quick.state = plca.Idle
	if was == plca.Hold {
		q.unhold(n.nodes, i)
		q.ends = x.tx.end
		starts := q.edge(i, n.now)
		if c := q.latency.MII; c > 0 && starts == x.quick.at { // HOLD cannot be left at the edge at which it begins
			q.commit(n, starts, starts+c)
			starts += c
		}
		q.kind, q.next = quickStart, starts
		q.held = starts - q.edgeBefore(i, x.quick.at)
		return
	}
	q.commit(n, q.edge(i, n.now), n.now+plca.CommitTimer)
	st := &x.station
	st.busy = false
	st.past.Transmitted(n.now)
	n.startSoon()
}

// edgeBefore returns the last edge of the clock of a node's MII, up to an instant.
func (q *quick) edgeBefore(i int32, t phy.Time) phy.Time {
	c := q.latency.MII
	if c == 0 {
		return t
	}
	return q.edge(i, t+phy.Picosecond) - c
}

// countsOf returns what has happened at a node, turns and beacons that were not looked at included.
func (n *Network) countsOf(i int) plca.Counts {
	x := &n.nodes[i]
	c := x.sub.Counts
	if n.quick.on {
		c.Yielded += n.begun(int32(i)) - x.quick.used
		c.Beacons += n.heard(int32(i)) - x.quick.heard
	}
	return c
}

// last returns the last instant that has been processed as a whole.
func (n *Network) last() phy.Time {
	if n.quick.whole {
		return n.now
	}
	return n.now - phy.Picosecond
}

// begun returns how often turns of a node have begun since the bus is quick.
func (n *Network) begun(i int32) (begun uint64) {
	q := &n.quick
	cycles, rest := q.turns/uint64(q.count), int(q.turns%uint64(q.count))
	ids := &q.places[i].ids
	for id := ids.Next(0); id < plca.NoID; id = ids.Next(id + 1) {
		begun += cycles
		if id < rest {
			begun++
		}
		if q.kind == quickSilent && id >= q.turn && q.begins(&q.stretch, i, id) <= n.last() {
			begun++
		}
	}
	return begun
}

// heard returns how many beacons a node has sent or decoded since the bus is quick.
func (n *Network) heard(i int32) uint64 {
	q := &n.quick
	if q.beacons > 0 && i != q.head && q.decoded(q.beacon, i) > n.last() {
		return q.beacons - 1
	}
	return q.beacons
}
