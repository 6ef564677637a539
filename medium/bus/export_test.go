package bus

// ByInstants makes a network process instants only, for comparison with contention rounds.
func (n *Network) ByInstants() { n.rounds.able = false }

// KeepUpTo sets the number of kept signals above which those that have left the cable are digested,
// and returns a function that restores it.
func KeepUpTo(signals int) (restore func()) {
	before := most
	most = signals
	return func() { most = before }
}
