package clause148

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// books are what is counted at a node.
type books struct {
	figures         medium.PLCANode
	okSince, okTime phy.Time
	attemptCollided bool
	had             bool // PLCA, at any time
	turnSinceBeacon bool
	coordinated     bool // before anything began at this instant
}

// noteStatus is called before plca_status changes, and at the end.
func (n *node) noteStatus() {
	if n.statusOK {
		n.okTime += n.m.now - n.okSince
	}
	n.okSince = n.m.now
}

// noteTurn writes that the node's own turn begins.
func (n *node) noteTurn(used bool) {
	n.turnSinceBeacon = true
	if !used {
		n.figures.TurnsYielded++
	}
	n.mac.Write(medium.Event{Kind: medium.Turn, ID: int32(n.curID), OK: used})
}

// noteReceive counts a reception in an own turn.
func (n *node) noteReceive() {
	if n.mine() {
		n.figures.RXInTO++
	}
}

// noteCycle is called as the count of turns begins anew, before plca_active is set.
func (n *node) noteCycle() {
	if !n.coordinator() {
		n.figures.Beacons++
		if !n.turnSinceBeacon && n.plcaActive {
			n.figures.BeaconsBeforeTO++
		}
	}
	n.turnSinceBeacon = false
}

// countControl counts a transition of PLCA control.
func (n *node) countControl(from, to controlState) {
	switch {
	case from == ctlCommit && to == ctlTransmit:
		n.figures.TurnsUsed++
	case from == ctlCommit: // ABORT, or RESYNC or DISABLE from anywhere
		n.figures.TurnsLost++
	}
}

// noteCollision counts attempts that meet another signal on the line: the MAC has been told of it in a state
// that passes COL on.
func (n *node) noteCollision() {
	collided := n.mac.Transmitting() && !n.mac.Succeeding()
	if collided && !n.attemptCollided && n.passesCOL() && n.had {
		n.figures.PhysicalCollisions++
	}
	n.attemptCollided = collided
}

// passesCOL reports whether SIGERR is the COL of the PHY. In other states it is a logical collision.
func (n *node) passesCOL() bool {
	return n.dataState == datNormal || n.dataState == datTransmit || n.dataState == datFlush
}

// noted completes events of the MAC at this instant: whether its collision is a logical one.
func (n *node) noted(events []medium.Event) []medium.Event {
	for i := range events {
		if e := &events[i]; e.Kind == medium.Collision {
			e.OK = !n.passesCOL()
		}
	}
	return events
}

// noteBeacons counts, at a coordinator, the BEACONs of other nodes that the PHY begins to decode now. With D-PLCA
// such a BEACON makes the node a follower at once, but it was a coordinator when the BEACON came.
func (n *node) noteBeacons() {
	if !n.coordinated || n.rxDV || n.inReset() {
		return
	}
	for _, c := range chains(n.arrivals()) {
		for _, d := range n.decodes(&c) {
			if d.from == n.m.now && d.by.node != n && d.by.kind == beaconElement {
				n.figures.UnexpectedBeacons++
			}
		}
	}
}
