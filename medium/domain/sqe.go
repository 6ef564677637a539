package domain

import "github.com/csmacd/csmacd/phy"

// A transceiver tests its collision signal after each output that it has sent (7.2.4.6). At a port of a
// repeater that test should be off: a repeater takes it for a collision and sends jam on all ports, after
// which the transceiver tests again. That goes on until the port is partitioned, unless the repeater rests
// for longer than the test takes.
const (
	sqeWait   = 10 // bits from the end of an output to the test (6 to 16)
	sqeLength = 10 // bits that it takes (5 to 15)
)

// sqeTest is that test at a port.
type sqeTest struct {
	on, next bool     // next, until it takes effect
	since    phy.Time // when it did
	sent     bool     // the port sent at the end of the last instant
	running  int      // number of tests
}

// tested reports whether a test at a port counts for its repeater.
func (x *port) tested() bool {
	return x.sqe.running > 0 && x.enabled && !x.partitioned && !x.isolated
}

// counts reports whether a port has input or a collision for its repeater.
func (x *port) counts() bool { return x.usable() || x.tested() }

// anyTested reports whether a test at any port counts for a repeater.
func (n *Network) anyTested(r *repeater) bool {
	for _, p := range r.watched {
		if n.ports[p].tested() {
			return true
		}
	}
	return false
}

// settleSQE makes the test of a port take effect, or take effect no longer.
func (n *Network) settleSQE(p int32) {
	x := &n.ports[p]
	r := &n.repeaters[x.repeater]
	n.watchPort(r, p)
	x.sqe = sqeTest{on: x.sqe.next, next: x.sqe.next, since: n.now, sent: r.sends(x) && !r.masked}
	n.ask(x.repeater)
}

// awaitSQE plans the test after an output that has ended at this instant.
func (n *Network) awaitSQE(r *repeater, p int32, sends bool) {
	x := &n.ports[p]
	if x.sqe.on && x.sqe.sent && !sends && n.now > x.sqe.since {
		n.inFlight++
		n.wake(r, n.now+sqeWait*n.bit, sqeBegins, uint32(p))
		n.wake(r, n.now+(sqeWait+sqeLength)*n.bit, sqeEnds, uint32(p))
	}
	x.sqe.sent = sends
}

// runSQE begins or ends a test after an output that ended before, unless the test was switched since.
func (n *Network) runSQE(p int32, ended phy.Time, more int) {
	if x := &n.ports[p]; x.sqe.on && ended > x.sqe.since {
		x.sqe.running += more
	}
}
