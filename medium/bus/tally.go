package bus

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Tally returns the counts of the run so far.
func (n *Network) Tally() medium.Tally {
	n.catchUp()
	n.placer.mark(&n.air)
	return n.sums.Tally(n.held(), n.bit)
}

// placer reports when the frames that a tally found on the cable were sent.
type placer struct {
	told []func(from, until phy.Time)
}

// mark marks the frames that are on the cable now and may still be delivered.
func (p *placer) mark(a *air) {
	if len(p.told) == 0 {
		return
	}
	for k := range a.signals {
		if s := &a.signals[k]; s.mayCome() {
			s.marked = true
		}
	}
}

// mayCome reports whether a signal is a frame that may still be delivered.
func (s *signal) mayCome() bool { return !s.collided && !s.judged }

// place reports a frame that has been delivered.
func (n *Network) place(s *signal) {
	if s.marked {
		for _, f := range n.placer.told {
			f(n.firstBit(s), s.end)
		}
	}
}

// firstBit returns the instant at which the first bit of a signal after its header is sent.
func (n *Network) firstBit(s *signal) phy.Time { return s.end - phy.Time(8*s.frame.Size)*n.bit }

// EachPlaced implements [medium.Placer].
func (n *Network) EachPlaced(f func(from, until phy.Time)) {
	n.placer.told = append(n.placer.told, f)
}

// Placed implements [medium.Placer].
func (n *Network) Placed() phy.Time {
	t := n.now
	for k := range n.air.signals {
		if s := &n.air.signals[k]; s.mayCome() {
			t = min(t, n.firstBit(s))
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
