package clause4

import "github.com/csmacd/csmacd/medium"

// repeaterState is a state of the repeater state diagram (9.6.6.2, Figure 9-2).
type repeaterState uint8

const (
	idle repeaterState = iota
	send               // SEND PREAMBLE PATTERN to SEND DATA
	receiveCollision
	transmitCollision
	onePortLeft
	wait // inputs are ignored
)

// String names the state.
func (s repeaterState) String() string {
	return [...]string{"idle", "send", "receive collision", "transmit collision", "one port left", "wait"}[s]
}

// repeaterNumbers are a repeater's parameters in steps. The last ones are never if they do not
// apply.
type repeaterNumbers struct {
	bit                               instant
	delay, jamDelay, jamEnd, recovery instant
	partitionAfter                    int
	partitionLong, reconnect          instant
	reconnectSend                     bool
	lockup, jabber                    instant
	falseCarriers                     int
	shortest, lockupBreak, header     instant // 96, 96 and 64 bits
}

// repeater is a repeater by clause 9, or by clause 27. Its variables are those of 9.6.6.2 where the
// standard names them: DataIn and CollIn of a port are input and collision.
type repeater struct {
	m      *model
	number int
	n      repeaterNumbers
	ports  []*port

	state       repeaterState
	from        *port        // SEND, RECEIVE COLLISION: N, the port that is received; ONE PORT LEFT: M
	rise        instant      // SEND, RECEIVE COLLISION: when the input of N counts as risen
	risen       instant      // when the input of N really rose
	first       signalNumber // what is repeated is named after it
	firstHeader instant
	firstSent   bool    // by a station: one of the signals with which it began
	dataStart   instant // when the outputs begin to send what N receives
	fall        instant // SEND: when the input of N fell; never: it has not
	whole       bool    // SEND: what N received was one whole frame
	late        instant // SEND: how much later than the input the tail goes out
	seen        instant // when the collision was seen
	left        ports   // with the ports that have input, in a collision
	leftWas     ports   // the same after the instant before
	waitEnd     instant

	outputSince instant // since when some port has been sending without a pause; never: none does
	resume      instant // until when the lockup protection keeps all outputs silent
	broken      bool    // SEND: the lockup protection has cut a piece out of this output

	transmitCollisions int // rptrMonitorTransmitCollisions (RFC 2108)
}

// ports is what a repeater in a collision waits for: its ports that have input, and since when it
// has been these.
type ports struct {
	which int // the number of the only one, or none, or several
	since instant
}

const (
	notLooked = -3
	several   = -2
	none      = -1
)

// timers does what falls due at this instant before any carrier changes: outputs end, a wait is
// over, the lockup protection cuts in, and a port is partitioned or cut after too long a time.
func (r *repeater) timers() {
	r.endOutputs()
	if r.state == wait && r.m.now >= r.waitEnd {
		r.state = idle
	}
	for _, p := range r.ports {
		p.timers()
	}
	r.lockupProtection()
}

// decide looks at the ports, once their carriers have changed. It reports whether the repeater has
// changed its state or an output, so that carriers change again.
func (r *repeater) decide() bool {
	state := r.state
	r.look()
	switch r.state {
	case idle:
		r.listenToAll()
	case send:
		r.listenToOne()
	case receiveCollision, onePortLeft:
		switch {
		case r.riseTogether():
			r.transmitCollisionOf()
		case r.otherCollides():
			r.transmitCollision()
		case r.from.input() || r.from.tested():
			r.holds(several)
		default:
			r.holds(none)
		}
	case transmitCollision:
		r.holds(r.busy())
	}
	r.endOutputs()
	return r.beginOutputs() || r.state != state
}

// listenToAll is the state IDLE.
func (r *repeater) listenToAll() {
	switch n := r.inputs(); n {
	case several:
		r.transmitCollisionOf()
	default:
		if r.anyTested() {
			r.transmitCollision()
			return
		}
		if n == none {
			return
		}
		r.state, r.from = send, r.ports[n]
		r.rise, r.risen, r.fall, r.broken = r.m.now, r.from.tap.rise, never, false
		r.dataStart = r.m.now + r.n.delay
		for _, p := range r.ports {
			if p != r.from && !p.off {
				p.outStart = r.dataStart
			}
		}
		r.look()
		r.listenToOne()
	}
}

// look notes what N receives, at the instant at which that counts as risen: a signal of a lower
// station may still join it.
func (r *repeater) look() {
	if (r.state == send || r.state == receiveCollision) && r.m.now == r.rise {
		r.first, r.firstHeader, r.firstSent = r.from.tap.chainFirst, r.from.tap.chainHeader, r.from.tap.chainSent
	}
}

// listenToOne is the state SEND.
func (r *repeater) listenToOne() {
	now, n := r.m.now, r.from
	if r.rise == now && !n.input() {
		r.ignore()
		return
	}
	if r.fall == never || r.fall == now {
		r.fall = never
		if !n.input() {
			r.fall = now
			r.received()
		}
	}
	switch {
	case r.riseTogether():
		r.transmitCollisionOf()
	case r.otherCollides():
		r.transmitCollision()
	case r.fall == never && n.collision():
		r.state, r.seen = receiveCollision, now
		r.leftWas = ports{notLooked, now}
		for _, p := range r.ports {
			if p != n && !p.off {
				p.jamStart = now + r.n.jamDelay
				p.outStart = min(p.outStart, p.jamStart)
			}
		}
		r.holds(several)
	}
}

// ignore forgets an input that ended as it began, as the output of another repeater may: there was
// none.
func (r *repeater) ignore() {
	for _, p := range r.ports {
		p.endOutput(false)
	}
	r.state, r.from, r.dataStart = idle, nil, never
}

// received settles what N has received in the state SEND.
func (r *repeater) received() {
	t := &r.from.tap
	first := &r.m.signals[t.first]
	missed := r.rise - r.risen
	r.late = r.n.delay
	if missed < r.n.header {
		r.late += missed // the delimiter was still to come: the packet is repeated, later
	}
	r.late += r.from.variation()
	r.whole = t.signals == 1 && first.whole && !t.clipped && !r.m.harmed(t.first) && missed < r.n.header && r.from.usable() && !r.from.falseCarrier(t)
}

// riseTogether reports whether other inputs rise at the very instant at which that of N has risen.
func (r *repeater) riseTogether() bool {
	return r.state != onePortLeft && r.m.now == r.rise && r.inputs() == several
}

// otherCollides reports whether a port other than the one that is received, or that is left, has a
// collision.
func (r *repeater) otherCollides() bool {
	for _, p := range r.ports {
		if p != r.from && p.collision() {
			return true
		}
	}
	return false
}

// transmitCollisionOf enters TRANSMIT COLLISION because several inputs have risen together: each of
// their ports is in collision, though it does not send yet.
func (r *repeater) transmitCollisionOf() {
	for _, p := range r.ports {
		p.together = p.input()
	}
	r.transmitCollision()
}

// transmitCollision enters TRANSMIT COLLISION.
func (r *repeater) transmitCollision() {
	if r.state != onePortLeft {
		r.transmitCollisions++
	}
	r.state, r.seen = transmitCollision, r.m.now
	for _, p := range r.ports {
		if p.off {
			continue
		}
		p.jamStart = min(p.jamStart, r.seen+r.n.jamDelay)
		if p.outStart > r.m.now { // what has not begun yet, begins as jam
			p.outStart = p.jamStart
		}
	}
	r.leftWas = ports{notLooked, r.m.now}
	r.holds(r.busy())
}

// inputs returns the number of the only port with input, or none, or several.
func (r *repeater) inputs() int { return r.which((*port).input) }

// busy returns the number of the only port with input or a test, or none, or several.
func (r *repeater) busy() int {
	return r.which(func(p *port) bool { return p.input() || p.tested() })
}

func (r *repeater) which(is func(*port) bool) int {
	which := none
	for k, p := range r.ports {
		switch {
		case !is(p):
		case which == none:
			which = k
		default:
			return several
		}
	}
	return which
}

// holds notes which ports have input in a collision.
func (r *repeater) holds(which int) {
	if r.left = r.leftWas; which != r.left.which {
		r.left = ports{which, r.m.now}
	}
}

// settle is called when nothing changes any more at this instant. It reports whether a port has
// been reconnected, so that the repeater looks at its inputs again.
func (r *repeater) settle() (again bool) {
	sends := false
	for _, p := range r.ports {
		again = p.settle() || again
		sends = sends || p.sending != silence
	}
	switch {
	case !sends:
		r.outputSince = never
	case r.outputSince == never:
		r.outputSince = r.m.now
	}
	r.leftWas = r.left
	return again
}

// lockupProtection is the MAU jabber lockup protection (9.6.5). What ends now has ended before. If
// nothing is left to interrupt, it measures anew what begins now.
func (r *repeater) lockupProtection() {
	if r.outputSince == never || r.m.now-r.outputSince < r.n.lockup {
		return
	}
	interrupts := false
	for _, p := range r.ports {
		interrupts = p.interrupt() || interrupts
	}
	r.outputSince = never
	if interrupts {
		r.resume = r.m.now + r.n.lockupBreak
		r.broken = true
		r.write(medium.Event{Kind: medium.MJLP, Station: int32(r.ports[0].end), Port: -1})
	}
}

// nextTimer returns the next instant at which the repeater does something by itself.
func (r *repeater) nextTimer() instant {
	next := never
	soon := func(t instant) {
		if t > r.m.now {
			next = min(next, t)
		}
	}
	after := func(t, length instant) {
		if t != never && length != never {
			soon(t + length)
		}
	}
	soon(r.end())
	soon(r.resume)
	if r.state == wait {
		soon(r.waitEnd)
	}
	after(r.outputSince, r.n.lockup)
	for _, p := range r.ports {
		soon(p.outStart)
		soon(p.jamStart)
		after(p.cleanSince, r.n.reconnect)
		after(p.collisionSince, r.n.partitionLong)
		for _, t := range p.sqeAfter {
			soon(t + sqeBegins*r.n.bit)
			soon(t + sqeEnds*r.n.bit)
		}
		if p.tap.on {
			after(p.tap.rise, r.n.jabber)
		} else if p.isolated {
			soon(p.tap.fell + idleTime*r.n.bit)
		}
	}
	return next
}

// write writes an event of this instant.
func (r *repeater) write(e medium.Event) {
	e.At = r.m.time(r.m.now)
	e.ID = int32(r.number)
	r.m.events = append(r.m.events, e)
}
