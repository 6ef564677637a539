package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// On the ordinary bus, all nodes have PLCA with IDs of their own and equal PHYs, and are in step: a node that hears
// another sees it in the turn of that other. Then the turns of all nodes follow from the end of what was last on
// the line, moved by the way from its sender, and the machines of a node matter only while it has a frame. quick
// is such a bus. Silent turns and beacons are arithmetic. Its results are those of the machines, octet by octet;
// whatever else happens is left to them.
type quick struct {
	able    bool // the configuration allows it
	on      bool
	latency Latency
	inverse uint64       // of the period of the MII's clock, times 2^64
	count   int          // of turns in a cycle
	to      phy.Time     // of a turn in which nobody sends
	beaten  phy.Time     // how long the line carries a beacon
	cycle   phy.Time     // in which nobody sends
	insync  phy.Time     // after the start of a beacon, all nodes see it or have decoded it, and none has seen its end
	longest phy.Time     // more than the longest cycle
	reach   phy.Time     // nobody receives anything that long after the end of it
	head    int32        // the coordinator
	owner   []int32      // by ID; -1: none
	places  []quickPlace // by node

	kind  quickKind
	from  int32    // the last node that used its turn
	next  phy.Time // when the next kind begins by itself
	use   int      // the turn that begins then, in silence
	enter phy.Time // when the bus may become quick; 0: after the next beacon
	quit  phy.Time // the first beacon from then on ends what is quick
	leave phy.Time // the instant at which that happens
	whole bool     // all of the instant now has been processed
	turns uint64   // counted until the stretch began, since the bus is quick
	stretch
	beacon  phy.Time // the start of the last one
	beacons uint64   // since the bus is quick

	starts phy.Time // of the MAC of the sender, if it waits for its gap alone
	ends   phy.Time // of the attempt of the sender
	crash  phy.Time // when the first node in HOLD collides
	start  planned  // of another MAC; further ones are in the agenda
	stop   planned  // of an attempt that collided; likewise

	bc    int      // additional frames of this turn
	held  phy.Time // the length of the sender's delay line
	rise  phy.Time // of TX_EN
	fell  phy.Time // of TX_EN, or when it will
	limit phy.Time // of the wait for a frame
	free  phy.Time // from when the sender sees no carrier of its own
	lined sort     // what the turn has on the line so far

	pieces  [4]piece
	piece   uint // the last one
	shifts  [3]shift
	shifted int // number of those
	element element
	arrival arriving

	last, before heardData // the last frame on the line, and the one before it
	wants        plca.IDs  // of nodes that wait for their turn
	holds        []int32   // nodes in HOLD
	alert        []int32   // nodes whose MACs wait for the end of carrier or for their gap
}

// planned is something that a MAC is to do, unless its turn has changed by then.
type planned struct {
	at   phy.Time // phy.Forever: there is nothing
	node int32
	turn uint32
}

// plans makes p the plan of a node, unless it is one that still matters.
func (n *Network) plans(p *planned, at phy.Time, i int32) bool {
	if p.at < phy.Forever && n.nodes[p.node].turn == p.turn {
		return false
	}
	p.at, p.node, p.turn = at, i, n.nodes[i].turn
	return true
}

// due reports whether a plan is to be done now. If so, it is forgotten.
func (n *Network) due(p *planned, t phy.Time) bool {
	if p.at > t {
		return false
	}
	p.at = phy.Forever
	return n.nodes[p.node].turn == p.turn
}

// quickPlace is what is constant about a node.
type quickPlace struct {
	pos, phase phy.Time
	ids        plca.IDs
}

// quickKind is what a quick bus does next by itself.
type quickKind uint8

const (
	quickSilent quickKind = iota // a turn is used
	quickCommit                  // COMMIT ends, if the MAC does not start
	quickStart                   // TX_EN rises
	quickData                    // TX_EN falls
)

// quickNode is what a node of a quick bus waits for.
type quickNode struct {
	state  plca.DataState // Idle, Hold, or Pending: it collided logically, and is pending from an instant on
	at     phy.Time       // Hold: since; Pending: from
	doomed bool           // Hold: it will collide with what others send
	crash  phy.Time       // Hold: when it collides, with that or with its full delay line
	used   uint64         // turns since the bus is quick
	heard  uint64         // beacons that are counted already
	alert  bool
}

// quickKinds are the kinds of events that a quick bus can show.
var quickKinds = medium.Of(medium.Queued, medium.TxStart, medium.TxEnd, medium.Sent, medium.Dropped, medium.Backoff, medium.Collision)

// runQuick is advance for a quick bus.
func (n *Network) runQuick(until phy.Time) {
	q := &n.quick
	for q.on && n.err == nil && !n.done {
		if n.interrupted.Load() {
			n.err = medium.ErrInterrupted
			return
		}
		macs := min(n.agenda.next(), q.starts, q.ends, q.crash, q.start.at, q.stop.at)
		t := min(macs, q.next, q.arrival.at)
		if min(t, q.leave) >= until {
			return
		}
		n.again = 0
		if q.leave <= t {
			n.now, n.agenda.past, q.whole = q.leave, q.leave, false
			n.leaveQuick()
			return
		}
		n.now, n.agenda.past = t, t
		if macs > t {
			n.quickSteps(t)
			if min(n.agenda.next(), q.crash, q.start.at, q.stop.at) > t {
				q.whole = true
				n.endInstant()
				continue
			}
			n.again++
		}
		n.quickInstant(t)
	}
}

// quickInstant processes everything that happens at one instant.
func (n *Network) quickInstant(t phy.Time) {
	q := &n.quick
	for q.whole = false; ; n.again++ {
		if q.ends <= t {
			n.doDue(t, settling) // frames arrive before
			q.ends = phy.Forever
			n.finish(q.from)
		}
		if q.stop.at <= t {
			n.doDue(t, settling)
			if i := q.stop.node; n.due(&q.stop, t) {
				n.finish(i)
			}
		}
		if n.settles(t) {
			break
		}
		if q.starts <= t {
			q.starts = phy.Forever
			n.begin(q.from)
		}
		if i := q.start.node; n.due(&q.start, t) {
			n.begin(i)
		}
		n.doDue(t, showing)
		if q.crash <= t {
			n.quickCrash(t, false)
		}
		n.quickSteps(t)
		if q.crash <= t {
			n.quickCrash(t, true)
		}
		if min(n.agenda.next(), q.start.at, q.stop.at) > t {
			q.whole = true
			break
		}
	}
	n.asking = n.asking[:0]
	n.endInstant()
}

// quickSteps processes what happens on the line by itself.
func (n *Network) quickSteps(t phy.Time) {
	q := &n.quick
	for q.next <= t {
		switch q.kind {
		case quickSilent:
			n.quickUse()
		case quickCommit:
			n.quickAbort()
		case quickStart:
			n.quickSend()
		case quickData:
			n.quickFall()
		}
	}
	for q.arrival.at <= t {
		n.quickArrive()
	}
}
