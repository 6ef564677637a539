package lan

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A domain fails when scripted draws run out. The other domains end at that instant too, however the
// network is run: no domain is ahead of the next instant at which one with such draws may fail. A formula of a
// backoff fails only if it is wrong, and nothing waits for that: other domains may be ahead then.

// scripted reports whether a policy has draws that can run out.
func scripted(p any) bool {
	switch x := p.(type) {
	case *backoff.Scripted:
		return true
	case *backoff.Limited:
		return scripted(x.Policy)
	}
	return false
}

// watchDraws notes that a domain has a station with a policy.
func (n *Network) watchDraws(p *part, policy any) {
	if scripted(policy) {
		p.scripted, n.scripted = true, true
	}
}

// limitScripted keeps all domains together while draws may run out in one.
func (n *Network) limitScripted() {
	if !n.scripted {
		return
	}
	next := phy.Forever
	for k := range n.parts {
		if p := &n.parts[k]; p.scripted {
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

// settleFailure brings the domains that have not failed to the end of the instant at which one did first.
func (n *Network) settleFailure() {
	first := n.firstFailed()
	if first == nil {
		return // nothing in a domain
	}
	for !n.halted.Load() {
		n.limit(first.reached + 1)
		if len(n.runnable()) == 0 {
			break
		}
		n.takeIn()
		n.crew.run(len(n.parts), n.run, n.running)
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
