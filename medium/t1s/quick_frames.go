package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// quickBegin processes the start of an attempt of a node: it is the node's turn, or it waits for that, or others
// send.
func (n *Network) quickBegin(i int32) {
	x := &n.nodes[i]
	q := &n.quick
	st := &x.station
	x.quick.alert = false
	if !st.busy {
		st.busy, st.rise = true, n.now
	}
	st.own, st.tx.seen = true, true
	at := q.edge(i, n.now)
	if q.from == i {
		if q.kind == quickCommit && (at < q.limit || at == q.limit && q.bc == 0) {
			q.kind, q.next = quickStart, at
			return
		}
		at = max(at, q.free) // HOLD begins when the carrier of the node's own COMMIT has fallen
	}
	x.quick.state, x.quick.at = plca.Hold, at
	q.want(i)
	meets := q.meets(i, max(at, n.now))
	if meets == n.now {
		n.quickCollide(i)
		return
	}
	n.hold(i, meets)
	n.planTurn()
}

// hold adds a node to those in HOLD, which meets at an instant what is on the line.
func (n *Network) hold(i int32, meets phy.Time) {
	q := &n.quick
	x := &n.nodes[i].quick
	q.holds = append(q.holds, i)
	x.doomed = meets < phy.Forever
	x.crash = min(meets, q.fills(i, x.at))
	q.crash = min(q.crash, x.crash)
}

// fills returns when the delay line of a node is full that is in HOLD since an instant.
func (q *quick) fills(i int32, at phy.Time) phy.Time {
	if c := q.latency.MII; c > 0 {
		return q.edgeBefore(i, at) + (plca.DelayLine/(4*plca.Bit)-1)*c
	}
	return at + plca.DelayLine
}

// doom finds out when a node in HOLD collides with what is on the line. It reports whether that is now.
func (n *Network) doom(i int32) (now bool) {
	x := &n.nodes[i]
	at := n.quick.meets(i, max(x.quick.at, n.now))
	switch {
	case x.quick.doomed || at >= phy.Forever:
		return false
	case at == n.now:
		n.quickCollide(i)
		return true
	}
	x.quick.doomed = true
	x.quick.crash = min(x.quick.crash, at)
	n.quick.crash = min(n.quick.crash, at)
	return false
}

// doomAll finds that out for all nodes in HOLD.
func (n *Network) doomAll() {
	q := &n.quick
	for k := 0; k < len(q.holds); {
		if !n.doom(q.holds[k]) {
			k++
		}
	}
}

// unhold takes a node from those in HOLD.
func (q *quick) unhold(nodes []node, i int32) {
	for k, o := range q.holds {
		if o == i {
			q.holds = append(q.holds[:k], q.holds[k+1:]...)
			q.crash = phy.Forever
			for _, o := range q.holds {
				q.crash = min(q.crash, nodes[o].quick.crash)
			}
			return
		}
	}
}

// quickCrash makes the nodes in HOLD collide whose instant has come. A full delay line with a clock is last: a node
// whose turn begins at that very edge sends (see [plca.Data.Fills]).
func (n *Network) quickCrash(t phy.Time, last bool) {
	q := &n.quick
	for k := 0; k < len(q.holds); {
		i := q.holds[k]
		if x := &n.nodes[i].quick; x.crash > t || !last && !x.doomed && q.latency.MII > 0 {
			k++
			continue
		}
		n.quickCollide(i)
	}
}

// quickCollide makes a MAC that sends collide with what others send, or with a full delay line: it will be
// pending.
func (n *Network) quickCollide(i int32) {
	x := &n.nodes[i]
	q := &n.quick
	x.sub.Counts.LogicalCollisions++
	n.collide(i)
	q.unhold(n.nodes, i)
	x.quick.state, x.quick.at = plca.Pending, q.edge(i, x.tx.end)+plca.PendingTimer
	n.planTurn()
}

// commit makes the sender wait for a frame of its MAC, with COMMIT on the line from an instant on. What follows if
// there is none is on the line until then.
func (q *quick) commit(n *Network, from, limit phy.Time) {
	l := &q.latency
	was := q.lined
	q.kind, q.limit, q.next, q.lined = quickCommit, limit, limit, commit
	q.later(from, was, commit)
	end := q.edge(q.from, limit) + endCode + l.Tail + l.Tx
	q.launchPiece(commit, from+l.Tx, end)
	q.free = end + l.CRSOff
	n.doomAll()
}

// startSoon makes the MAC of the sender start when its gap is over. Nothing comes between, so that the agenda need
// not know.
func (n *Network) startSoon() {
	q := &n.quick
	if st := &n.nodes[q.from].station; st.state == waiting {
		st.turn++
		q.starts = n.startOf(st)
	}
}

// quickAbort ends a turn in which no frame follows a COMMIT.
func (n *Network) quickAbort() {
	q := &n.quick
	if q.starts < phy.Forever { // the gap is longer
		q.starts = phy.Forever
		n.planStart(q.from)
	}
	if q.bc == 0 {
		n.nodes[q.from].sub.Counts.Lost++
	}
	n.quickRest(q.edge(q.from, q.limit) + endCode)
}

// quickSend begins a frame on the line.
func (n *Network) quickSend() {
	q := &n.quick
	i := q.from
	x := &n.nodes[i]
	if q.bc == 0 {
		x.sub.Counts.Used++
	}
	n.shiftTo(n.now)
	n.share.change(n.now, q.lined, data)
	n.sums.Shares.Begin(n.now)
	n.frames++
	start := n.now + q.latency.Tx
	if q.lined == commit {
		p := &q.pieces[q.piece]
		p.end, p.followed = start, true
	}
	f, e := x.queue.head(), &q.element
	*e = element{}
	e.sort, e.source, e.start, e.frame, e.queued = data, i, n.now, f.frame, f.at
	e.need = int32(len(n.nodes)-n.absent) - 1
	q.launchPiece(data, start, phy.Forever)
	q.kind, q.lined, q.rise = quickData, data, n.now
	q.fell = q.edge(i, x.tx.end) + q.held
	q.next = q.fell
	q.before = q.last
	q.last.from, q.last.rise, q.last.fall = i, start, phy.Forever
	n.doomAll()
	n.hearAll()
}

// quickFall ends TX_EN.
func (n *Network) quickFall() {
	q := &n.quick
	l := &q.latency
	x := &n.nodes[q.from]
	st := &x.station
	n.frames--
	n.sums.Shares.End(q.rise, n.now, false, true)
	q.held = 0
	st.busy = false
	st.past.Transmitted(n.now)
	over := n.now + endCode
	if q.bc < x.params.BurstCount {
		q.bc++
		if limit := n.now + x.params.BurstTimer; q.edge(q.from, limit) >= over {
			q.pieces[q.piece].end = over + l.Tx
			n.quickDeliver(over + l.Tx)
			q.last.fall = over + l.Tx + l.RxOff
			n.hearAll()
			q.commit(n, over, limit)
			n.startSoon()
			return
		}
	}
	n.quickDeliver(over + l.Tail + l.Tx)
	q.last.fall = over + l.Tail + l.Tx + min(l.RxOff, l.CRSOff)
	n.hearAll()
	n.quickRest(over)
	if st.state == waiting {
		n.planStart(q.from)
	}
}

// quickRest ends a turn: what its node has sent is on the line until an instant, and leaves its tail.
func (n *Network) quickRest(until phy.Time) {
	q := &n.quick
	l := &q.latency
	until += l.Tail
	q.later(until, q.lined, silence)
	q.kind, q.end, q.by = quickSilent, until+l.Tx, q.from
	q.pieces[q.piece].end = q.end
	q.free = q.end + l.CRSOff
	n.planTurn()
}
