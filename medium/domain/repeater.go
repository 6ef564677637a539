package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// repeaterState is the state of a repeater (Figure 9-2).
type repeaterState uint8

const (
	idle             repeaterState = iota
	repeating                      // SEND: what one port receives goes to the others
	receiveCollision               // others collide on the cable of the port that is received
	transmitCollision
	onePortLeft
	resting // WAIT: inputs are ignored
)

// fewestBits is the least that a port sends, preamble included.
const fewestBits = 96

// repeater is the state of a repeater.
//
// Most of its ports send the same: its main output. A port whose output begins or ends at another
// instant has instants of its own in this activity: the port that is received, the last port left,
// and every port if the variability is random.
type repeater struct {
	Repeater
	number   int32
	first    int32   // its first port among those of the network
	count    int32   // number of its ports
	channel  int32   // of the stations on its links; -1: there are none
	material []int32 // its other ports that can send: on cables and on links to repeaters

	state    repeaterState
	activity uint32 // counts the times that it left IDLE
	port     int32  // the port that is received (SEND, RECEIVE COLLISION) or the last one left
	seen     phy.Time
	group    uint32

	rose      phy.Time // when SEND began
	tail      phy.Time // how much later than the input the output ends, ...
	later     phy.Time // ... and how much later than that by the variability
	header    phy.Time // of the signal that is sent
	bit       phy.Time // of its first sender, if its clock is not exact; else 0
	over      bool     // SEND: the input has ended; RECEIVE COLLISION, ONE PORT LEFT: neither input nor collision is left
	fell      phy.Time // SEND: when the input ended
	whole     bool     // what is sent is a frame, as far as is known
	frame     medium.Frame
	flight    uint32   // with a reference, + 1
	settled   phy.Time // in a collision: when the ports with input became the present ones
	left      int32    // TRANSMIT COLLISION: number of ports with input when the plan was made, at most 2
	before    holding  // what that was before this instant
	separated bool     // every port has instants of its own

	mainOn    bool
	mainJam   bool     // it begins, or began, as jam
	mainStart phy.Time // of the main output, or of the last one
	mainEnd   phy.Time // of the last one
	mainOf    uint32   // the activity of it
	since     phy.Time // when the stretch of main output began: an output that begins as another ends goes on
	stretches uint32   // counts them
	apart     []int32  // ports that had instants of their own in the activity of the last one
	mainAt    phy.Time // when it is planned to begin; Forever: it is not
	mainOut   uint32   // what the stations hear, + 1
	singles   []int32  // ports that have instants of their own

	plan    uint32 // counts what makes planned ends void
	begins  uint32 // counts what makes planned beginnings void
	endAt   phy.Time
	masked  bool // the jabber lockup protection interrupts its outputs
	jamDue  bool // jam began meanwhile
	sending phy.Time
	lockup  bool // a timer for it is in the agenda
	long    bool // a timer for a long collision is
	jabber  bool // a timer for a long input is

	watched []int32 // ports that take part in anything
	clears  uint32  // counts the main outputs that were so long that they cleared the counts of ports that hear nothing else
	asked   bool
	touched bool

	transmitCollisions uint64
}

// sends reports whether a port sends, by the states of its repeater.
func (r *repeater) sends(x *port) bool {
	if x.own == r.activity {
		return x.on
	}
	return r.mainOn && x.enabled
}

// live returns the number of ports whose input counts, and one of them.
func (n *Network) live(r *repeater) (count int32, one int32) { return n.which(r, (*port).usable) }

// which returns the number of ports for which something is true, and one of them.
func (n *Network) which(r *repeater, is func(*port) bool) (count int32, one int32) {
	one = none
	for _, p := range r.watched {
		if is(&n.ports[p]) {
			count++
			one = p
		}
	}
	return count, one
}

// decide is what a repeater does when carriers have changed.
func (n *Network) decide(k int32) {
	r := &n.repeaters[k]
	if r.rose == n.now && (r.state == repeating || r.state == receiveCollision) {
		n.look(r)
	}
	switch r.state {
	case idle:
		n.leaveIdle(r)
	case repeating:
		n.whileSending(r)
	case receiveCollision:
		n.whileReceiveCollision(r)
	case transmitCollision:
		n.planTransmitCollision(r)
	case onePortLeft:
		n.whileOneLeft(r)
	}
}

func (n *Network) leaveIdle(r *repeater) {
	count, p := n.live(r)
	tested := n.anyTested(r)
	if count == 0 && !tested {
		return
	}
	r.activity++
	n.busy++
	r.port, r.rose, r.seen, r.over, r.whole = p, n.now, n.now, false, false
	r.mainAt, r.endAt, r.separated = phy.Forever, phy.Forever, false
	r.frame, r.flight, r.header, r.bit = medium.Frame{}, 0, fewestHeader*n.bit, 0
	r.singles = r.singles[:0]
	r.group = n.groups.add()
	for _, q := range r.watched {
		if x := &n.ports[q]; x.usable() {
			for _, g := range x.groups {
				n.groups.join(r.group, g, &n.sums)
			}
		}
	}
	if count > 1 {
		for _, q := range r.watched {
			y := &n.ports[q]
			y.tied = y.usable()
		}
	}
	if count > 1 || tested {
		n.enterTransmitCollision(r)
		return
	}
	switch x := &n.ports[p]; {
	case x.cable >= 0 && x.signals > 1:
		n.separate(r, p)
		n.look(r)
		n.planMain(r, n.now+r.Delay, false)
		n.enterReceiveCollision(r)
	default:
		n.send(r, x, p)
	}
}

// planEnd plans the end of all outputs.
func (n *Network) planEnd(r *repeater, at phy.Time) {
	r.plan++
	r.endAt = at
	n.wake(r, at, outputsEnd, r.plan)
}

func (n *Network) voidEnd(r *repeater) {
	r.plan++
	r.endAt = phy.Forever
}

// endAll ends all outputs of an activity.
func (n *Network) endAll(r *repeater) {
	n.endOutputs(r)
	n.rounds.islands.ask(r.number)
	r.state = resting
	for _, p := range r.watched {
		if n.ports[p].due {
			n.partition(r, p)
		}
	}
	if r.Recovery == 0 {
		r.state = idle
	} else {
		n.wake(r, n.now+r.Recovery, rests, 0)
	}
}

func (n *Network) endOutputs(r *repeater) {
	n.voidEnd(r)
	if r.mainOn {
		n.endMain(r)
	}
	for _, p := range r.singles {
		if x := &n.ports[p]; x.on {
			n.endSingle(r, p, !r.whole)
		}
		n.ports[p].beginAt = phy.Forever
	}
	r.mainAt, r.jamDue = phy.Forever, false
	n.quiet = max(n.quiet, n.now) // nobody may hear it
	n.letGo(r)
	n.busy--
}
