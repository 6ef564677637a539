package t1s

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/phy"
)

// arriving is the last frame of a quick bus on its way to those that receive it.
type arriving struct {
	at      phy.Time // when the next ones receive it; phy.Forever: all did
	element element
	end     phy.Time // on the line, at the sender
	next    int      // the next ones, by distance; -1: one node alone counts it
}

// quickDeliver plans how the frame on the line arrives. Its end on the line is known now.
func (n *Network) quickDeliver(end phy.Time) {
	q := &n.quick
	a := &q.arrival
	a.element = q.element
	a.end, a.next = end, 0
	if d := q.element.frame.Destination; d >= 0 && d != q.from && n.hooks == nil {
		a.next = -1
		a.at = end + q.distance(q.from, d) + q.latency.RxOff
		return
	}
	n.planArrival()
}

// planArrival finds the next nodes that a frame arrives at, or the end of its way.
func (n *Network) planArrival() {
	q := &n.quick
	a := &q.arrival
	groups := n.nodes[a.element.source].reach
	if a.next == 0 && len(groups[0].taps) == 1 { // the sender alone
		if a.next++; len(groups) == 1 {
			a.at = a.end
			return
		}
	}
	a.at = a.end + groups[a.next].delay + q.latency.RxOff
}

// quickArrive hands a frame to those that have received it now.
func (n *Network) quickArrive() {
	a := &n.quick.arrival
	e := &a.element
	a.at = phy.Forever
	if a.next < 0 {
		n.quickReceive(e.frame.Destination, e)
		return
	}
	groups := n.nodes[e.source].reach
	if a.next < len(groups) {
		for _, i := range groups[a.next].taps {
			n.quickReceive(i, e)
		}
		if a.next++; a.next < len(groups) {
			n.planArrival()
			return
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
	e.last = n.now
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
