package plca

import "github.com/csmacd/csmacd/phy"

// Random is a stream of random numbers. A backoff.Rand is one.
type Random interface {
	Below(n uint64) uint64 // a number from 0 to n-1
}

// BeaconTimeoutTimer is the length of beacon_timeout_timer of D-PLCA (802.3da draft 3.0, 148.4.7): how long a
// coordinator waits for its own BEACON to come back.
const BeaconTimeoutTimer = 69 * Bit

const (
	waitBeaconUnit = 400 * phy.Nanosecond // wait_beacon_timer is 40 to 295 of them
	leastCount     = 8                    // the first node count
	learnID        = 254
)

// assignment is a state of the assignment state diagram (Figure 148-8 of 802.3da draft 3.0).
type assignment uint8

const (
	unassigned assignment = iota // DISABLED
	waitBeacon
	coordinating // COORDINATOR
	loopbackTx
	loopbackRx
	learning
	pickWait
	pickWaitIncrement
	following // FOLLOWER
)

// dynamic is what D-PLCA remembers (802.3da draft 3.0): the assignment of an ID, and the table of claims,
// which the aging state diagram (Figure 148-9) renews.
type dynamic struct {
	state    assignment
	count    int   // node_count
	wait     timer // wait_beacon_timer
	timeout  timer // beacon_timeout_timer
	pick     int   // pick_wait
	heard    int   // beacons since the node decided to pick
	aging    bool
	age      int
	claimed  IDs // the table
	renewed  IDs // the new table
	txop     int // txop_id
	lastTxop int // txop_node_count
	claim    bool
}

// stop enters DISABLED until the node is to choose an ID.
func (d *dynamic) stop() { *d = d.turn() }

// turn returns what control says of the turn, which the assignment never changes.
func (d *dynamic) turn() dynamic { return dynamic{txop: d.txop, lastTxop: d.lastTxop, claim: d.claim} }

// synced records that a cycle begins: SYNCING.
func (d *dynamic) synced() { d.lastTxop = d.txop }

// begin records that a turn begins: WAIT_TO.
func (d *dynamic) begin(id int) { d.txop, d.claim = id, false }

// end records that a turn ends: NEXT. The tables are brought up to date, and the assignment looks at them.
func (d *dynamic) end(n *Node, p *Params) {
	if !p.Dynamic || !d.aging {
		return
	}
	newAge := false
	if d.txop == 0 {
		if d.age++; d.age > p.AgingCycles {
			d.claimed, d.renewed = d.renewed, IDs{}
			d.age, newAge = 0, true
		}
	}
	if d.claim && d.txop < NoID {
		d.claimed.add(d.txop)
		d.renewed.add(d.txop)
	}
	claiming := func(id int) bool { return d.claim && d.txop == id }
	switch d.state {
	case coordinating:
		// The draft asks whether the last turn is being claimed, at the moment of turn 0. That is never so;
		// the table is meant.
		switch last := d.claimed.Has(d.count - 1); {
		case claiming(0):
			d.learn(n, p)
		case newAge && last && d.count < NoID:
			d.count++
		case newAge && !last && d.count > leastCount:
			d.count = d.claimed.highest() + 2
		}
	case learning:
		if newAge && n.Status.OK {
			d.state = pickWait
		}
	case following:
		id := n.IDs.Next(0)
		if n.Status.OK && (claiming(id) || d.txop == 0 && d.lastTxop <= id || newAge && id > d.claimed.highest()) {
			d.state = pickWait
		}
	}
}

// disable enters DISABLED, and WAIT_BEACON.
func (d *dynamic) disable(n *Node, now phy.Time) {
	*d = d.turn()
	d.state, d.count = waitBeacon, leastCount
	d.wait.start(now, (40+phy.Time(n.Random.Below(256)))*waitBeaconUnit)
	n.IDs = IDsOf([]int{learnID})
}

func (d *dynamic) learn(n *Node, p *Params) {
	d.state, d.heard = learning, 0
	d.aging = true
	d.pick = d.drawPick(n, p)
	n.IDs = IDsOf([]int{learnID})
}

func (d *dynamic) drawPick(n *Node, p *Params) int {
	return int(n.Random.Below(uint64(p.AgingCycles/2 + 1)))
}

// step takes one transition of the assignment, if there is one, and reports whether it did.
func (d *dynamic) step(n *Node, now phy.Time, p *Params, in *Inputs) bool {
	if !n.On || !p.Dynamic {
		return false
	}
	beacon, ok := in.beacon(), n.Status.OK
	switch d.state {
	case unassigned:
		d.disable(n, now)
	case waitBeacon:
		switch {
		case ok:
			d.learn(n, p)
		case !d.wait.done(now):
			return false
		case p.Coordinator:
			d.state = coordinating
			d.aging = true
			n.IDs = IDsOf([]int{0})
		default:
			d.disable(n, now)
		}
	case coordinating:
		switch {
		case beacon:
			d.learn(n, p)
		case n.Control.Cmd == Beacon:
			d.state = loopbackTx
			d.timeout.start(now, BeaconTimeoutTimer)
		default:
			return false
		}
	case loopbackTx:
		switch {
		case d.timeout.done(now):
			d.disable(n, now)
		case beacon:
			d.state = loopbackRx
		default:
			return false
		}
	case loopbackRx:
		if beacon {
			return false
		}
		d.state = coordinating
	case learning, following:
		if ok {
			return false
		}
		d.disable(n, now)
	case pickWait:
		switch {
		case !ok:
			d.disable(n, now)
		case d.heard >= d.pick:
			d.state, d.heard = following, 0
			if id := d.claimed.free(); id != NoID {
				n.IDs = IDsOf([]int{id})
			}
			d.pick = d.drawPick(n, p)
		case beacon:
			d.state = pickWaitIncrement
			d.heard++
		default:
			return false
		}
	case pickWaitIncrement:
		if beacon {
			return false
		}
		d.state = pickWait
	}
	return true
}

// wake returns the first instant after now at which something may happen by itself.
func (d *dynamic) wake(now phy.Time) phy.Time {
	switch d.state {
	case waitBeacon:
		return d.wait.wake(now)
	case loopbackTx:
		return d.timeout.wake(now)
	}
	return phy.Forever
}
