package t1s

import (
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Tally returns the counts of the run so far.
func (n *Network) Tally() medium.Tally {
	if len(n.placer) > 0 {
		for k := range n.elements {
			if e := &n.elements[k]; n.mayCome(e) {
				e.marked = true
			}
		}
	}
	return n.sums.Tally(n.held(), plca.Bit)
}

// mayCome reports whether a frame is on its way and may still be delivered.
func (n *Network) mayCome(e *element) bool {
	return e.sort == data && e.taps > 0 && !e.decided && !e.damaged
}

// EachPlaced implements [medium.Placer].
func (n *Network) EachPlaced(f func(from, until phy.Time)) { n.placer = append(n.placer, f) }

// Placed implements [medium.Placer].
func (n *Network) Placed() phy.Time {
	t := n.now
	for k := range n.elements {
		if e := &n.elements[k]; n.mayCome(e) {
			t = min(t, n.firstBit(e))
		}
	}
	return t
}

// EachDelay calls its functions with the distributions of the access delay and of the delay so far,
// in ascending order: the number of frames with a delay of ns nanoseconds, to a thousandth of it.
func (n *Network) EachDelay(access, delay func(ns int64, frames uint64)) {
	n.sums.EachDelay(access, delay)
}
