package clause148

import "github.com/csmacd/csmacd/phy"

// A fault takes effect on what begins after it: what is on the line remains as it is, up to its end in
// silence. A COMMIT and the frame that follows it are one transmission.

// deafness is whether a node is deaf from an instant on.
type deafness struct {
	from phy.Time
	on   bool
}

// cut is a cut of the line from an instant on, or its end.
type cut struct {
	from  phy.Time
	on    bool
	place phy.Time
}

// first returns the element with which the transmission of an element begins.
func (e *element) first() *element {
	for e.follows {
		e = e.prior
	}
	return e
}

// reaches reports whether a transmission gets to a node: its sender is not mute, and the line was not cut
// between them as it came.
func (n *node) reaches(e *element) bool {
	e = e.first()
	at, parted := e.start+n.delayTo(e.node), false
	for _, c := range n.m.cuts {
		if c.from <= at {
			parted = c.on && (n.place <= c.place) != (e.node.place <= c.place)
		}
	}
	return !e.mute && !parted
}

// hears reports whether the PHY of a node is told of a transmission that gets there: it is its own, or the node
// was not deaf as it came.
func (n *node) hears(e *element) bool {
	e = e.first()
	at, deaf := e.start+n.delayTo(e.node), false
	for _, d := range n.deafness {
		if d.from <= at {
			deaf = d.on
		}
	}
	return e.node == n || !deaf
}

// power switches a node off or on. Without power it sends and hears nothing, and its frames are lost. When it
// is on again it starts like a node at time 0.
func (n *node) power(off bool) {
	if n.powerOff == off {
		return
	}
	n.powerOff = off
	n.mac.Power(n.m.now, off)
	if !off {
		n.poweredAt = n.m.now
		n.manage(n.meant)
		return
	}
	n.manage(nil)
	n.txen, n.txCmdSync = false, cmdNone
}

// disturbed reports whether a bit of a frame is wrong that went out between two instants.
func (m *model) disturbed(from, to phy.Time) bool {
	if m.wrong == nil {
		return false
	}
	found := false
	for slot := from / bit; slot < from/bit+(to-from)/bit; slot++ {
		found = m.wrong(int64(slot)) || found
	}
	return found
}
