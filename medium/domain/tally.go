package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Tally returns the counts of the run so far.
func (n *Network) Tally() medium.Tally {
	n.catchUp()
	for k := range n.flights {
		if x := &n.flights[k]; len(n.placer.told) > 0 && n.mayCome(x) {
			x.marked = true
		}
	}
	return n.sums.Tally(n.held(), n.bit)
}

// placer reports when the frames that a tally found on their way were sent.
type placer struct {
	told []func(from, until phy.Time)
}

// mayCome reports whether a frame is on its way and may still be delivered.
func (n *Network) mayCome(x *flight) bool {
	return x.taken && !x.decided && (x.sent || !n.stations[x.frame.Source].tx.collided)
}

// firstBit returns the instant at which the first bit of a frame after its header is sent.
func (n *Network) firstBit(x *flight) phy.Time {
	end := x.end
	if !x.sent {
		end = n.stations[x.frame.Source].tx.end
	}
	return end - phy.Time(8*x.frame.Size)*n.bit
}

// EachPlaced implements [medium.Placer].
func (n *Network) EachPlaced(f func(from, until phy.Time)) {
	n.catchUp()
	n.placer.told = append(n.placer.told, f)
}

// Placed implements [medium.Placer].
func (n *Network) Placed() phy.Time {
	n.catchUp()
	t := n.now
	for k := range n.flights {
		if x := &n.flights[k]; n.mayCome(x) {
			t = min(t, n.firstBit(x))
		}
	}
	return t
}

// EachDelay calls its functions with the distributions of the access delay and of the delay so far,
// in ascending order: the number of frames with a delay of ns nanoseconds, to a thousandth of it.
func (n *Network) EachDelay(access, delay func(ns int64, frames uint64)) {
	n.catchUp()
	n.sums.EachDelay(access, delay)
}
