package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// enterQuick makes the bus quick at an instant of a beacon that all nodes see or have decoded, if they are in
// step. Everything before that instant has happened.
func (n *Network) enterQuick(t phy.Time) {
	q := &n.quick
	q.quit = phy.Forever
	if n.pendingChange > 0 {
		q.quit = n.nextChange() - q.longest
	}
	if !q.able || n.watch.kinds&^quickKinds != 0 || n.hooks != nil || len(n.placer) > 0 || t >= q.quit || n.under > 1 || !n.inBeacon() {
		return
	}
	k := n.beaconElement()
	n.now, n.agenda.past = t, t
	n.agenda.drop(func(e *entry) bool {
		switch e.job() {
		case lineEdge, phyOn, phyOff, esdEnd, tailEnd, resetEnd, clockEdge:
			return true
		case txEnd: // of a node in HOLD
			return !n.nodes[e.station()].tx.collided
		}
		return false
	})
	if n.under > 0 {
		n.under = 0
		n.free = append(n.free, k)
	}
	h := &n.nodes[q.head]
	q.shifted = 0
	if q.beacon = n.share.began; h.out.sort == beacon {
		q.later(q.beacon+q.beaten, beacon, silence)
	}
	h.out = out{turn: h.out.turn + 1}
	h.cmd = plca.None
	q.on, q.kind, q.from, q.free, q.whole = true, quickSilent, -1, 0, false
	q.stretch = q.afterBeacon(q.beacon)
	q.turns, q.beacons, q.held = 0, 1, 0
	q.wants, q.holds, q.alert = plca.IDs{}, q.holds[:0], q.alert[:0]
	q.last, q.before = heardData{from: -1}, heardData{from: -1}
	q.pieces = [len(q.pieces)]piece{}
	q.arrival.at, q.crash = phy.Forever, phy.Forever
	for i := range int32(len(n.nodes)) {
		n.enterNode(i)
	}
	n.planTurn()
}

// inBeacon reports whether all nodes are in step in a beacon that they have decoded, or are about to, and nothing
// else is under way.
func (n *Network) inBeacon() bool {
	q := &n.quick
	if n.share.by != q.head {
		return false
	}
	for i := range n.nodes {
		x := &n.nodes[i]
		t := &x.tap
		other := t.live
		if t.present[q.head] > 0 && n.elements[t.present[q.head]].sort == beacon {
			other--
		}
		if s, _, ok := x.sub.Waiting(); !ok || !x.keepsStep(s) || other > 0 || t.reset || !t.crs.alone() || !t.col.over() || !t.dv.over() || !t.cmds[1].over() {
			return false
		}
		if b := &t.cmds[0]; !b.alone() && !(b.comes() && b.since == q.decoded(n.share.began, int32(i)) && t.crs.since == b.since-q.latency.commitOn()+q.latency.CRSOn) {
			return false
		}
		if i := int32(i); i != q.head && x.sub.Synced() != t.cmds[0].on() {
			return false
		}
		if s := x.out.sort; s != silence && (s != beacon || int32(i) != q.head) {
			return false
		}
	}
	return true
}

// keepsStep reports whether what the MAC of a node does fits to its data diagram. After a collision on the line it may
// not.
func (x *node) keepsStep(s plca.DataState) bool {
	switch sends := x.state == sending; s {
	case plca.Hold:
		return sends && !x.tx.collided
	case plca.Idle:
		return !sends || !x.tx.collided
	case plca.Collide:
		return x.tx.collided
	default:
		return !sends
	}
}

// alone reports whether one interval of a signal is on, and no other is to come.
func (s *signal) alone() bool { return s.count == 1 && s.first == len(s.waiting) }

// comes reports whether a signal is off, and one interval of it is to come.
func (s *signal) comes() bool {
	return s.count == 0 && s.first == len(s.waiting)-1 && s.waiting[s.first].real
}

// beaconElement returns the number of the beacon that is on the line, or has not left all taps.
func (n *Network) beaconElement() (k uint32) {
	for i := range n.nodes {
		k = max(k, n.nodes[i].tap.present[n.quick.head])
	}
	return k
}

// enterNode makes a node a quick one.
func (n *Network) enterNode(i int32) {
	q := &n.quick
	x := &n.nodes[i]
	s, at, _ := x.sub.Waiting()
	n.wakeAt(i, phy.Forever)
	w := quickNode{state: s, at: at}
	if i == q.head || x.sub.Synced() { // it has counted the beacon
		w.heard = 1
	}
	switch {
	case s == plca.Idle && x.state == sending: // before the edge at which the MII takes it
		w.state, w.at = plca.Hold, q.edge(i, x.tx.start)
		x.tx.seen = true
	case s == plca.Collide:
		w.state, w.at = plca.Pending, q.edge(i, x.tx.end)+plca.PendingTimer
	case s == plca.DelayPending:
		w.state = plca.Pending
	}
	x.quick = w
	if w.state != plca.Idle {
		q.want(i)
	}
	if w.state == plca.Hold {
		n.hold(i, phy.Forever)
	}
	if x.state == waiting && w.state == plca.Idle {
		n.heed(i)
	}
	t := &x.tap // the beacon leaves the taps
	t.present[q.head], t.live, t.sum, t.busy, t.decodes = 0, 0, 0, false, silence
	t.crs.count, t.cmds[0].count = 0, 0
	t.cmds[0].waiting, t.cmds[0].first = t.cmds[0].waiting[:0], 0
	t.chain = chain{}
}
