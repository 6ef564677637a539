package lan

import "github.com/csmacd/csmacd/phy"

// The domains run up to a goal without a look at the conditions that may end the run: as far as no condition can be met, whatever happens.
// Close to the end of the run the goal is the next instant.

// farthest and nearest are how far from now a goal may be, if it is not the next instant.
const (
	farthest = 512 * phy.Millisecond
	nearest  = phy.Microsecond
)

// soonest returns the instant up to which the domains may be run without passing the instant at
// which a condition may end the run.
func (n *Network) soonest() phy.Time {
	u := &n.config.Until
	if u.FramesSent == 0 && u.FramesDelivered == 0 && u.Collisions == 0 || !n.warm {
		return phy.Forever
	}
	n.findActive()
	t := n.Tally()
	far := func(limit, count, most uint64) bool { return limit == 0 || count+most < limit }
	for n.stride = min(farthest, 4*max(n.stride, nearest)); n.stride >= nearest; n.stride /= 2 {
		sent, delivered, collisions := n.mostWithin(n.stride)
		if far(u.FramesSent, t.FramesSent, sent) && far(u.FramesDelivered, t.FramesDelivered, delivered) && far(u.Collisions, t.Collisions, collisions) {
			return n.now + n.stride
		}
	}
	return max(n.now, n.Next()) + 1
}

// findActive finds the instants from which on stations of each domain may send, and from which on there may be a collision.
func (n *Network) findActive() {
	n.active = n.active[:0]
	for k := range n.parts {
		p, x := &n.parts[k], activity{n.now, n.now}
		switch {
		case p.engine == nil:
			x = activity{phy.Forever, phy.Forever}
		case n.mayLag && n.hooks == nil: // a frame that a port sends makes no station send one
			x.sends = max(n.now, p.Next())
			if len(p.Ports) < 2 && p.Quiet() <= n.now && p.Frames().Queued == 0 {
				x.collides = x.sends // a port that is alone does not collide
			}
		}
		n.active = append(n.active, x)
	}
}

// activity is when stations of a domain may do something.
type activity struct {
	sends    phy.Time // before which they send nothing
	collides phy.Time // before which there is no collision
}

// mostWithin returns how many frames can leave their stations at most within a time from now on, how many frames can reach their
// destinations, and how many collisions there can be.
func (n *Network) mostWithin(d phy.Time) (sent, delivered, collisions uint64) {
	delivered = uint64(len(n.ledger.entries) - len(n.ledger.free)) // those that a bridge has received
	end := n.now + d
	for k := range n.parts {
		p, x := &n.parts[k], &n.active[k]
		taps := uint64(len(p.Stations) + len(p.Ports))
		if p.engine != nil && p.Quiet() > n.now { // frames are on the medium
			delivered += taps * most(p.Span(), p.frame)
		}
		if end > x.sends {
			sent += uint64(len(p.Stations)) * most(end-x.sends, p.frame)
		}
		if end > x.collides && !p.Full {
			collisions += taps * most(end-x.collides, p.fragment)
		}
	}
	return sent, delivered + sent, collisions
}

// most returns how many transmissions of a duration or longer a station can end at most within a time, one that has begun before it
// among them.
func most(d, each phy.Time) uint64 { return uint64(d/each) + 2 }
