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
	tail      phy.Time // how much later than the input the output ends
	header    phy.Time // of the signal that is sent
	over      bool     // SEND: the input has ended; RECEIVE COLLISION, ONE PORT LEFT: neither input nor collision is left
	fell      phy.Time // SEND: when the input ended
	whole     bool     // what is sent is a frame, as far as is known
	frame     medium.Frame
	flight    uint32 // with a reference, + 1
	left      int32  // TRANSMIT COLLISION: number of ports with input when the plan was made, at most 2
	separated bool   // every port has instants of its own

	mainOn    bool
	mainJam   bool     // it begins, or began, as jam
	mainStart phy.Time // of the main output, or of the last one
	mainEnd   phy.Time // of the last one
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
	asked   bool
	touched bool

	transmitCollisions uint64
}

// ring is what a timer of a repeater is for.
type ring int32

const (
	mainBegins   ring = iota
	singleBegins      // the argument is the port
	outputsEnd
	singleEnds
	portEnds  // the last port left stops
	jamBegins // the argument is the activity; an output that ends now has ended
	rests     // WAIT is over
	collisionLong
	inputLong
	lockupStops
	lockupResumes
)

// wake adds a timer to the agenda.
func (n *Network) wake(r *repeater, at phy.Time, what ring, arg uint32) {
	ph := carrying
	switch {
	case what == collisionLong || what == inputLong:
		ph = settling // before inputs change
	case at == n.now:
		ph += n.pass
	}
	n.agenda.push(newEntry(at, ph, r.number, timer, int32(what), arg))
}

// sends reports whether a port sends, by the states of its repeater.
func (r *repeater) sends(x *port) bool {
	if x.own == r.activity {
		return x.on
	}
	return r.mainOn && x.enabled
}

// live returns the number of ports whose input counts, and one of them.
func (n *Network) live(r *repeater) (count int32, one int32) {
	one = none
	for _, p := range r.watched {
		if n.ports[p].usable() {
			count++
			one = p
		}
	}
	return count, one
}

// decide is what a repeater does when carriers have changed.
func (n *Network) decide(k int32) {
	r := &n.repeaters[k]
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
	if count == 0 {
		return
	}
	r.activity++
	n.busy++
	r.port, r.rose, r.seen, r.over, r.whole = p, n.now, n.now, false, false
	r.mainAt, r.endAt, r.separated = phy.Forever, phy.Forever, false
	r.frame, r.flight, r.header = medium.Frame{}, 0, fewestHeader*n.bit
	r.singles = r.singles[:0]
	r.group = n.groups.add()
	for _, q := range r.watched {
		if x := &n.ports[q]; x.usable() {
			n.groups.join(r.group, n.at(x.first).group, &n.sums)
		}
	}
	switch x := &n.ports[p]; {
	case count > 1:
		for _, q := range r.watched {
			y := &n.ports[q]
			y.tied = y.usable()
		}
		n.enterTransmitCollision(r)
	case x.cable >= 0 && x.signals > 1:
		n.separate(r, p)
		r.frame, r.header = x.frame, x.header
		if r.Variation == WorstVariation {
			r.header += n.variability(x)
		}
		n.planMain(r, n.now+r.Delay, false)
		n.enterReceiveCollision(r)
	default:
		n.send(r, x, p)
	}
}

// fewestHeader is the length in bits of the header of what a repeater makes itself.
const fewestHeader = 64

// send begins SEND.
func (n *Network) send(r *repeater, x *port, p int32) {
	s := n.at(x.first)
	r.state = repeating
	r.whole = x.chained == 1
	r.frame, r.header = x.frame, x.header
	r.flight = n.follow(s.flight)
	r.tail = r.Delay
	if missed := n.now - x.rose; missed > 0 {
		// The input began before: its end is as late as the beginning, unless the delimiter has
		// passed.
		if missed < fewestHeader*n.bit {
			r.tail += missed
		} else {
			r.whole = false
		}
	}
	n.separate(r, p)
	v := n.variability(x)
	switch r.Variation {
	case WorstVariation:
		r.tail += v
		r.header += v
	case RandomVariation:
		n.sendAtRandom(r, v)
		return
	}
	n.planMain(r, n.now+r.Delay, false)
}

// variability returns how much later the tail of a packet that a port receives may be than its start.
func (n *Network) variability(x *port) phy.Time {
	if s := n.at(x.first); s.source >= 0 && int(s.source) < len(n.stations) {
		return x.end
	}
	return x.mid
}

// separate makes a port begin and end apart from the main output in this activity. Its output is
// off.
func (n *Network) separate(r *repeater, p int32) {
	x := &n.ports[p]
	if x.own == r.activity {
		return
	}
	x.own, x.on, x.beginAt, x.endAt = r.activity, false, phy.Forever, phy.Forever
	r.singles = append(r.singles, p)
}

// sendAtRandom plans the output of each port by itself: start and tail are later by a draw of the
// port.
func (n *Network) sendAtRandom(r *repeater, v phy.Time) {
	r.separated = true
	for p := r.first; p < r.first+r.count; p++ {
		x := &n.ports[p]
		if !x.enabled || p == r.port {
			continue
		}
		n.separate(r, p)
		x.later = phy.Time(x.rng.Below(uint64(v) + 1))
		n.planSingle(r, p, n.now+r.Delay+x.later, false)
	}
}

// planMain plans the beginning of the main output.
func (n *Network) planMain(r *repeater, at phy.Time, jam bool) {
	r.mainAt, r.mainJam = at, jam
	r.begins++
	n.wake(r, at, mainBegins, r.begins)
}

// planSingle plans the beginning of the output of a port that has instants of its own.
func (n *Network) planSingle(r *repeater, p int32, at phy.Time, jam bool) {
	n.ports[p].beginAt, n.ports[p].asJam = at, jam
	n.wake(r, at, singleBegins, uint32(p))
}

// whileSending is what happens in SEND when carriers change.
func (n *Network) whileSending(r *repeater) {
	x := &n.ports[r.port]
	count, _ := n.live(r)
	for _, p := range r.watched {
		if y := &n.ports[p]; p != r.port && y.usable() && (n.inCollision(r, y) || r.rose == n.now && count > 1) {
			if r.rose == n.now {
				for _, q := range r.watched { // two ports rose together, after all
					z := &n.ports[q]
					z.tied = z.usable()
				}
			}
			n.enterTransmitCollision(r)
			return
		}
	}
	if r.over && n.now == r.fell && x.usable() { // it rose again at once: the input goes on
		r.over, r.whole = false, false
		n.voidEnd(r)
		for _, p := range r.singles {
			n.ports[p].endAt = phy.Forever
		}
	}
	if r.over {
		return
	}
	if !x.usable() {
		r.over, r.fell = true, n.now
		r.whole = r.whole && x.chained == 1 && !x.jammed && x.signals == 0
		n.planSendEnd(r, x)
		return
	}
	if x.chained > 1 {
		r.whole = false
	}
	if x.cable >= 0 && x.signals > 1 {
		r.seen = n.now
		n.enterReceiveCollision(r)
	}
}

// planSendEnd plans the ends of the outputs, when the input has ended.
func (n *Network) planSendEnd(r *repeater, x *port) {
	least := fewestBits * n.bit
	if !r.separated {
		start := r.mainStart
		if !r.mainOn {
			start = r.mainAt
		}
		end := n.now + r.tail
		if end < start+least {
			end, r.whole = start+least, false
		}
		n.planEnd(r, end)
		return
	}
	for _, p := range r.singles {
		if p == r.port {
			continue
		}
		y := &n.ports[p]
		start := y.started
		if !y.on {
			start = y.beginAt
		}
		if y.endAt = n.now + r.tail + y.later; y.endAt < start+least {
			y.endAt, r.whole = start+least, false
		}
		n.wake(r, y.endAt, singleEnds, uint32(p))
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

// enterReceiveCollision begins RECEIVE COLLISION: jam goes to all ports but the one that is
// received.
func (n *Network) enterReceiveCollision(r *repeater) {
	r.state, r.seen, r.over, r.whole = receiveCollision, n.now, false, false
	n.letGo(r)
	at := n.now + r.JamDelay
	n.wake(r, at, jamBegins, r.activity)
	if !r.separated {
		if !r.mainOn && at <= r.mainAt {
			n.planMain(r, at, true)
		}
		return
	}
	for _, p := range r.singles {
		x := &n.ports[p]
		if x.endAt = phy.Forever; p != r.port && !x.on && at <= x.beginAt {
			n.planSingle(r, p, at, true)
		}
	}
}

// letGo forgets the frame that is repeated: what is sent is damaged.
func (n *Network) letGo(r *repeater) {
	n.lose(r.flight)
	r.flight = 0
}

func (n *Network) whileReceiveCollision(r *repeater) {
	for _, p := range r.watched {
		if y := &n.ports[p]; p != r.port && y.usable() && n.inCollision(r, y) {
			n.enterTransmitCollision(r)
			return
		}
	}
	n.overWithout(r)
}

// overWithout plans the end of the outputs when the port that is received, or the last one left,
// has neither input nor collision.
func (n *Network) overWithout(r *repeater) {
	over := !n.ports[r.port].usable()
	if over == r.over {
		return
	}
	if r.over = over; !over {
		n.voidEnd(r)
		return
	}
	n.planEnd(r, max(n.now+r.JamEnd, n.fewestSent(r)))
}

// fewestSent returns the instant at which every port that sends, or is about to, has sent 96 bits.
func (n *Network) fewestSent(r *repeater) phy.Time {
	at := phy.Time(0)
	if !r.separated {
		if r.mainOn {
			at = r.mainStart
		} else if r.mainAt < phy.Forever {
			at = r.mainAt
		}
	}
	for _, p := range r.singles {
		switch x := &n.ports[p]; {
		case x.on:
			at = max(at, x.started)
		case x.beginAt < phy.Forever:
			at = max(at, x.beginAt)
		}
	}
	return at + fewestBits*n.bit
}

// enterTransmitCollision begins TRANSMIT COLLISION: jam goes to all ports. Data that has not begun
// does not begin any more.
func (n *Network) enterTransmitCollision(r *repeater) {
	if r.state != onePortLeft {
		r.transmitCollisions++
	}
	at := n.now + r.JamDelay
	others := at
	if r.state == receiveCollision { // its jam has been seen before
		others = min(at, max(n.now, r.seen+r.JamDelay))
	}
	if (r.state == idle || r.state == repeating) && !r.mainOn && !r.separated {
		n.together(r)
	}
	received := r.port
	r.state, r.seen, r.over, r.whole, r.left, r.port = transmitCollision, n.now, false, false, -1, none
	n.letGo(r)
	n.voidEnd(r)
	n.wake(r, at, jamBegins, r.activity)
	if !r.separated && !r.mainOn {
		n.planMain(r, others, true)
	}
	for _, p := range r.singles {
		x := &n.ports[p]
		if x.endAt = phy.Forever; x.on {
			continue
		}
		begin := others
		if p == received {
			begin = at
		}
		n.planSingle(r, p, begin, true)
	}
	n.planTransmitCollision(r)
}

// together makes all ports begin with the main output.
func (n *Network) together(r *repeater) {
	for _, p := range r.singles {
		n.ports[p].own = 0
	}
	r.singles = r.singles[:0]
}

// planTransmitCollision plans what ends next in TRANSMIT COLLISION.
func (n *Network) planTransmitCollision(r *repeater) {
	count, one := n.live(r)
	count = min(count, 2)
	if count != 1 {
		one = none
	}
	if count == r.left && one == r.port {
		return
	}
	r.left, r.port = count, one
	at := max(n.now+r.JamEnd, n.fewestSent(r))
	switch count {
	case 0:
		n.planEnd(r, at)
	case 1:
		n.voidEnd(r)
		n.wake(r, at, portEnds, r.plan)
	default:
		n.voidEnd(r)
	}
}

func (n *Network) whileOneLeft(r *repeater) {
	for _, p := range r.watched {
		if y := &n.ports[p]; p != r.port && y.usable() {
			n.enterTransmitCollision(r)
			return
		}
	}
	n.overWithout(r)
}

// expire does what a timer of a repeater is for.
func (n *Network) expire(k int32, what ring, arg uint32) {
	r := &n.repeaters[k]
	switch what {
	case mainBegins:
		if arg == r.begins && !r.mainOn && r.mainAt == n.now {
			n.beginMain(r)
		}
	case singleBegins:
		if x := &n.ports[arg]; x.own == r.activity && x.beginAt == n.now && !x.on && r.state != idle && r.state != resting {
			n.beginSingle(r, int32(arg))
		}
	case jamBegins:
		if arg == r.activity && r.state != idle && r.state != resting {
			n.tellJam(r)
		}
	case outputsEnd:
		if arg == r.plan {
			n.endAll(r)
		}
	case singleEnds:
		if x := &n.ports[arg]; x.own == r.activity && r.state == repeating && x.on && x.endAt == n.now {
			n.endSingle(r, int32(arg), !r.whole)
			if !n.anySingle(r) {
				n.endAll(r)
			}
		}
	case portEnds:
		if arg == r.plan {
			n.leaveOne(r)
		}
	case rests:
		if r.state == resting {
			r.state = idle
		}
	case collisionLong:
		r.long = false
		for _, p := range r.watched {
			if x := &n.ports[p]; x.collision && !x.partitioned && n.now-x.collidedAt >= r.PartitionLong {
				n.partition(r, p)
			}
		}
	case inputLong:
		r.jabber = false
		for _, p := range r.watched {
			if x := &n.ports[p]; x.signals > 0 && !x.cut && n.now-x.rose >= r.Jabber {
				x.cut = true
				if r.state == repeating && r.port == p {
					r.whole = false
				}
				n.tell(medium.MJLP, p)
			}
		}
	case lockupStops:
		r.lockup = false
		if r.sending >= 0 && n.now-r.sending >= r.Lockup {
			n.interrupt(r)
		}
	case lockupResumes:
		n.resume(r)
	}
	n.ask(k)
}

func (n *Network) anySingle(r *repeater) bool {
	for _, p := range r.singles {
		if x := &n.ports[p]; x.on || x.beginAt < phy.Forever && x.beginAt > n.now {
			return true
		}
	}
	return false
}

// leaveOne begins ONE PORT LEFT: the last port with input stops.
func (n *Network) leaveOne(r *repeater) {
	r.state, r.over = onePortLeft, false
	n.voidEnd(r)
	p := r.port
	x := &n.ports[p]
	if x.own == r.activity {
		n.endSingle(r, p, true)
		return
	}
	n.leaveMain(r, p)
}

// endAll ends all outputs.
func (n *Network) endAll(r *repeater) {
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
	r.mainAt = phy.Forever
	n.letGo(r)
	r.state = resting
	n.busy--
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

// settleTimers starts the timers of a repeater that are not in the agenda and may be needed. A timer
// looks, when it goes off, what has lasted for so long.
func (n *Network) settleTimers(k int32) {
	r := &n.repeaters[k]
	on := !r.masked && (r.mainOn || n.singlesOn(r))
	switch {
	case !on:
		r.sending = -1
	case r.sending < 0:
		r.sending = n.now
	}
	if r.Lockup > 0 && on && !r.lockup {
		r.lockup = true
		n.wake(r, r.sending+r.Lockup, lockupStops, 0)
	}
	if r.PartitionLong > 0 && !r.long {
		if since := n.earliest(r, func(x *port) (phy.Time, bool) { return x.collidedAt, x.collision && !x.partitioned }); since < phy.Forever {
			r.long = true
			n.wake(r, since+r.PartitionLong, collisionLong, 0)
		}
	}
	if r.Jabber > 0 && !r.jabber {
		if since := n.earliest(r, func(x *port) (phy.Time, bool) { return x.rose, x.signals > 0 && !x.cut }); since < phy.Forever {
			r.jabber = true
			n.wake(r, since+r.Jabber, inputLong, 0)
		}
	}
}

func (n *Network) singlesOn(r *repeater) bool {
	for _, p := range r.singles {
		if n.ports[p].on {
			return true
		}
	}
	return false
}

// earliest returns the earliest of some instants of the ports that take part in anything.
func (n *Network) earliest(r *repeater, of func(*port) (phy.Time, bool)) phy.Time {
	at := phy.Forever
	for _, p := range r.watched {
		if t, ok := of(&n.ports[p]); ok {
			at = min(at, t)
		}
	}
	return at
}
