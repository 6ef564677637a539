package t1s

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// heed makes a MAC that waits see the carrier of others.
func (n *Network) heed(i int32) {
	if x := &n.nodes[i]; !x.quick.alert {
		x.quick.alert = true
		n.quick.alert = append(n.quick.alert, i)
	}
}

// hear makes a MAC that did not look know the carrier that it was told.
func (n *Network) hear(i int32) {
	x := &n.nodes[i]
	q := &n.quick
	if x.quick.state != plca.Idle || q.from == i && (q.kind == quickCommit || q.kind == quickData) {
		return
	}
	st := &x.station
	for _, d := range [...]*heardData{&q.before, &q.last} {
		switch {
		case d.from < 0 || d.from == i:
		case d.fall >= phy.Forever:
			if !st.busy {
				st.busy, st.own, st.rise = true, false, d.rise
			}
		case d.fall > st.past.Fall():
			st.busy = false
			st.past.Sense(&st.rules.Params, d.rise, d.fall)
		}
	}
}

// quickBegin starts an attempt of a node: it is the node's turn, or it waits for that, or others send.
func (n *Network) quickBegin(i int32) {
	x := &n.nodes[i]
	q := &n.quick
	st := &x.station
	x.quick.alert = false
	if !st.busy {
		st.busy, st.rise = true, n.now
	}
	st.own, st.tx.seen = true, true
	switch late := q.from == i && q.kind == quickEnd; {
	case q.from == i && q.kind == quickCommit && n.now < q.limit:
		n.quickSend(i, 0)
	case q.from == i && q.kind == quickCommit:
		late = true // the turn is given up at this very instant
		fallthrough
	case late: // HOLD begins when the carrier of the node's own COMMIT has fallen
		x.quick.state, x.quick.at = plca.Hold, q.next
		if q.kind == quickCommit {
			x.quick.at += endCode
		}
		q.wanting++
		q.holds = append(q.holds, i)
	case q.kind == quickSilent || q.kind == quickBeacon:
		x.quick.state, x.quick.at = plca.Hold, n.now
		q.wanting++
		q.holds = append(q.holds, i)
		n.planTurn()
	default:
		n.quickCollide(i)
	}
}

// quickCollide makes a MAC that sends collide with what others send: it will be pending.
func (n *Network) quickCollide(i int32) {
	x := &n.nodes[i]
	x.sub.Counts.LogicalCollisions++
	n.collide(i)
	if x.quick.state == plca.Idle {
		n.quick.wanting++
	}
	x.quick.state, x.quick.at = plca.Pending, x.tx.end+plca.PendingTimer
}

// quickSend begins a frame on the line.
func (n *Network) quickSend(k int32, held phy.Time) {
	q := &n.quick
	x := &n.nodes[k]
	if q.bc == 0 {
		x.sub.Counts.Used++
	}
	was := silence
	if q.kind == quickCommit {
		was = commit
	}
	n.share.change(n.now, was, data)
	n.sums.shares.Begin(n.now)
	n.frames++
	f := x.queue.head()
	q.element = element{sort: data, source: k, start: n.now, frame: f.frame, queued: f.at}
	q.kind, q.since, q.rise = quickData, n.now, n.now
	q.fell = x.tx.end + held
	q.next = q.fell
	q.before, q.last = q.last, heardData{k, n.now, phy.Forever}
	list := q.alert[:0]
	for _, i := range q.alert {
		y := &n.nodes[i]
		if !y.quick.alert {
			continue
		}
		list = append(list, i)
		if st := &y.station; !st.busy {
			st.busy, st.own, st.rise = true, false, n.now
			n.planStart(i)
		}
	}
	q.alert = list
}

// quickFall ends TX_EN.
func (n *Network) quickFall() {
	q := &n.quick
	x := &n.nodes[q.from]
	st := &x.station
	n.frames--
	n.sums.shares.End(q.rise, n.now, false, true)
	q.limit = 0
	if q.bc < x.params.BurstCount {
		q.bc++
		q.limit = n.now + x.params.BurstTimer
	}
	q.kind, q.since, q.next = quickEnd, n.now, n.now+endCode
	st.busy = false
	st.past.Transmitted(n.now)
	if st.state == waiting {
		n.planStart(q.from)
	}
}

// quickRest ends what a node has sent, or goes on with COMMIT.
func (n *Network) quickRest() {
	q := &n.quick
	if q.last.fall < phy.Forever { // it was COMMIT
		n.share.change(n.now, commit, silence)
		q.beginTurn(n, q.turn+1)
		return
	}
	q.last.fall = n.now
	n.quickDeliver()
	for _, i := range q.alert {
		x := &n.nodes[i]
		if st := &x.station; x.quick.alert && st.busy && !st.own && i != q.from {
			st.busy = false
			st.past.Sense(&st.rules.Params, st.rise, n.now)
			n.planStart(i)
		}
	}
	if q.limit > n.now {
		n.share.change(n.now, data, commit)
		q.kind, q.since, q.next = quickCommit, n.now, q.limit
		return
	}
	n.share.change(n.now, data, silence)
	q.beginTurn(n, q.turn+1)
}

// quickDeliver hands the frame on the line to those that receive it.
func (n *Network) quickDeliver() {
	e := &n.quick.element
	e.last = n.now
	if d := e.frame.Destination; d >= 0 && n.hooks == nil { // one node alone counts it
		n.quickReceive(d, e)
	} else {
		for i := range n.nodes {
			n.quickReceive(int32(i), e)
		}
	}
	if !e.decided {
		n.concludeLast(e)
	}
}

// quickReceive makes a node receive a frame, unless it is the node's own.
func (n *Network) quickReceive(i int32, e *element) {
	if i == e.source {
		return
	}
	judged, _ := n.nodes[i].rules.Receive(phy.Time(8*e.frame.Size)*plca.Bit, false)
	n.countReception(i, judged, e)
	if judged == mac.Whole {
		e.got++
		if n.hooks != nil && n.hooks[i] != nil {
			n.hooks[i](n.now, e.frame)
		}
	}
	if i == e.frame.Destination {
		n.conclude(e, judged == mac.Whole)
	}
}
