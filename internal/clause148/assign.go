package clause148

import (
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// The timers of D-PLCA (draft 3.0): wait_beacon_timer is 40 to 295 times as long as a nibble.
const (
	nibble            = 4 * bit
	leastWait         = 40
	waits             = 256
	beaconTimeoutTime = 69 * bit
)

// listening is the ID of a node that has not chosen one, and fewestTurns the node_count to begin with.
const (
	listening   = 254
	fewestTurns = 8
)

// assignState is a state of D-PLCA assignment.
type assignState uint8

const (
	asgDisabled assignState = iota
	asgWaitBeacon
	asgCoordinator
	asgLoopbackTX
	asgLoopbackRX
	asgReduce
	asgIncrease
	asgLearning
	asgPickWait
	asgPickWaitIncrement
	asgFollower
)

// dplca holds the variables of D-PLCA.
type dplca struct {
	draws backoff.Rand

	// From control.
	claim, txopEnd        bool
	txopID, txopNodeCount int

	// Assignment.
	assign             assignState
	pickWait, picks    int
	waitBeaconTimer    timer
	beaconTimeoutTimer timer

	// Aging.
	aging            bool
	age              ageState
	ageCount         int
	newAge, tableUpd bool
	table, newTable  [256]bool
}

// assignExit is an exit of a state. Of several open ones the last wins.
type assignExit struct {
	to   assignState
	when func(n *node) bool
}

// assignRow is a state: what is done once, on entry, and its exits.
type assignRow struct {
	entry func(n *node)
	exits []assignExit
}

func failed(n *node) bool { return !n.statusOK }
func heard(n *node) bool  { return n.rxCmd == cmdBeacon }

// assignment is Figure 148-8 of draft 3.0. The claim of the last turn is asked of the table: read literally
// REDUCE and INCREASE would ask whether the turn that just ended, which is turn 0, is the last one.
var assignment [11]assignRow

func init() {
	assignment = [11]assignRow{
		asgDisabled: {
			func(n *node) {
				n.waitBeaconTimer.start(phy.Time(leastWait+n.draws.Below(waits)) * nibble)
				n.aging = false
			},
			[]assignExit{{asgWaitBeacon, func(*node) bool { return true }}},
		},
		asgWaitBeacon: {
			func(n *node) { n.ids, n.count = []int{listening}, fewestTurns },
			[]assignExit{
				{asgLearning, func(n *node) bool { return n.statusOK }},
				{asgCoordinator, func(n *node) bool { return n.waitBeaconTimer.done() && failed(n) && n.plca.Coordinator }},
				{asgDisabled, func(n *node) bool { return n.waitBeaconTimer.done() && failed(n) && !n.plca.Coordinator }},
			},
		},
		asgCoordinator: {
			func(n *node) { n.ids, n.aging = []int{0}, true },
			[]assignExit{
				{asgReduce, func(n *node) bool {
					return n.tableUpd && n.newAge && !n.table[n.count-1] && n.count > fewestTurns && !n.claiming(0) && !heard(n)
				}},
				{asgLoopbackTX, func(n *node) bool { return n.txCmd == cmdBeacon }},
				{asgLearning, func(n *node) bool { return n.tableUpd && n.claiming(0) || heard(n) }},
				{asgIncrease, func(n *node) bool {
					return n.tableUpd && n.newAge && n.table[n.count-1] && n.count < 255 && !n.claiming(0) && !heard(n)
				}},
			},
		},
		asgLoopbackTX: {
			func(n *node) { n.beaconTimeoutTimer.start(beaconTimeoutTime) },
			[]assignExit{
				{asgLoopbackRX, heard},
				{asgDisabled, func(n *node) bool { return n.beaconTimeoutTimer.done() }},
			},
		},
		asgLoopbackRX: {
			func(*node) {},
			[]assignExit{{asgCoordinator, func(n *node) bool { return !heard(n) }}},
		},
		asgReduce: {
			func(n *node) { n.count = n.maxClaim() + 2 },
			[]assignExit{{asgCoordinator, func(n *node) bool { return !n.newAge }}},
		},
		asgIncrease: {
			func(n *node) { n.count++ },
			[]assignExit{{asgCoordinator, func(n *node) bool { return !n.newAge }}},
		},
		asgLearning: {
			func(n *node) { n.ids, n.aging = []int{listening}, true; n.pick() },
			[]assignExit{
				{asgPickWait, func(n *node) bool { return n.tableUpd && n.newAge && n.statusOK }},
				{asgDisabled, failed},
			},
		},
		asgPickWait: {
			func(*node) {},
			[]assignExit{
				{asgPickWaitIncrement, heard},
				{asgFollower, func(n *node) bool { return n.picks >= n.pickWait }},
				{asgDisabled, failed},
			},
		},
		asgPickWaitIncrement: {
			func(n *node) { n.picks++ },
			[]assignExit{{asgPickWait, func(n *node) bool { return !heard(n) }}},
		},
		asgFollower: {
			func(n *node) { n.ids = []int{n.freeID()}; n.pick() },
			[]assignExit{
				{asgPickWait, func(n *node) bool {
					id := n.ids[0]
					return n.tableUpd && n.statusOK && (n.claiming(id) || n.txopID == 0 && n.txopNodeCount <= id || n.newAge && id > n.maxClaim())
				}},
				{asgDisabled, failed},
			},
		},
	}
}

// runAssignment runs D-PLCA assignment at this instant. It reports whether it has changed state.
func (n *node) runAssignment() bool {
	if n.plca == nil || !n.plca.Dynamic {
		n.assign, n.aging = asgDisabled, false
		n.waitBeaconTimer.stop()
		return false
	}
	if n.assign == asgDisabled && !n.waitBeaconTimer.started {
		assignment[asgDisabled].entry(n)
	}
	var to *assignExit
	for k := range assignment[n.assign].exits {
		if x := &assignment[n.assign].exits[k]; x.when(n) {
			to = x
		}
	}
	if to == nil {
		return false
	}
	n.assign = to.to
	assignment[to.to].entry(n)
	return true
}

// pick draws how many BEACONs the node waits for before it chooses an ID.
func (n *node) pick() {
	n.pickWait, n.picks = int(n.draws.Below(uint64(n.plca.AgingCycles/2+1))), 0
}

// claiming is CLAIMING(k): the turn that has just ended is k, and another node has used it.
func (n *node) claiming(k int) bool { return n.txopEnd && n.claim && n.txopID == k }

// maxClaim is MAX_CLAIM: the highest ID that is claimed, or 0.
func (n *node) maxClaim() int {
	for k := len(n.table) - 1; k > 0; k-- {
		if n.table[k] {
			return k
		}
	}
	return 0
}

// freeID is the lowest ID from 1 that is not claimed.
func (n *node) freeID() int { return 1 + slices.Index(n.table[1:], false) }
