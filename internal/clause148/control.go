package clause148

import "github.com/csmacd/csmacd/medium"

// command is what control orders, and what a PHY decodes.
type command uint8

const (
	cmdNone command = iota
	cmdBeacon
	cmdCommit
)

// controlState is a state of PLCA control.
type controlState uint8

const (
	ctlDisable controlState = iota
	ctlResync
	ctlRecover
	ctlSendBeacon
	ctlSyncing
	ctlWaitTO
	ctlEarlyReceive
	ctlCommit
	ctlYield
	ctlReceive
	ctlTransmit
	ctlBurst
	ctlAbort
	ctlNext
)

var controlNames = [...]string{"DISABLE", "RESYNC", "RECOVER", "SEND_BEACON", "SYNCING", "WAIT_TO", "EARLY_RECEIVE",
	"COMMIT", "YIELD", "RECEIVE", "TRANSMIT", "BURST", "ABORT", "NEXT"}

func (s controlState) String() string { return controlNames[s] }

// controlExit is an exit of a state: where it leads, and its condition.
type controlExit struct {
	to   controlState
	when func(n *node) bool
}

// controlRow is a state: what is done once, on entry, and its exits. At most one exit is open.
type controlRow struct {
	entry func(n *node)
	exits []controlExit
}

// control is Figure 148-3.
var control [14]controlRow

func init() {
	control = [14]controlRow{
		ctlDisable: {
			func(n *node) {
				n.txCmd, n.committed, n.curID, n.plcaActive = cmdNone, false, 0, false
				n.invalidBeaconTimer.stop()
			},
			[]controlExit{
				{ctlRecover, func(n *node) bool { return n.enabled() && n.coordinator() }},
				{ctlResync, func(n *node) bool { return n.enabled() && !n.coordinator() }},
			},
		},
		ctlResync: {
			func(n *node) { n.plcaActive, n.txopEnd, n.lastCRS = false, false, n.m.now },
			[]controlExit{
				{ctlSendBeacon, func(n *node) bool {
					return n.coordinator() && n.atMII() && !n.crs && !n.txEN && n.silentFor(n.plca.Silence)
				}},
				{ctlEarlyReceive, func(n *node) bool { return !n.coordinator() && n.crs }},
			},
		},
		ctlRecover: {
			func(n *node) { n.plcaActive = false },
			[]controlExit{{ctlWaitTO, func(*node) bool { return true }}},
		},
		ctlSendBeacon: {
			func(n *node) {
				n.beaconTimer.start(beaconTime)
				n.figures.Beacons++
				n.txCmd, n.plcaActive = cmdBeacon, true
				n.mac.Write(medium.Event{Kind: medium.Beacon})
			},
			[]controlExit{{ctlSyncing, func(n *node) bool { return n.beaconTimer.done() }}},
		},
		ctlSyncing: {
			func(n *node) {
				n.noteCycle()
				n.txopNodeCount = n.txopID
				n.curID, n.txCmd, n.plcaActive = 0, cmdNone, true
				if !n.coordinator() && n.rxCmd != cmdBeacon {
					n.invalidBeaconTimer.start(invalidBeaconTime)
				}
			},
			[]controlExit{{ctlWaitTO, func(n *node) bool { return !n.crs }}},
		},
		ctlWaitTO: {
			func(n *node) {
				n.toTimer.start(n.toTime())
				n.claim, n.txopEnd, n.txopID = false, false, n.curID
			},
			[]controlExit{
				{ctlEarlyReceive, func(n *node) bool { return n.crs }},
				{ctlCommit, func(n *node) bool { return !n.crs && n.mine() && n.packetPending && n.plcaActive }},
				{ctlYield, func(n *node) bool { return !n.crs && n.mine() && !(n.packetPending && n.plcaActive) }},
				{ctlNext, func(n *node) bool { return !n.crs && !n.mine() && n.toTimer.done() }},
			},
		},
		ctlEarlyReceive: {
			func(n *node) {
				n.toTimer.stop()
				n.beaconDetTimer.start(beaconDetTime)
			},
			[]controlExit{
				{ctlReceive, func(n *node) bool { return n.receiving() && n.crs }},
				{ctlSyncing, func(n *node) bool {
					return !n.coordinator() && !n.receiving() && (n.rxCmd == cmdBeacon || !n.crs && !n.beaconDetTimer.done())
				}},
				{ctlResync, func(n *node) bool {
					return !n.coordinator() && !n.crs && n.rxCmd != cmdBeacon && n.beaconDetTimer.done()
				}},
				{ctlRecover, func(n *node) bool { return n.coordinator() && !n.crs }},
			},
		},
		ctlCommit: {
			func(n *node) {
				n.txCmd, n.committed, n.bc = cmdCommit, true, 0
				n.toTimer.stop()
				n.noteTurn(true)
			},
			[]controlExit{
				{ctlTransmit, func(n *node) bool { return n.txEN }},
				{ctlAbort, func(n *node) bool { return !n.txEN && !n.packetPending }},
			},
		},
		ctlYield: {
			func(n *node) { n.noteTurn(false) },
			[]controlExit{
				// CRS that rises as to_timer ends comes first: otherwise the sender would be counted one late.
				{ctlEarlyReceive, func(n *node) bool { return n.crs }},
				{ctlNext, func(n *node) bool { return !n.crs && n.toTimer.done() }},
			},
		},
		ctlReceive: {
			func(n *node) { n.claim = true; n.noteReceive() }, // a frame begins as a COMMIT does
			[]controlExit{{ctlNext, func(n *node) bool { return !n.crs }}},
		},
		ctlTransmit: {
			func(n *node) {
				n.txCmd = cmdNone
				if n.bc >= n.maxBC() {
					n.committed = false
				}
			},
			[]controlExit{
				{ctlBurst, func(n *node) bool { return !n.txEN && n.bc < n.maxBC() }},
				{ctlNext, func(n *node) bool { return !n.txEN && !n.crs && n.bc >= n.maxBC() }},
			},
		},
		ctlBurst: {
			func(n *node) {
				n.bc++
				n.txCmd = cmdCommit
				n.burstTimer.start(n.plca.BurstTimer)
			},
			[]controlExit{
				{ctlTransmit, func(n *node) bool { return n.txEN }},
				{ctlAbort, func(n *node) bool { return !n.txEN && n.burstTimer.done() }},
			},
		},
		ctlAbort: {
			func(n *node) { n.txCmd, n.committed = cmdNone, false },
			[]controlExit{{ctlNext, func(n *node) bool { return !n.crs }}},
		},
		ctlNext: {
			func(n *node) {
				n.curID = min(n.curID+1, 255) // its range
				n.committed, n.txopEnd = false, true
			},
			[]controlExit{
				{ctlResync, func(n *node) bool { return n.coordinator() && n.curID >= n.nodeCount() }},
				{ctlResync, func(n *node) bool {
					return n.tableReady() && n.curID == 255 && !(n.coordinator() && n.curID >= n.nodeCount())
				}},
				{ctlWaitTO, func(n *node) bool {
					return n.tableReady() && n.curID < 255 && !(n.coordinator() && n.curID >= n.nodeCount())
				}},
			},
		},
	}
}

// runControl runs PLCA control at this instant. It reports whether it has changed state. NEXT takes no time: unless
// it waits for the table of claims, no other machine acts in it.
func (n *node) runControl() (changed bool) {
	changed = n.stepControl()
	if n.control == ctlNext && !n.aging {
		return n.stepControl() || changed
	}
	return changed
}

// stepControl takes one transition. It reports whether there was one.
func (n *node) stepControl() bool {
	if n.rxCmd == cmdBeacon {
		n.invalidBeaconTimer.stop()
	}
	switch {
	case !n.enabled():
		return n.enterControl(ctlDisable)
	case n.invalidBeaconTimer.done():
		return n.enterControl(ctlResync)
	}
	for _, x := range control[n.control].exits {
		if x.when(n) {
			return n.enterControl(x.to)
		}
	}
	return false
}

// enterControl enters a state, unless it is that of now. It reports whether it has.
func (n *node) enterControl(to controlState) bool {
	if to == n.control {
		return false
	}
	n.countControl(n.control, to)
	n.control = to
	control[to].entry(n)
	return true
}
