package domain

import "github.com/csmacd/csmacd/medium"

// muchWork is the number of jobs of one instant after which it is checked whether the run is
// interrupted: some milliseconds of work.
const muchWork = 1 << 16

// Interrupt implements [medium.Network].
func (n *Network) Interrupt() { n.interrupted.Store(true) }

// mustStop ends an interrupted run in the middle of a long loop, whose jobs are counted from 1. It
// reports whether it did.
func (n *Network) mustStop(jobs int) bool {
	if jobs%muchWork != 0 || !n.interrupted.Load() {
		return false
	}
	n.err = medium.ErrInterrupted
	return true
}
