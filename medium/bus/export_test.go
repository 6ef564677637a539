package bus

// ByInstants makes a network process instants only, for comparison with contention rounds.
func (n *Network) ByInstants() { n.rounds.able = false }

// KeepUpTo sets the number of kept signals above which those that have left the cable are dropped or
// digested, and returns a function that restores it. If it is large, digests look at each signal tap by tap; otherwise
// they do so as seldom as possible.
func KeepUpTo(signals int) (restore func()) {
	before, beforeMany, beforeWorth := most, many, worthSweeping
	most, many, worthSweeping = signals, signals, 1
	if signals > 1000 {
		worthSweeping = signals
	}
	return func() { most, many, worthSweeping = before, beforeMany, beforeWorth }
}

// CutFrom sets the number of kept signals from which on those at the front are cut off, and returns a function that
// restores it.
func CutFrom(signals int) (restore func()) {
	before := many
	many = signals
	return func() { many = before }
}

// EachWaits makes a network without gaps look at every station that waits, for comparison with those at whose
// taps carrier falls first.
func (n *Network) EachWaits() { n.leads = false }
