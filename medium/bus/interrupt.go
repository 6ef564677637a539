package bus

import "github.com/csmacd/csmacd/medium"

// muchWork is after how many jobs of one kind a loop that may have any number of them
// looks whether the run is interrupted: after some milliseconds. Loops that are shorter
// end first.
const muchWork = 1 << 16

// Interrupt implements [medium.Network].
func (n *Network) Interrupt() { n.interrupted.Store(true) }

// halt ends an interrupted run between two instants. Contention rounds may have settled what is later
// than now: all instants up to there are worked off first.
func (n *Network) halt() {
	if n.rounds.on {
		n.endRounds()
	}
	for instants := 1; n.err == nil && !n.done && n.agenda.next() <= n.rounds.ahead; instants++ {
		n.instant(n.agenda.next())
		n.mustStop(instants)
	}
	if n.err == nil && !n.done {
		n.now = max(n.now, n.rounds.ahead)
		n.err = medium.ErrInterrupted
	}
}

// mustStop ends an interrupted run in the middle of a long loop, whose jobs are counted
// from 1, and reports whether it did.
func (n *Network) mustStop(jobs int) bool {
	if jobs%muchWork != 0 || !n.interrupted.Load() {
		return false
	}
	n.err = medium.ErrInterrupted
	return true
}
