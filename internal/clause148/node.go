package clause148

import (
	"slices"

	"github.com/csmacd/csmacd/internal/clause4"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// node holds the variables of one node, under the names of 148.4 if the standard has one.
type node struct {
	m       *model
	number  int
	name    string
	place   phy.Time
	mac     *clause4.MAC
	latency Latency
	phase   phy.Time

	// Management: off if nil. What D-PLCA assigns is in ids and count.
	plca  *plca.Params
	ids   []int
	count int

	// From the MAC, on the transmit clock.
	mcd       bool // this edge of the clock has not been used yet
	txen      bool
	txenFrame medium.Frame
	ether     phy.Address // zero: that of its number
	txenRose  phy.Time
	txenFell  phy.Time

	// To the MAC.
	carrier, sigerr bool

	// To the PHY.
	txEN      bool
	txCmdSync command
	sending   *element // what goes out now
	commitOf  int32    // the turn of the last COMMIT
	last      *element // what went out last
	before    *element // what went out before that

	// From the PHY.
	crs, col, rxDV bool
	overlap        bool // two or more signals at the tap
	rxCmd          command
	lastCRS        phy.Time   // the last fall of CRS, or when RESYNC was entered since
	wakes          []phy.Time // when what is on the line may change what the PHY tells
	woken          bool       // now
	tap            []arrival  // what there is at the tap

	// PLCA control.
	control            controlState
	curID, bc          int
	txCmd              command
	committed          bool
	plcaActive         bool
	beaconTimer        timer
	beaconDetTimer     timer
	toTimer            timer
	burstTimer         timer
	invalidBeaconTimer timer

	// PLCA data.
	dataState     dataState
	packetPending bool
	a, b          int
	heldSince     phy.Time
	flushSince    phy.Time
	delay         phy.Time
	pendingTimer  timer
	commitTimer   timer

	// PLCA status.
	status      statusState
	statusOK    bool
	statusTimer timer

	// Faults.
	powerOff    bool
	gone        bool         // it was removed, and has no power for ever
	poweredAt   phy.Time     // the last time
	meant       *plca.Params // what it has when it has power
	losses      backoff.Rand // of BEACONs
	deafness    []deafness
	mute        bool
	noCollision bool

	dplca
	books
}

func newNode(m *model, number int, from *Node, a *clause4.MAC, seed uint64) *node {
	n := &node{m: m, number: number, name: from.Name, place: from.Place, mac: a, latency: from.Latency, phase: from.Phase}
	for _, t := range n.timers() {
		t.m = m
	}
	n.draws = backoff.NewRand(seed, from.Name, "dplca")
	n.losses = backoff.NewRand(seed, from.Name, "beacon_loss")
	n.meant = from.PLCA
	n.manage(from.PLCA)
	return n
}

// timers returns the timers of all state diagrams.
func (n *node) timers() [10]*timer {
	return [...]*timer{&n.beaconTimer, &n.beaconDetTimer, &n.toTimer, &n.burstTimer, &n.invalidBeaconTimer,
		&n.pendingTimer, &n.commitTimer, &n.statusTimer, &n.waitBeaconTimer, &n.beaconTimeoutTimer}
}

// delayTo returns the time that a signal takes to another node.
func (n *node) delayTo(other *node) phy.Time { return max(n.place-other.place, other.place-n.place) }

// manage sets the parameters of a node.
func (n *node) manage(p *plca.Params) {
	goesOn := n.plca != nil && n.plca.Dynamic && p != nil && p.Dynamic
	n.plca = p
	n.had = n.had || p != nil
	if p == nil || !p.Dynamic {
		n.assign, n.aging = asgDisabled, false
		n.waitBeaconTimer.stop()
	}
	if goesOn || p == nil {
		return
	}
	n.count, n.ids = p.NodeCount, nil
	for _, id := range p.NodeIDs {
		if id != plca.NoID {
			n.ids = append(n.ids, id)
		}
	}
}

// enabled reports whether PLCA control runs: PLCA is on, and the node has an ID or chooses one.
func (n *node) enabled() bool { return n.plca != nil && (n.hasID() || n.plca.Dynamic) }

func (n *node) hasID() bool       { return len(n.ids) > 0 }
func (n *node) coordinator() bool { return slices.Contains(n.ids, 0) }
func (n *node) mine() bool        { return slices.Contains(n.ids, n.curID) }
func (n *node) nodeCount() int    { return n.count }
func (n *node) maxBC() int        { return n.plca.BurstCount }
func (n *node) toTime() phy.Time  { return n.plca.ToTimer }
func (n *node) receiving() bool   { return n.rxDV || n.rxCmd == cmdCommit }
func (n *node) atMII() bool       { return n.latency.MII == 0 || n.atEdge() }

// silentFor reports whether there has been no CRS for a time in RESYNC.
func (n *node) silentFor(d phy.Time) bool {
	return n.m.now-n.lastCRS >= d
}

// machines runs the state diagrams of the node until nothing changes.
func (n *node) machines() {
	if n.control == ctlBurst && n.burstTimer.done() { // before a MAC that starts at this instant has TX_EN
		n.enterControl(ctlAbort)
	}
	for again := true; again; {
		again = false
		for n.runData() {
			again = true
		}
		n.tell()
		again = n.runControl() || again
		again = n.runStatus() || again
		again = n.runAging() || again
		if !again || n.control == ctlNext { // a BEACON makes the status OK before the assignment looks at that
			again = n.runAssignment() || again
		}
	}
	n.tell()
}

// next returns the next instant at which a timer of the node is done, or an edge of its clock comes
// that it waits for.
func (n *node) next() phy.Time {
	next := n.mac.Next()
	for _, t := range n.wakes {
		if t > n.m.now {
			next = min(next, t)
		}
	}
	for _, t := range n.timers() {
		next = min(next, t.next())
	}
	switch {
	case n.latency.MII > 0:
		if n.m.everyEdge || n.waitsForEdge() {
			next = min(next, n.nextEdge())
		}
	case n.dataState == datHold:
		if t := n.heldSince + delayLineLength; t > n.m.now {
			next = min(next, t)
		}
	case n.dataState == datFlush:
		if t := n.flushSince + n.delay; t > n.m.now {
			next = min(next, t)
		}
	}
	if n.plca != nil && n.control == ctlResync {
		if t := n.lastCRS + n.plca.Silence; t > n.m.now {
			next = min(next, t)
		}
	}
	return next
}
