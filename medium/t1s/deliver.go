package t1s

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// countReception counts a reception at a node.
func (n *Network) countReception(i int32, judged mac.Reception, e *element) {
	c := &n.nodes[i].sums.Counters
	switch d := e.frame.Destination; {
	case judged != mac.Whole:
		c.Received(judged)
	case d == i:
		tally.Receive(c, e.frame.Size, 1)
	case n.known.Group(d):
		tally.ReceiveGroup(c, &e.frame, 1)
	}
}

// conclude counts a frame that was delivered or lost.
func (n *Network) conclude(e *element, ok bool) {
	e.decided = true
	if !ok || e.got == 0 { // a broadcast of a lone station has nobody to reach
		e.last = n.now
	}
	if n.part.InTransit(&e.frame) {
		t := medium.Transit{Frame: e.frame, Fate: medium.Lost, At: e.last, Queued: e.queued, Sent: e.sent, Settled: n.now}
		if ok {
			t.Fate = medium.Arrived
		}
		n.part.Transit(t)
	}
	if n.sums.Decide(&n.nodes[e.frame.Source].sums, &e.frame, e.sent, e.last-e.queued, ok) && e.marked {
		for _, f := range n.placer {
			f(n.firstBit(e), e.sent)
		}
	}
}

// concludeLast counts a frame that has left all taps, and that no station has decided.
func (n *Network) concludeLast(e *element) {
	switch d := e.frame.Destination; {
	case n.known.Group(d):
		n.conclude(e, e.got >= e.need)
	case n.known.Nobody(d):
		n.conclude(e, e.got > 0)
	default:
		n.conclude(e, false)
	}
}

// firstBit returns the instant at which the first bit of a frame after its header is sent.
func (n *Network) firstBit(e *element) phy.Time {
	end := e.sent
	if end == 0 {
		end = n.nodes[e.source].tx.end + n.nodes[e.source].sub.Held()
	}
	return end - phy.Time(8*e.frame.Size)*plca.Bit
}

// Deliver makes the network call f for each frame that a station hears whole, whatever the frame's
// destination, at the instant at which its last bit arrives. It is [bus.Network.Deliver] for this
// network.
//
// [bus.Network.Deliver]: https://pkg.go.dev/github.com/csmacd/csmacd/medium/bus#Network.Deliver
func (n *Network) Deliver(station int, f func(at phy.Time, f medium.Frame)) {
	if n.hooks == nil {
		n.hooks = make([]func(phy.Time, medium.Frame), len(n.nodes))
	}
	n.hooks[station] = f
}
