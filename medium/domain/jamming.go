package domain

import "github.com/csmacd/csmacd/phy"

// holding is how many ports have input in a collision, at most 2, and since when.
type holding struct {
	at    phy.Time // the instant that it is the state before
	left  int32    // -1: it was not looked at
	port  int32    // the only one
	since phy.Time
}

// holds notes that from now on other ports have input in a collision, were being those that had it so far. That
// counts from now, or, if they had it before this instant, too, from then: an input that touches another goes
// on.
func (n *Network) holds(r *repeater, left, port int32, were holding) {
	if r.before.at != n.now {
		were.at, were.since = n.now, r.settled
		r.before = were
	}
	r.settled = n.now
	if b := &r.before; b.left == left && b.port == port {
		r.settled = b.since
	}
}

// enterReceiveCollision begins RECEIVE COLLISION: jam goes to all ports but the one that is
// received.
func (n *Network) enterReceiveCollision(r *repeater) {
	r.state, r.seen, r.over, r.whole = receiveCollision, n.now, false, false
	r.before = holding{at: n.now, left: -1}
	n.letGo(r)
	at := n.now + r.JamDelay
	n.wake(r, at, jamBegins, r.activity)
	if !r.separated {
		if !r.mainOn && at <= r.mainAt {
			n.planMain(r, at, true)
		}
	}
	for _, p := range r.singles {
		x := &n.ports[p]
		if x.endAt = phy.Forever; p != r.port && x.enabled && !x.on && at <= x.beginAt {
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
	if n.othersCollide(r) {
		n.enterTransmitCollision(r)
		return
	}
	n.overWithout(r)
}

// othersCollide reports whether a port other than the one that is received has a collision. At the
// instant at which the received input rises, any other input is one: the ports rose together, after
// all.
func (n *Network) othersCollide(r *repeater) bool {
	together := r.rose == n.now
	if together {
		count, _ := n.live(r)
		together = count > 1
	}
	found := false
	for _, p := range r.watched {
		y := &n.ports[p]
		found = found || p != r.port && (together && y.usable() || y.counts() && n.inCollision(r, y))
	}
	if !found || !together {
		return found
	}
	for _, p := range r.watched {
		y := &n.ports[p]
		y.tied = y.usable()
	}
	return true
}

// overWithout plans the end of the outputs when the port that is received, or the last one left,
// has neither input nor collision.
func (n *Network) overWithout(r *repeater) {
	over := !n.ports[r.port].counts()
	if over == r.over {
		return
	}
	if r.over = over; !over {
		n.holds(r, 2, r.port, holding{left: 0, port: r.port})
		n.voidEnd(r)
		return
	}
	n.holds(r, 0, r.port, holding{left: 2, port: r.port})
	n.replan(r)
}

// replan plans the end of the outputs of a collision, or of that of the last port left: some time after
// the inputs were the last to change, when every port that sends has sent 96 bits.
func (n *Network) replan(r *repeater) {
	at := max(n.now, r.settled+r.JamEnd, n.fewestSent(r))
	switch {
	case r.state == transmitCollision && r.left == 1:
		n.voidEnd(r)
		n.wake(r, at, portEnds, r.plan)
	case r.state == transmitCollision && r.left == 0, (r.state == receiveCollision || r.state == onePortLeft) && r.over:
		n.planEnd(r, at)
	}
}

// fewestSent returns the instant at which every port that sends, or is about to, has sent 96 bits; an
// instant that is over if there is none.
func (n *Network) fewestSent(r *repeater) phy.Time {
	at := -fewestBits * n.bit
	if !r.separated && n.inMain(r) {
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
	r.before = holding{at: n.now, left: -1}
	r.state, r.seen, r.over, r.whole, r.left, r.port = transmitCollision, n.now, false, false, -1, none
	n.letGo(r)
	n.voidEnd(r)
	n.wake(r, at, jamBegins, r.activity)
	if !r.separated && !r.mainOn {
		n.planMain(r, others, true)
	}
	for _, p := range r.singles {
		x := &n.ports[p]
		if x.endAt = phy.Forever; x.on || !x.enabled {
			continue
		}
		begin := others
		if p == received || x.beginAt == phy.Forever { // or the port was enabled meanwhile
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
	count, one := n.which(r, (*port).counts)
	count = min(count, 2)
	if count != 1 {
		one = none
	}
	if count == r.left && one == r.port {
		return
	}
	n.holds(r, count, one, holding{left: r.left, port: r.port})
	r.left, r.port = count, one
	n.voidEnd(r)
	n.replan(r)
}

func (n *Network) whileOneLeft(r *repeater) {
	for _, p := range r.watched {
		if y := &n.ports[p]; p != r.port && y.counts() && n.inCollision(r, y) {
			n.enterTransmitCollision(r)
			return
		}
	}
	n.overWithout(r)
}

// leaveOne begins ONE PORT LEFT: the last port with input stops.
func (n *Network) leaveOne(r *repeater) {
	r.state, r.over = onePortLeft, false
	r.before = holding{at: n.now, left: -1}
	n.voidEnd(r)
	p := r.port
	x := &n.ports[p]
	switch {
	case x.own != r.activity:
		n.leaveMain(r, p)
	case x.on:
		n.endSingle(r, p, true)
	}
}
