package bus

// ByInstants makes a network process instants only, for comparison with contention rounds.
func (n *Network) ByInstants() { n.rounds.able = false }

// KeepUpTo sets the number of kept signals above which those that have left the cable are dropped or
// digested, and returns a function that restores it.
func KeepUpTo(signals int) (restore func()) {
	before, beforeMany := most, many
	most, many = signals, signals
	return func() { most, many = before, beforeMany }
}

// EachWaits makes a network without gaps look at every station that waits, for comparison with those at whose
// taps carrier falls first.
func (n *Network) EachWaits() { n.leads = false }
