package clause4

import "slices"

// sqeTest is the test of the collision signal that a transceiver makes after each output (7.2.4.6), where it
// was left on at a port of a repeater. The repeater sees a collision at the port meanwhile.
type sqeTest struct {
	sqeNext, sqeOn bool
	sqeSince       instant
	sqeSent        bool      // the port was sending
	sqeAfter       []instant // the ends of outputs after which there is a test to come
}

// When a test begins and ends, in bits after the output.
const (
	sqeBegins = 10
	sqeEnds   = 20
)

// switchSQE switches the test as the changes of this instant say.
func (p *port) switchSQE() {
	if p.sqeOn != p.sqeNext {
		p.sqeOn, p.sqeSince, p.sqeAfter = p.sqeNext, p.r.m.now, nil
	}
}

// noteSQE notes an output that has ended.
func (p *port) noteSQE() {
	now, sends := p.r.m.now, p.sending != silence
	if p.sqeOn && p.sqeSent && !sends && now > p.sqeSince {
		p.sqeAfter = append(p.sqeAfter, now)
	}
	p.sqeSent = sends
	p.sqeAfter = slices.DeleteFunc(p.sqeAfter, func(t instant) bool { return now > t+sqeEnds*p.r.n.bit })
}

// tests reports whether there is a test now that the port lets in.
func (p *port) tests() bool {
	now := p.r.m.now
	return !p.off && slices.ContainsFunc(p.sqeAfter, func(t instant) bool {
		return t+sqeBegins*p.r.n.bit <= now && now < t+sqeEnds*p.r.n.bit
	})
}

// tested reports whether there is a test at the port that the repeater listens to.
func (p *port) tested() bool { return p.tests() && !p.partitioned && !p.isolated }

// anyTested reports whether there is at any port.
func (r *repeater) anyTested() bool { return slices.ContainsFunc(r.ports, (*port).tested) }
