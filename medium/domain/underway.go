package domain

import "github.com/csmacd/csmacd/phy"

// underWay yields the start of each transmission that has not ended, and whether it has met a
// collision.
func (n *Network) underWay(yield func(start phy.Time, collided bool) bool) {
	for i := range n.stations {
		if st := &n.stations[i]; st.state == sending && !yield(st.tx.start, st.tx.collided) {
			return
		}
	}
}
