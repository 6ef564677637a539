package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// ring is what a timer of a repeater is for. Timers of one instant go off in this order: what ends now
// has ended before the lockup protection interrupts the rest, and what begins now is silent then. Stations
// start in between.
type ring int32

const (
	outputsEnd ring = iota
	singleEnds      // the argument is the port
	portEnds        // the last port left stops
	islandEnds      // its output on its links
	rests           // WAIT is over
	lockupStops
	lockupResumes
	mainBegins
	islandBegins
	singleBegins // the argument is the port
	jamBegins    // the argument is the activity
	collisionLong
	inputLong
	idleLong  // the argument is the port
	sqeBegins // likewise
	sqeEnds   // likewise
)

// wake adds a timer to the agenda.
func (n *Network) wake(r *repeater, at phy.Time, what ring, arg uint32) {
	ph := carrying
	switch {
	case what >= collisionLong:
		ph = settling // before inputs change
	case at == n.now:
		ph += n.pass
	case what <= lockupStops:
		ph = ending
	}
	n.agenda.Push(agenda.New(at, ph, r.number, timer, int32(what), arg))
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
	case islandBegins:
		n.beginIsland(r)
	case islandEnds:
		n.endIsland(r)
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
			if x := &n.ports[p]; x.receives() && !x.cut && n.now-x.rose >= r.Jabber {
				x.cut = true
				if r.state == repeating && r.port == p {
					r.whole = false
				}
				n.tell(medium.MJLP, p)
			}
		}
	case idleLong:
		n.idleEnds(int32(arg))
	case sqeBegins:
		n.runSQE(int32(arg), n.now-sqeWait*n.bit, 1)
	case sqeEnds:
		n.inFlight--
		n.runSQE(int32(arg), n.now-(sqeWait+sqeLength)*n.bit, -1)
	case lockupStops:
		r.lockup = false
		if r.sending >= 0 && n.now-r.sending >= r.Lockup {
			n.interrupt(r)
			r.sending = -1 // if nothing was left to interrupt, it measures what begins now
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

// settleTimers starts the timers of a repeater that are not in the agenda and may be needed. A timer
// looks, when it goes off, what has lasted for so long.
func (n *Network) settleTimers(k int32) {
	r := &n.repeaters[k]
	on := !r.masked && n.anyOutput(r)
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
		if since := n.earliest(r, func(x *port) (phy.Time, bool) { return x.rose, x.receives() && !x.cut }); since < phy.Forever {
			r.jabber = true
			n.wake(r, since+r.Jabber, inputLong, 0)
		}
	}
}

// anyOutput reports whether a port of a repeater has output.
func (n *Network) anyOutput(r *repeater) bool { return r.mainOn && n.inMain(r) || n.singlesOn(r) }

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
