package plca

import "github.com/csmacd/csmacd/phy"

// A medium on which all nodes are in step knows what the machines of a node that has nothing to send would
// do. It can leave them alone, and later put the node where it would be.

// PlaceTurn puts a node that is in step into a turn in which nobody sends, and which began before now.
func (n *Node) PlaceTurn(id int, began phy.Time, p *Params) {
	c := &n.Control
	c.idle()
	c.State, c.CurID = WaitTO, id
	c.to.start(began, p.ToTimer)
	c.met = n.IDs.Next(0) <= id
	if n.IDs.Has(id) {
		c.State = Yield
	}
}

// PlaceBeacon puts a node that is in step into a BEACON that began at an instant, and that the node has decoded
// before now.
func (n *Node) PlaceBeacon(began, now phy.Time, p *Params) {
	c := &n.Control
	c.idle()
	c.met = false
	if c.State, c.CurID = Syncing, 0; n.IDs.Has(0) && now <= began+BeaconTimer {
		c.State, c.Cmd, c.CurID = SendBeacon, Beacon, p.NodeCount
		c.beacon.start(began, BeaconTimer)
	}
}

// PlaceEarly puts a follower that is in step into EARLY_RECEIVE, since an instant before now: it sees a BEACON that it
// has not decoded, and has counted that many turns.
func (n *Node) PlaceEarly(since phy.Time, turns int) {
	c := &n.Control
	c.idle()
	c.CurID, c.met = turns, true
	c.earlyReceive(since)
}

// idle is what control has in every silent turn.
func (c *Control) idle() { *c = Control{Active: true} }

// PlaceData puts the data diagram of a node into HOLD since an instant, into COLLIDE while its MAC sends, or
// into what follows that, where it is pending from an instant on; or into IDLE. edge is the first edge of its clock
// after the instant.
func (n *Node) PlaceData(s DataState, at, edge phy.Time) {
	d := &n.Data
	*d = Data{State: s}
	switch s {
	case Hold:
		d.Pending, d.Carrier, d.held, d.edge, d.used = true, true, at, edge, at
	case Collide:
		d.Carrier, d.SignalError = true, true
	case DelayPending:
		d.Carrier = true
		d.pending = timer{at, true}
	case Pending:
		d.Carrier, d.Pending = true, true
	}
}

// Synced reports whether a node has sent or decoded the BEACON that it sees.
func (n *Node) Synced() bool { return n.Control.State == SendBeacon || n.Control.State == Syncing }

// Waiting returns the state of a node that has decoded a BEACON, or sees it, as [Node.PlaceData] takes it. ok is false
// if the node is not in step, or in another state.
func (n *Node) Waiting() (s DataState, at phy.Time, ok bool) {
	c, d := &n.Control, &n.Data
	ok = n.Status.OK && !n.Status.loose && c.Active && !c.invalid.running && !c.Committed && (n.Synced() || c.State == EarlyReceive && c.met && !n.IDs.Has(0))
	switch d.State {
	case Idle, Collide, Pending:
	case Hold:
		at = d.held
	case DelayPending:
		at = d.pending.end
	default:
		ok = false
	}
	return d.State, at, ok
}
