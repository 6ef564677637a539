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
	t := n.Tally()
	under := n.findActive()
	far := func(limit, count, most uint64) bool { return limit == 0 || count+most < limit }
	for n.stride = min(farthest, 4*max(n.stride, nearest)); n.stride >= nearest; n.stride /= 2 {
		sent, collisions := n.mostWithin(n.stride)
		if far(u.FramesSent, t.FramesSent, sent) && far(u.FramesDelivered, t.FramesDelivered, under+sent) && far(u.Collisions, t.Collisions, collisions) {
			return n.now + n.stride
		}
	}
	return max(n.now, n.Next()) + 1
}

// activity is when stations of a domain may do something; Forever if there are none.
type activity struct {
	sends    phy.Time // before which they send nothing
	collides phy.Time // before which nothing collides
}

// findActive finds the activity of each domain. It returns how many frames that have left their stations can still reach their
// destinations at most.
func (n *Network) findActive() (under uint64) {
	under = uint64(len(n.ledger.entries) - len(n.ledger.free)) // those that a bridge has received
	n.active = n.active[:0]
	for k := range n.parts {
		p, x := &n.parts[k], activity{phy.Forever, phy.Forever}
		if p.engine != nil {
			x = activity{n.now, n.now}
			quiet := p.Quiet() <= n.now
			if !quiet { // frames are on the medium
				under += p.taps() * most(p.Span(), p.frame)
			}
			if n.mayLag && n.hooks == nil { // a frame that a port sends makes no station send one
				x.sends = max(n.now, p.Next())
				if len(p.Ports) < 2 && quiet && p.Frames().Queued == 0 {
					x.collides = x.sends // a port that is alone does not collide
				}
			}
			if p.Full {
				x.collides = phy.Forever
			}
		}
		n.active = append(n.active, x)
	}
	return under
}

// mostWithin returns how many frames can leave their stations at most within a time from now on, and how many collisions there can be.
func (n *Network) mostWithin(d phy.Time) (sent, collisions uint64) {
	end := n.now + d
	for k := range n.parts {
		p, x := &n.parts[k], &n.active[k]
		if end > x.sends {
			sent += uint64(len(p.Stations)) * most(end-x.sends, p.frame)
		}
		if end > x.collides {
			collisions += p.taps() * most(end-x.collides, p.fragment)
		}
	}
	return sent, collisions
}

// taps returns the number of stations and ports of a domain.
func (p *part) taps() uint64 { return uint64(len(p.Stations) + len(p.Ports)) }

// most returns how many transmissions of a duration or longer a station can end at most within a time, one that has begun before it
// among them.
func most(d, each phy.Time) uint64 { return uint64(d/each) + 2 }
