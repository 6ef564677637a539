package bus

import "github.com/csmacd/csmacd/phy"

// underWay yields the start of each transmission that has not ended, and whether it has met a
// collision.
func (n *Network) underWay(yield func(start phy.Time, collided bool) bool) {
	for k := range n.air.signals {
		if s := &n.air.signals[k]; !s.ended && !yield(s.start, s.collided) {
			return
		}
	}
}
