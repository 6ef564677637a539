package lan

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A domain fails when scripted draws run out, or where the formula of a backoff has no delay for a value. The other
// domains end at that instant too, however the network is run: no domain is ahead of the next instant at which one
// with such a policy may fail. That costs a network of many domains with formulas two to four times the time.

// mayFail reports whether a policy can end the run with an error: its draws can run out, or it is a formula.
func mayFail(p any) bool {
	if x, ok := p.(*backoff.Limited); ok {
		return mayFail(x.Policy)
	}
	_, fails := p.(backoff.Err)
	return fails
}

// watchPolicy notes that a domain has a station with a policy.
func (n *Network) watchPolicy(p *part, policy any) {
	if mayFail(policy) {
		p.mayFail, n.mayFail = true, true
	}
}

// limitFallible keeps all domains together while one may fail.
func (n *Network) limitFallible() {
	if !n.mayFail {
		return
	}
	next := phy.Forever
	for k := range n.parts {
		if p := &n.parts[k]; p.mayFail {
			next = min(next, max(p.reached, p.Next()), p.limit) // from its limit on, a frame may come in that makes it fail
			if len(p.inbox) > 0 {
				next = min(next, p.inbox[0].at)
			}
		}
	}
	for k := range n.parts {
		p := &n.parts[k]
		p.limit = min(p.limit, next+1)
	}
}

// arriveUnlessFailed hands ports what arrives at the instant up to which their domains have been run, as soon as it is certain that no domain
// fails before it.
func (n *Network) arriveUnlessFailed() {
	if !n.mayFail {
		return
	}
	certain := phy.Forever
	for k := range n.parts {
		if p := &n.parts[k]; p.mayFail {
			certain = min(certain, p.reached)
		}
	}
	for k := range n.parts {
		if p := &n.parts[k]; p.engine != nil && len(p.Ports) > 0 && p.reached <= certain {
			p.Arriving()
		}
	}
}

// settleFailure brings the domains that have not failed to the end of the instant at which one did first.
func (n *Network) settleFailure() {
	first := n.firstFailed()
	if first == nil {
		return // nothing in a domain
	}
	for !n.halted.Load() {
		n.limit(first.reached + 1)
		if n.choose(); len(n.run) == 0 {
			break
		}
		n.crew.run(len(n.parts), n.run, n.running)
		n.arriveUnlessFailed()
		n.barrier()
		first = n.firstFailed()
	}
	n.err, n.now = first.err, first.reached+1
	n.settleAll()
	n.showEvents()
	n.callHooks(n.now)
	n.now--
}

// firstFailed returns the domain that failed first; nil if none did.
func (n *Network) firstFailed() (first *part) {
	for k := range n.parts {
		if p := &n.parts[k]; p.err != nil && p.err != medium.ErrInterrupted && (first == nil || p.reached < first.reached) {
			first = p
		}
	}
	return first
}

// policyOf returns the backoff policy that a change brings, or nil.
func policyOf(c *medium.Change) any {
	if s, ok := c.New.(domain.Station); ok {
		return s.Backoff
	}
	return c.New
}
