package lan

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// A port that has many frames to send does not wait for those that come behind them: they change nothing in its domain before the others have
// left. So while nobody looks, such a domain is run beyond the instant at which its next copy may come, by many frames at once instead of by one.
// A copy that comes before the instant that the domain has reached is queued behind.

// patience is what a schedule knows of such a domain.
type patience struct {
	patient patient  // its engine, if copies can come behind; otherwise nil
	settled phy.Time // before which no other copy comes
	waits   phy.Time // before which the port has frames to send, whatever comes
}

// patient is an engine that knows for how long a port has frames to send.
type patient interface {
	Backlog(station int, settled phy.Time) phy.Time
	QueueBehind(station int, at phy.Time, f medium.Frame)
	ForgetBacklog()
}

// letWait finds the domains in which copies can come behind. An observer would see them too late; and the figures of a domain without its warm-up begin
// within its run.
func (n *Network) letWait() {
	if n.kinds != 0 || n.watchers != nil || n.hooks != nil || !n.warm {
		return
	}
	for k := range n.parts {
		p := &n.parts[k]
		if x, ok := p.engine.(patient); ok && len(p.Ports) == 1 {
			p.patience = patience{x, p.reached, p.reached}
		}
	}
}

// manyWait reports whether at least a quarter of the domains have a port with frames to send for a while.
func (n *Network) manyWait() bool {
	n.letWait()
	many := 0
	for k := range n.parts {
		if p := &n.parts[k]; p.patient != nil && p.patient.Backlog(len(p.Stations), p.reached) >= p.reached+piece {
			many++
		}
	}
	n.endWaiting()
	return many > 0 && 4*many >= len(n.parts)
}

// endWaiting is called when no domain is ahead of its copies any more.
func (n *Network) endWaiting() {
	for k := range n.parts {
		if p := &n.parts[k]; p.patient != nil {
			p.patient.ForgetBacklog()
			p.patient = nil
		}
	}
}

// queueBehind queues the copies before an instant that all domains have reached.
func (n *Network) queueBehind() {
	for k := range n.parts {
		if p := &n.parts[k]; p.patient != nil && len(p.inbox) > 0 {
			if err := p.takeIn(p.reached); err != nil && n.err == nil {
				n.err = err
			}
		}
	}
}

// waitsUntil returns an instant, up to the goal, before which the port of a domain has frames to send, whatever comes.
func (n *Network) waitsUntil(p *part) phy.Time {
	p.waits = min(n.goal, p.patient.Backlog(len(p.Stations), p.settled))
	return p.waits
}
