package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// planTurn finds the next turn that is used, in silence.
func (n *Network) planTurn() {
	q := &n.quick
	if q.kind != quickSilent {
		return
	}
	if q.next = phy.Forever; q.wanting == 0 {
		return
	}
	at := q.since
	for id, k := q.turn, 0; k < q.count; k++ {
		if o := q.owner[id]; o >= 0 && n.nodes[o].quick.state != plca.Idle {
			ready := max(n.nodes[o].quick.at, n.now)
			if ready <= at {
				q.next = min(q.next, at)
				break
			}
			q.next = min(q.next, at+(ready-at+q.cycle-1)/q.cycle*q.cycle)
		}
		at += q.to
		if id++; id == q.count {
			id = 0
			at += plca.BeaconTimer
		}
	}
	q.next = n.fills(q.next)
}

// fills returns the instant at which a delay line is full, if that is before another.
func (n *Network) fills(t phy.Time) phy.Time {
	for _, i := range n.quick.holds {
		t = min(t, n.nodes[i].quick.at+plca.DelayLine)
	}
	return t
}

// full makes the frames collide whose delay lines are full now. It reports whether there were any.
func (n *Network) full() (any bool) {
	q := &n.quick
	list := q.holds[:0]
	for _, i := range q.holds {
		if n.nodes[i].quick.at+plca.DelayLine > n.now {
			list = append(list, i)
			continue
		}
		any = true
		n.quickCollide(i)
	}
	q.holds = list
	return any
}

// pass counts the silent turns, and the beacons, that begin before an instant, or also at it. The turn
// counted, and since when, follow.
func (n *Network) pass(t phy.Time, also bool) {
	q := &n.quick
	s := &n.share
	if q.kind != quickSilent {
		s.upTo(t)
		return
	}
	last := t // the last instant that counts
	if !also {
		last--
	}
	begins := q.since + phy.Time(q.count-q.turn)*q.to // the next beacon
	if last < begins {
		k := max(0, last-q.since) / q.to
		q.turns += uint64(k)
		q.turn += int(k)
		q.since += k * q.to
		s.upTo(t)
		return
	}
	full := (last - begins) / q.cycle
	q.turns += uint64(q.count-q.turn-1) + uint64(full)*uint64(q.count)
	q.beacons += uint64(full) + 1
	s.upTo(begins)
	s.beat(begins, q.head)
	if full > 0 {
		s.cycle(q.cycle, uint64(full))
		s.began = begins + full*q.cycle
	}
	s.beacon += full * plca.BeaconTimer
	s.silent += full * phy.Time(q.count) * q.to
	start := begins + full*q.cycle // of the last beacon
	s.last = start
	q.turn = q.count
	if rest := last - start; rest < plca.BeaconTimer {
		q.kind, q.since = quickBeacon, start
		q.next = n.fills(start + plca.BeaconTimer)
		s.change(start, silence, beacon)
		s.upTo(t)
		return
	}
	s.beacon += plca.BeaconTimer
	s.last += plca.BeaconTimer
	k := (last - start - plca.BeaconTimer) / q.to
	q.turns += uint64(k) + 1
	q.turn, q.since = int(k), start+plca.BeaconTimer+k*q.to
	s.upTo(t)
}

// quickTurn processes what begins on the line by itself. It reports whether the bus is still quick.
func (n *Network) quickTurn() bool {
	q := &n.quick
	switch q.kind {
	case quickBeacon:
		if n.full() {
			q.next = n.fills(q.since + plca.BeaconTimer)
			break
		}
		n.share.change(n.now, beacon, silence)
		q.beginTurn(n, 0)
	case quickSilent:
		if !n.full() {
			return n.quickUse()
		}
		n.planTurn()
	case quickCommit: // nobody follows
		q.kind, q.since, q.next = quickEnd, n.now, n.now+endCode
	case quickData:
		n.quickFall()
	case quickEnd:
		n.quickRest()
	}
	return true
}

// beginTurn begins a turn, or a beacon after the last.
func (q *quick) beginTurn(n *Network, turn int) {
	q.from = -1
	if turn == q.count {
		q.kind, q.since, q.turn = quickBeacon, n.now, turn
		q.next = n.fills(n.now + plca.BeaconTimer)
		q.beacons++
		n.share.beat(n.now, q.head)
		n.share.change(n.now, silence, beacon)
		return
	}
	q.kind, q.since, q.turn = quickSilent, n.now, turn
	q.turns++
	n.planTurn()
}

// quickUse begins the turn of a node that is pending. It reports whether the bus is still quick.
func (n *Network) quickUse() bool {
	q := &n.quick
	began, turn := q.since, q.turn // as they will be
	if cycleAt := q.since + phy.Time(q.count-q.turn)*q.to; n.now < cycleAt {
		turn += int((n.now - q.since) / q.to)
		began += (n.now - q.since) / q.to * q.to
	} else {
		into := (n.now - cycleAt) % q.cycle
		if into < plca.BeaconTimer {
			turn = q.count
		} else {
			turn = int((into - plca.BeaconTimer) / q.to)
			began = n.now - (into-plca.BeaconTimer)%q.to
		}
	}
	k := int32(-1)
	if turn < q.count && began == n.now {
		k = q.owner[turn]
	}
	if k >= 0 && (n.nodes[k].quick.state == plca.Idle || n.nodes[k].quick.at > n.now) {
		k = -1
	}
	if k < 0 {
		n.leaveQuick(n.now)
		return false
	}
	x := &n.nodes[k]
	st := &x.station
	if x.quick.state == plca.Pending {
		start := n.now + st.rules.Gap
		if st.state == backing {
			start = max(start, x.quick.until)
		}
		if st.state != waiting && st.state != backing || start > n.now+plca.CommitTimer {
			n.leaveQuick(n.now)
			return false
		}
	}
	n.pass(n.now, true)
	x.quick.used++
	q.from, q.bc = k, 0
	hold := x.quick.state == plca.Hold
	x.quick.state = plca.Idle
	q.wanting--
	for _, i := range q.holds {
		if i != k {
			n.quickCollide(i)
		}
	}
	q.holds = q.holds[:0]
	if hold {
		q.kind = quickSilent
		n.quickSend(k, n.now-x.quick.at)
		return true
	}
	n.share.change(n.now, silence, commit)
	q.kind, q.since, q.next, q.limit = quickCommit, n.now, phy.Forever, phy.Forever
	st.busy = false
	st.past.Transmitted(n.now)
	if st.state == waiting {
		n.planStart(k)
	}
	return true
}

// countsOf returns what has happened at a node, turns that were not looked at included.
func (n *Network) countsOf(i int) plca.Counts {
	x := &n.nodes[i]
	c := x.sub.Counts
	if q := &n.quick; q.on {
		c.Yielded += n.begun(x) - x.quick.used
		c.Beacons += q.beacons
	}
	return c
}

// begun returns how often the turn of a node has begun since the bus is quick.
func (n *Network) begun(x *node) uint64 {
	q := &n.quick
	begun := q.turns / uint64(q.count)
	if uint64(x.sub.IDs.Next(0)) < q.turns%uint64(q.count) {
		begun++
	}
	return begun
}
