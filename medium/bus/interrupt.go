package bus

import "github.com/csmacd/csmacd/medium"

// muchWork is the number of jobs of one kind after which an unbounded loop checks whether the run
// is interrupted: some milliseconds of work. Shorter loops do not check.
const muchWork = 1 << 16

// Interrupt implements [medium.Network].
func (n *Network) Interrupt() { n.interrupted.Store(true) }

// halt ends an interrupted run between two instants. Contention rounds may have been processed
// beyond now; all instants up to there are processed first.
func (n *Network) halt() {
	if n.rounds.on {
		n.endRounds()
	}
	for instants := 1; n.err == nil && !n.done && n.agenda.Next() <= n.rounds.ahead; instants++ {
		n.instant(n.agenda.Next())
		n.mustStop(instants)
	}
	if n.err == nil && !n.done {
		n.now = max(n.now, n.rounds.ahead)
		n.err = medium.ErrInterrupted
	}
}

// mustStop ends an interrupted run in the middle of a long loop, whose jobs are counted from 1. It
// reports whether it did.
func (n *Network) mustStop(jobs int) bool {
	if jobs%muchWork != 0 || !n.interrupted.Load() {
		return false
	}
	n.err = medium.ErrInterrupted
	return true
}
