package lan

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// A domain with several ports, such as a link between two bridges, takes frames from one bridge to the next. What may come in by one port
// may be received at the others, by the duration of a frame later. As a network is a tree, what comes in by a port does not depend on what
// goes out by it, and there is an end to what follows from a change.

// mayReceive notes before which instants a port receives nothing but what is certain, and nothing that matters.
func (n *Network) mayReceive(number int32) {
	s, q := n.schedule(), &n.ports[number]
	x, plan := &s.ports[number], &s.plans[q.bridge]
	t := x.own
	if len(n.parts[q.part].Ports) > 1 {
		t = min(t, n.passes(q))
		plan.news.set(x.rank, n.nextNews(q))
	}
	if t != plan.any.of(x.rank) {
		plan.any.set(x.rank, t)
		s.touch(q.bridge)
	}
}

// passes returns an instant before which a port receives nothing that comes into its domain by other ports, but what they are sending
// or have in their queues.
func (n *Network) passes(q *port) phy.Time {
	t := n.schedule().ports[q.number].through
	return min(t, n.parts[q.part].enters(q.number)) + q.shortest
}

// enters returns when the first copy enters a domain, of those in its inbox that are not for a port.
func (p *part) enters(number int32) phy.Time {
	return p.inbox.first(number, 0)
}

// copyKnownUntil returns the instant until which the port's bridge knows for certain where the station is that first sent a frame that another
// bridge sends a copy of; 0 if it does not know it.
func (n *Network) copyKnownUntil(q *port, f *medium.Frame) phy.Time {
	_, until := n.whereabouts(&n.bridges[q.bridge], n.ledger.entries[f.Ref-1].frame.Source)
	return until
}

// touch notes that what comes in by the ports of a bridge may have changed.
func (s *schedule) touch(bridge int32) {
	if x := &s.plans[bridge]; !x.touched && len(x.between) > 0 {
		x.touched = true
		s.touched = append(s.touched, bridge)
	}
}

// spread works out what follows from the changes at some bridges for others.
func (n *Network) spread() {
	s := n.schedule()
	for k := 0; k < len(s.touched); k++ {
		plan := &s.plans[s.touched[k]]
		plan.touched = false
		for _, rank := range plan.between {
			number := plan.ports[rank]
			if in := n.soonestCopy(number); in != s.ports[number].in {
				s.ports[number].in = in
				n.passOn(number)
			}
		}
	}
	s.touched = s.touched[:0]
}

// soonestCopy returns an instant before which nothing is queued at a port that has not been.
func (n *Network) soonestCopy(number int32) phy.Time {
	s := n.schedule()
	x := &s.ports[number]
	_, at := s.firstAim(number)
	return min(phy.Forever, min(at, s.plans[x.plan].any.others(x.rank))+x.latency)
}

// passOn works out what follows for the other ports of a domain from what comes in by one.
func (n *Network) passOn(number int32) {
	s := n.schedule()
	ports := n.parts[n.ports[number].part].Ports
	for _, ref := range ports {
		to := n.port(ref)
		t := phy.Forever
		for _, ref := range ports {
			if by := n.port(ref); by != to {
				t = min(t, s.ports[by].in)
			}
		}
		if t != s.ports[to].through {
			s.ports[to].through = t
			n.mayReceive(to)
		}
	}
}
