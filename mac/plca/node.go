package plca

import "github.com/csmacd/csmacd/phy"

// Node is the reconciliation sublayer of a node: its state diagrams and what they count. The caller owns
// the instants: it calls [Node.Settle] whenever an input has changed, and at the instant that
// [Node.Wake] returned. The zero value is a node with PLCA off.
type Node struct {
	On  bool // plca_en
	IDs IDs

	Control Control
	Status  Status
	Data

	Counts Counts
	Notes  Notes

	Random  Random // for D-PLCA alone
	dynamic dynamic
}

// Counts are what happened at a node.
type Counts struct {
	Beacons           uint64 // sent, or heard
	Used              uint64 // own turns in which the node sent
	Yielded           uint64 // own turns that it did not want when they began
	Lost              uint64 // own turns that it committed to without sending
	LogicalCollisions uint64
	RXInTO            uint64 // receptions in an own turn
	BeaconsBeforeTO   uint64 // that came before the own turn
	StatusChanges     uint64
}

// Notes are what happened in one call of [Node.Settle].
type Notes struct {
	Beacon   bool // it begins to send a BEACON
	Status   bool // its status has changed
	Turn     bool // its own turn begins
	TurnID   int
	TurnUsed bool
}

func (n *Notes) turn(id int, used bool) { n.Turn, n.TurnID, n.TurnUsed = true, id, used }

// ID returns the smallest ID of the node, or [NoID], and its node count.
func (n *Node) ID(p *Params) (id, count int) { return n.IDs.Next(0), n.count(p) }

// count returns the number of turns in a cycle that the node coordinates.
func (n *Node) count(p *Params) int {
	if p.Dynamic {
		return n.dynamic.count
	}
	return p.NodeCount
}

// Set changes the parameters of the node, from now on (30.16); nil switches PLCA off.
func (n *Node) Set(p *Params) {
	n.On = p != nil
	switch {
	case !n.On:
		n.dynamic.stop()
	case !p.Dynamic:
		n.dynamic.stop()
		n.IDs = IDsOf(p.NodeIDs)
	case n.dynamic.state == unassigned:
		n.IDs = IDs{}
	}
}

// Settle makes all transitions that are possible at an instant. When a frame is ready in the very
// instant at which its turn begins, it is in time.
func (n *Node) Settle(now phy.Time, p *Params, in *Inputs) {
	n.Notes = Notes{}
	if c := &n.Control; c.State == Burst && c.burst.done(now) && !n.TXEN {
		c.abort() // a MAC that comes at this very instant is too late
	}
	for n.Data.step(n, now, in) || n.Control.step(n, now, p, in) || n.Status.step(n, now) || n.dynamic.step(n, now, p, in) {
	}
}

// Wake returns the first instant after now at which [Node.Settle] must be called although no input has
// changed, or [phy.Forever].
func (n *Node) Wake(now phy.Time, p *Params, in *Inputs) phy.Time {
	if !n.On {
		return phy.Forever
	}
	at := min(n.Control.wake(n, now, p, in), n.Data.wake(n, now, in), n.dynamic.wake(now))
	if n.Status.loose {
		at = min(at, n.Status.timer.wake(now))
	}
	return at
}
