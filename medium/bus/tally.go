package bus

import "github.com/csmacd/csmacd/medium"

// Tally gives the counts of the run so far.
func (n *Network) Tally() medium.Tally {
	n.catchUp()
	s := &n.sums
	return medium.Tally{
		FramesOffered: s.offered, FramesSent: s.sent, FramesDelivered: s.delivered, FramesDropped: s.dropped,
		Attempts: s.attempts, Collisions: s.collisions, FramesQueued: n.held(), Bits: 8 * float64(s.deliveredOctets),
	}
}

// EachDelay gives the distributions of the access delay and of the delay so far, in
// ascending order: how many frames had one of so many nanoseconds, to a thousandth of it.
func (n *Network) EachDelay(access, delay func(ns int64, frames uint64)) {
	n.catchUp()
	n.sums.access.Each(access)
	n.sums.delay.Each(delay)
}
