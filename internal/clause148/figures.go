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
	turnSinceBeacon bool
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

// noteCycle is called as the count of turns begins anew.
func (n *node) noteCycle() {
	f := &n.figures
	f.Beacons++
	if !n.turnSinceBeacon && n.plcaActive {
		f.BeaconsBeforeTO++
	}
	n.turnSinceBeacon = false
}

// countControl counts a transition of PLCA control.
func (n *node) countControl(from, to controlState) {
	switch {
	case from == ctlCommit && to == ctlTransmit:
		n.figures.TurnsUsed++
	case from == ctlCommit && to == ctlAbort:
		n.figures.TurnsLost++
	}
}

// noteCollision counts attempts that meet another signal on the line.
func (n *node) noteCollision() {
	switch n.dataState {
	case datNormal, datTransmit, datFlush:
		on := n.plca != nil && n.mac.Transmitting() && n.sigerr
		if on && !n.attemptCollided {
			n.figures.PhysicalCollisions++
		}
		n.attemptCollided = n.mac.Transmitting() && (on || n.attemptCollided)
	}
}
