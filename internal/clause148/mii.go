package clause148

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// elementKind is what a PHY has on the line for a while (147.3.2).
type elementKind uint8

const (
	beaconElement elementKind = iota
	commitElement
	frameElement
)

// endOfFrame is the time of ESD and ESDOK, two symbols.
const endOfFrame = 8 * bit

// losable is how much of a preamble may be missing: what remains are SYNC SYNC SSD SSD, and the start
// frame delimiter.
const losable = 40 * bit

// element is a part of what a node has on the line: a BEACON, a COMMIT or a frame. Its times are those at
// the node.
type element struct {
	node  *node
	kind  elementKind
	start phy.Time
	end   phy.Time // phy.Forever while it goes on
	tail  phy.Time // its last part, after its symbols

	frame   medium.Frame     // of a frame, the rest too
	risen   phy.Time         // when TX_EN rose
	fallen  phy.Time         // when it fell, or phy.Forever
	whole   bool             // all of it was sent, and in one piece
	unheard map[int]bool     // of a BEACON: the nodes that do not decode it
	drawn   map[int]phy.Time // when that was drawn
	lost    phy.Time         // the part of its preamble that was not sent
	next    *element         // the one that begins as it ends
	follows bool             // it is one transmission with the one before
	prior   *element         // that one
	mute    bool             // the first of a transmission that does not get out

	born      phy.Time // when the PHY got it, and after how many rounds of that instant
	bornRound int
}

// body is the end of the symbols of an element.
func (e *element) body() phy.Time {
	if e.end == phy.Forever {
		return phy.Forever
	}
	return e.end - e.tail
}

// atEdge reports whether there is an edge of the transmit clock now.
func (n *node) atEdge() bool {
	return n.latency.MII > 0 && n.m.now >= n.phase && (n.m.now-n.phase)%n.latency.MII == 0
}

// nextEdge returns the next edge after now.
func (n *node) nextEdge() phy.Time {
	if n.m.now < n.phase {
		return n.phase
	}
	return n.m.now + n.latency.MII - (n.m.now-n.phase)%n.latency.MII
}

// waitsForEdge reports whether an edge could change anything.
func (n *node) waitsForEdge() bool {
	switch n.dataState {
	case datHold, datFlush:
		return true
	case datTransmit:
		if n.col || !n.txen {
			return true
		}
	}
	return n.txen != n.mac.Transmitting() || n.txCmdSync != n.txCmd || n.control == ctlResync && n.coordinator() ||
		(n.dataState == datWaitMAC || n.dataState == datWaitIdle) && n.txen
}

// sample takes what the MAC sends, at an edge of the transmit clock.
func (n *node) sample() (changed bool) {
	on := n.mac.Transmitting()
	if n.txen == on || !n.atMII() {
		return false
	}
	n.txen = on
	if on {
		n.txenRose, n.txenFrame = n.m.now, n.mac.Frame()
	} else {
		n.txenFell = n.m.now
	}
	return true
}

// emit passes the output of the state diagrams to the PHY, and reports whether it has changed.
func (n *node) emit() (changed bool) {
	if n.atMII() {
		n.txCmdSync = n.txCmd
	}
	kind, sends := frameElement, n.txEN
	if !n.txEN && n.txCmdSync != cmdNone && n.dataState != datNormal {
		kind, sends = commitElement, true
		if n.txCmdSync == cmdBeacon {
			kind = beaconElement
		}
	}
	if n.powerOff {
		sends = false
	}
	if n.sending != nil && sends && n.sending.kind == kind || n.sending == nil && !sends {
		return false
	}
	changes := n.sending != nil
	if changes {
		n.finish(sends && kind == frameElement)
	}
	if sends {
		n.begin(kind, changes)
	}
	return true
}

// begin begins an element, at once after another one or not.
func (n *node) begin(kind elementKind, changes bool) {
	e := &element{node: n, born: n.m.now, bornRound: n.m.rounds, kind: kind, start: n.m.now + n.latency.Tx, end: phy.Forever, risen: n.m.now, fallen: phy.Forever}
	if kind == frameElement {
		e.frame = n.txenFrame
		e.lost = n.m.now - n.delayNow() - n.txenRose
	}
	if p := n.last; p != nil && e.start <= p.end {
		if p.kind == frameElement && kind != frameElement { // ESD and ESDOK come first
			changes = changes || e.start < p.body()
			e.start = max(e.start, p.body())
		}
		if e.start < p.body() {
			p.whole = false
		}
		e.follows, e.prior = changes || e.start < p.end, p
		p.tail, p.end, p.next = max(0, e.start-p.body()), e.start, e
	}
	e.mute = n.mute || n.m.shorted
	n.before, n.sending, n.last = n.last, e, e
	n.m.elements = append(n.m.elements, e)
	if kind == commitElement {
		n.commitOf = int32(n.curID)
		n.mac.Write(medium.Event{Kind: medium.Commit, ID: n.commitOf})
	}
	n.m.wake(n, e.start)
}

// delayNow returns how much later the bits of the MAC go out.
func (n *node) delayNow() phy.Time {
	if n.dataState == datTransmit || n.dataState == datFlush {
		return n.delay
	}
	return 0
}

// finish ends the element that is sent. A COMMIT ends like a frame, unless one follows.
func (n *node) finish(frameFollows bool) {
	e := n.sending
	if e.kind == commitElement && !frameFollows {
		n.mac.Write(medium.Event{Kind: medium.CommitEnd, ID: n.commitOf})
	}
	if e.kind == commitElement && n.m.now+n.latency.Tx <= e.start && e.start > e.risen+n.latency.Tx { // behind the end of a frame that is not over
		n.withdraw(e)
		return
	}
	e.end, e.tail, e.fallen = n.m.now+n.latency.Tx+n.latency.Tail, n.latency.Tail, n.m.now
	if e.kind == frameElement || e.kind == commitElement && !frameFollows {
		e.end += endOfFrame
	}
	if e.kind == frameElement {
		sent := 8*phy.Time(e.frame.Size)*bit + n.mac.Rules().Header
		e.whole = e.lost >= 0 && e.lost <= losable && n.mac.Succeeding() && !n.mac.Transmitting() && n.spans(sent-e.lost, e.fallen-e.risen) &&
			!n.m.disturbed(e.risen, e.fallen)
	}
	n.sending = nil
	n.m.wake(n, e.end)
}

// withdraw takes back an element that has not begun on the line. The one before it ends in silence.
func (n *node) withdraw(e *element) {
	n.m.elements = slices.DeleteFunc(n.m.elements, func(other *element) bool { return other == e })
	p := n.before
	p.tail, p.next = n.latency.Tail, nil
	p.end += p.tail
	n.sending, n.last = nil, p
	n.m.wake(n, p.end)
}

// spans reports whether TX_EN was on for as long as a transmission takes, on the transmit clock.
func (n *node) spans(sent, on phy.Time) bool {
	if p := n.latency.MII; p > 0 {
		return on > sent-p && on < sent+p
	}
	return on == sent
}
