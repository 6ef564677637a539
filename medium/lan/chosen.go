package lan

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// limitOf returns up to which instant a domain can be run.
func (n *Network) limitOf(k int32) phy.Time {
	limit := n.goal
	if number := n.schedule().parts[k].port; number >= 0 {
		return min(limit, n.soonestCopy(number))
	}
	for _, ref := range n.parts[k].Ports {
		limit = min(limit, n.soonestCopy(n.port(ref)))
	}
	return limit
}

// dueOf returns how far the limit of a domain must be for it to be run though nothing waits for it: then it is run by a whole piece
// in which something happens. It is Forever if a frame for it may come in before that, or it has got as far as all are to get.
func (n *Network) dueOf(k int32) phy.Time {
	p := &n.parts[k]
	switch {
	case p.err != nil || p.reached >= n.goal:
		return phy.Forever
	case len(p.Ports) == 0:
		return p.reached
	}
	happens := min(p.Next(), p.reached+n.schedule().rest)
	if len(p.inbox) > 0 {
		happens = min(happens, p.inbox[0].at)
	}
	due := min(n.goal, max(p.reached, happens)+piece)
	if p.patient != nil && n.waitsUntil(p) >= due {
		return 0
	}
	for _, ref := range p.Ports {
		x := n.port(ref)
		if _, at := n.schedule().firstAim(x); at+n.schedule().ports[x].latency < due {
			return phy.Forever
		}
	}
	return due
}

// setDue sets how far the limit of a domain must be for it to be run.
func (s *schedule) setDue(k int32, t phy.Time) {
	x := &s.parts[k]
	if x.due = t; x.plan >= 0 {
		s.plans[x.plan].due.set(x.rank, t)
	}
}

// chooseScheduled determines which domains are run, as choose does.
func (n *Network) chooseScheduled() {
	s := n.schedule()
	if s.goal != n.goal {
		s.goal = n.goal
		n.allDueAnew()
	}
	for _, k := range s.undue {
		s.parts[k].undue = false
		s.setDue(k, n.dueOf(k))
	}
	s.undue, n.run = s.undue[:0], n.run[:0]
	for i := range s.plans {
		n.runDue(&s.plans[i])
	}
	for _, k := range s.between {
		n.runIf(k, s.parts[k].due)
	}
	for i := range n.bridges {
		if rank, at := s.plans[i].news.first(); at < n.goal {
			n.await(s.plans[i].ports[rank])
		}
	}
	if len(n.run) == 0 {
		for k := range n.parts {
			if p := &n.parts[k]; p.engine != nil && p.err == nil {
				n.runIf(int32(k), p.reached+1)
			}
		}
	}
	slices.Sort(n.run)
}

// runDue chooses the domains of a plan that are due.
func (n *Network) runDue(x *plan) {
	s := n.schedule()
	for {
		rank, due := x.due.first()
		if due == phy.Forever || !n.runIf(x.parts[rank], due) {
			break
		}
	}
	if rank, at := x.any.first(); at < phy.Forever && x.due.of(rank) < phy.Forever { // its limit is higher than those of others
		n.runIf(x.parts[rank], s.parts[x.parts[rank]].due)
	}
}

// await chooses the domain of a port that a bridge waits for, or the one that this domain waits for in turn.
func (n *Network) await(number int32) {
	s := n.schedule()
	for range n.ports {
		q := &n.ports[number]
		p := &n.parts[q.part]
		by := int32(-1) // the port by which comes what is waited for
		if len(p.Ports) > 1 && !p.moved {
			if at := s.ports[number].through; at > p.reached && at < p.enters(number) && at+q.shortest < q.news {
				by = n.narrowest(p, number)
			}
		}
		if by < 0 {
			if p.reached >= n.goal || n.runIf(q.part, p.reached+1) {
				return
			}
			by = n.narrowest(p, -1)
		}
		from, at := s.firstAim(by)
		plan := &s.plans[n.ports[by].bridge]
		if rank, any := plan.any.firstBut(s.ports[by].rank); any < at {
			from, at = plan.ports[rank], any
		}
		if at == phy.Forever {
			return
		}
		number = from
	}
}

// narrowest returns the port by which a frame may come first into a domain, other than one of its ports.
func (n *Network) narrowest(p *part, but int32) (by int32) {
	first := phy.Forever
	by = but
	for _, ref := range p.Ports {
		if number := n.port(ref); number != but {
			if at := n.soonestCopy(number); at <= first {
				first, by = at, number
			}
		}
	}
	return by
}

// runIf adds a domain to those that are run, if its limit is at least an instant. It reports whether it is among them.
func (n *Network) runIf(k int32, least phy.Time) bool {
	p := &n.parts[k]
	if p.moved { // it has been added
		return true
	}
	if least == phy.Forever || p.err != nil {
		return false
	}
	settled := n.limitOf(k)
	limit := settled
	if p.patient != nil {
		limit = max(limit, p.waits)
	}
	if limit < least || limit <= p.reached {
		return false
	}
	p.limit, p.settled, p.moved = limit, settled, true
	n.run = append(n.run, k)
	n.schedule().setDue(k, phy.Forever)
	return true
}
