package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// On the ordinary bus, all nodes have PLCA with one ID each and ideal PHYs at one place, and are in step. Then
// one count of turns stands for those of all nodes, and the machines of a node matter only while it has a
// frame. quick is such a bus. Silent turns are arithmetic. Its results are those of the machines, octet by
// octet; whatever else happens is left to them.
type quick struct {
	able    bool // the configuration allows it
	on      bool
	count   int      // of turns in a cycle
	to      phy.Time // of a turn in which nobody sends
	cycle   phy.Time // in which nobody sends
	head    int32    // the coordinator
	longest phy.Time // more than the longest turn
	owner   []int32  // by ID; -1: none

	kind  quickKind
	turn  int      // the turn now counted
	since phy.Time // when this kind began
	next  phy.Time // when the next begins by itself
	from  int32    // the sender
	bc    int      // additional frames of this turn
	rise  phy.Time // of carrier for other MACs: the start of the frame on the line
	fell  phy.Time // of TX_EN
	limit phy.Time // of the wait for another frame of a burst

	element element // the frame on the line

	turns   uint64 // begun since the bus is quick
	beacons uint64

	last, before heardData // the last frame on the line, and the one before it
	wanting      int       // nodes that wait for their turn
	holds        []int32   // nodes in HOLD
	alert        []int32   // nodes whose MACs wait for the end of carrier or for their gap
}

// heardData is when a frame was on the line.
type heardData struct {
	from       int32
	rise, fall phy.Time
}

// quickKind is what is on the line of a quick bus.
type quickKind uint8

const (
	quickSilent quickKind = iota
	quickBeacon
	quickCommit
	quickData
	quickEnd // ESD and ESDOK
)

// quickNode is what a node of a quick bus waits for.
type quickNode struct {
	state plca.DataState // Idle, Hold, or Pending: it collided logically, and is pending from an instant on
	at    phy.Time       // Hold: since; Pending: from
	until phy.Time       // the end of the last backoff
	used  uint64         // turns since the bus is quick
	alert bool
}

// quickKinds are the kinds of events that a quick bus can show.
var quickKinds = medium.Of(medium.Queued, medium.TxStart, medium.TxEnd, medium.Sent, medium.Dropped, medium.Backoff, medium.Collision)

// initQuick finds out whether the bus is an ordinary one.
func (n *Network) initQuick() {
	q := &n.quick
	*q = quick{owner: q.owner[:0], holds: q.holds[:0], alert: q.alert[:0]}
	for range plca.NoID {
		q.owner = append(q.owner, -1)
	}
	if n.stepped || n.part != nil || n.until.Idle || n.lossOf > 0 {
		return
	}
	for i := range n.nodes {
		x := &n.nodes[i]
		p := &x.rules.Params
		id := x.sub.IDs.Next(0)
		if x.latency != Ideal || x.pos != n.nodes[0].pos || !x.sub.On || x.params.Dynamic || x.params.Silence > 0 ||
			len(x.params.NodeIDs) != 1 || id == plca.NoID || q.owner[id] >= 0 || x.params.ToTimer != n.nodes[0].params.ToTimer ||
			p.NoCarrierSense || p.NoCollision || p.NoBlindStart || p.Gap < 2*endCode || p.Gap >= p.Duration(p.MinFrame) || p.BackoffDelay > 0 {
			return
		}
		q.owner[id] = int32(i)
		q.longest = max(q.longest, phy.Time(x.params.BurstCount+1)*(p.Duration(p.MaxFrame)+x.params.BurstTimer+plca.CommitTimer+p.Gap))
		if id == 0 {
			q.head, q.count = int32(i), x.params.NodeCount
		}
	}
	if q.owner[0] < 0 || len(n.nodes) > q.count {
		return
	}
	for id := q.count; id < plca.NoID; id++ {
		if q.owner[id] >= 0 {
			return
		}
	}
	q.to = n.nodes[0].params.ToTimer
	q.cycle = plca.BeaconTimer + phy.Time(q.count)*q.to
	q.able = true
}

// runQuick is advance for a quick bus.
func (n *Network) runQuick(until phy.Time) {
	q := &n.quick
	for q.on && n.err == nil && !n.done {
		if n.interrupted.Load() {
			n.err = medium.ErrInterrupted
			return
		}
		t := min(n.agenda.next(), q.next)
		if t >= until {
			return
		}
		n.now, n.again = t, 0
		n.agenda.past = t
		if n.agenda.due(t, changing) || (q.kind == quickSilent || q.kind == quickBeacon) && n.changing() {
			n.leaveQuick(t)
			n.instant(t)
			return
		}
		n.quickInstant(t)
	}
}

// quickInstant processes everything that happens at one instant.
func (n *Network) quickInstant(t phy.Time) {
	q := &n.quick
	for {
		if n.settles(t) {
			break
		}
		n.doDue(t, showing)
		for q.next <= t {
			if !n.quickTurn() {
				n.finishInstant(t)
				return
			}
		}
		if n.agenda.next() > t {
			break
		}
		n.again++
	}
	n.asking = n.asking[:0]
	n.endInstant()
}
