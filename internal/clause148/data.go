package clause148

import "github.com/csmacd/csmacd/phy"

// dataState is a state of PLCA data.
type dataState uint8

const (
	datNormal dataState = iota
	datIdle
	datReceive
	datHold
	datCollide
	datDelayPending
	datPending
	datWaitMAC
	datTransmit
	datFlush
	datWaitIdle
)

var dataNames = [...]string{"NORMAL", "IDLE", "RECEIVE", "HOLD", "COLLIDE", "DELAY_PENDING", "PENDING", "WAIT_MAC",
	"TRANSMIT", "FLUSH", "WAIT_IDLE"}

func (s dataState) String() string { return dataNames[s] }

// delayLineLength is the length of the delay line: 396 bits, in nibbles 99 (148.4.5.2).
const (
	delayLineLength  = 396 * bit
	delayLineNibbles = 99
)

// dataExit is an exit of a state. One that asks MCD is open at an edge of the transmit clock only.
type dataExit struct {
	to   dataState
	mcd  bool
	when func(n *node) bool
}

// dataRow is a state: what it tells the MAC, what it does, and its exits.
type dataRow struct {
	carrier func(n *node) bool // nil: it is kept
	sigerr  func(n *node) bool // likewise
	entry   func(n *node)
	again   func(n *node) // what is done in each pass of a state that leads to itself; at once, or at MCD
	mcd     bool          // the pass is at MCD
	exits   []dataExit
}

func on(*node) bool         { return true }
func off(*node) bool        { return false }
func crs(n *node) bool      { return n.crs }
func col(n *node) bool      { return n.col }
func txenOff(n *node) bool  { return !n.txen }
func emptyLine(n *node)     { n.packetPending, n.a, n.b = false, 0, 0 }
func nothingPends(n *node)  { n.packetPending = false }
func collided(n *node) bool { return n.receiving() || n.full() }

// data is Figure 148-5. The MAC of clause 4 never asserts TX_ER, so that ABORT is never entered and is
// left out. A nibble of the delay line is a period of the transmit clock; where a PHY has no clock, a and
// b are times.
var data [11]dataRow

func init() {
	data = [11]dataRow{
		datNormal: {
			carrier: crs, sigerr: col, entry: nothingPends, again: nothingPends,
			exits: []dataExit{{datIdle, false, func(n *node) bool { return n.plca != nil && n.statusOK && !n.crs && n.hasID() }}},
		},
		datIdle: {
			carrier: off, sigerr: off, entry: emptyLine, again: emptyLine,
			exits: []dataExit{
				{datHold, false, func(n *node) bool { return n.txen }},
				{datReceive, false, func(n *node) bool { return !n.txen && n.receiving() && n.txCmd == cmdNone }},
			},
		},
		datReceive: {
			carrier: func(n *node) bool { return n.crs && n.rxCmd != cmdCommit },
			exits: []dataExit{
				{datCollide, false, func(n *node) bool { return n.txen }},
				{datIdle, false, func(n *node) bool { return !n.txen && !n.receiving() }},
			},
		},
		datHold: {
			carrier: on,
			entry: func(n *node) {
				n.packetPending, n.heldSince, n.a = true, n.m.now, 1
				n.mcd = n.latency.MII == 0 // the edge is that of txen
			},
			again: func(n *node) { n.packetPending = true; n.a++ },
			mcd:   true,
			exits: []dataExit{
				{datCollide, false, collided},
				{datTransmit, true, func(n *node) bool { return n.committed && !collided(n) }},
			},
		},
		datCollide: {
			carrier: on, sigerr: on,
			entry: func(n *node) {
				if n.txen { // the MAC is sending, so that it is told
					n.figures.LogicalCollisions++
				}
			},
			again: func(n *node) { emptyLine(n); n.pendingTimer.start(pendingTime) },
			exits: []dataExit{{datDelayPending, false, txenOff}},
		},
		datDelayPending: {
			sigerr: off,
			exits:  []dataExit{{datPending, false, func(n *node) bool { return n.pendingTimer.done() }}},
		},
		datPending: {
			again: func(n *node) { n.packetPending = true; n.commitTimer.start(commitTime) },
			exits: []dataExit{{datWaitMAC, false, func(n *node) bool { return n.committed }}},
		},
		datWaitMAC: {
			carrier: off,
			exits: []dataExit{
				{datTransmit, true, func(n *node) bool { return n.txen }},
				{datWaitIdle, false, func(n *node) bool { return !n.txen && n.commitTimer.done() }},
			},
		},
		datTransmit: {
			carrier: on, sigerr: col,
			entry: func(n *node) { n.fixDelay(); n.transmitPass() },
			again: (*node).transmitPass,
			exits: []dataExit{
				{datWaitIdle, true, func(n *node) bool { return !n.txen && n.delay == 0 }},
				{datFlush, true, func(n *node) bool { return !n.txen && n.delay > 0 }},
			},
		},
		datFlush: {
			carrier: on, sigerr: col,
			entry: func(n *node) { n.flushSince, n.b = n.m.now, 1 },
			again: func(n *node) { n.b++ },
			mcd:   true,
			exits: []dataExit{{datWaitIdle, true, (*node).flushed}},
		},
		datWaitIdle: {
			carrier: off, sigerr: off, entry: emptyLine, again: emptyLine,
			exits: []dataExit{
				{datIdle, false, func(n *node) bool { return !n.crs && !n.committed }},
				{datTransmit, true, func(n *node) bool { return n.crs && n.txen && n.committed }},
			},
		},
	}
}

// full reports whether the delay line is full.
func (n *node) full() bool {
	if n.latency.MII == 0 {
		return n.m.now-n.heldSince >= delayLineLength
	}
	return n.a >= delayLineNibbles
}

// fixDelay is what the delay line holds as TRANSMIT is entered, as a time.
func (n *node) fixDelay() {
	switch {
	case n.dataState != datHold:
		n.delay = 0
	case n.latency.MII == 0:
		n.delay = n.m.now - n.heldSince
	default:
		n.delay = phy.Time(n.a) * n.latency.MII
	}
}

// transmitPass is what TRANSMIT does: COL empties the delay line.
func (n *node) transmitPass() {
	n.packetPending = false
	if n.col {
		n.a, n.delay = 0, 0
	}
}

// flushed reports whether b = a.
func (n *node) flushed() bool {
	if n.latency.MII == 0 {
		return n.m.now-n.flushSince >= n.delay
	}
	return n.b >= n.a
}

// runData runs PLCA data at this instant. It reports whether it has changed state.
func (n *node) runData() bool {
	if n.plca == nil || !n.statusOK {
		return n.enterData(datNormal)
	}
	row := &data[n.dataState]
	if row.again != nil && !row.mcd {
		row.again(n)
	}
	for _, x := range row.exits {
		if (!x.mcd || n.mcd) && x.when(n) {
			if x.mcd {
				n.mcd = n.latency.MII == 0
			}
			return n.enterData(x.to)
		}
	}
	if row.mcd && n.latency.MII == 0 {
		row.again(n)
	}
	return false
}

// stay takes the transition of a state to itself at an edge that no other exit has used. It reports whether
// it has.
func (n *node) stay() bool {
	row := &data[n.dataState]
	if n.latency.MII == 0 || !n.mcd || !row.mcd {
		return false
	}
	row.again(n)
	n.mcd = false
	return true
}

// enterData enters a state, unless it is that of now. It reports whether it has.
func (n *node) enterData(to dataState) bool {
	if to == n.dataState {
		return false
	}
	if entry := data[to].entry; entry != nil {
		entry(n)
	}
	n.dataState = to
	return true
}

// tell sets what the state tells the MAC and the PHY.
func (n *node) tell() {
	row := &data[n.dataState]
	if row.carrier != nil {
		n.carrier = row.carrier(n)
	}
	if row.sigerr != nil {
		n.sigerr = row.sigerr(n)
	}
	switch n.dataState {
	case datNormal:
		n.txEN = n.txen
	case datTransmit, datFlush:
		n.txEN = true
	default:
		n.txEN = false
	}
}
