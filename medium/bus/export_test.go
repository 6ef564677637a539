package bus

// ByInstants makes a network process instants only, for comparison with contention rounds.
func (n *Network) ByInstants() { n.rounds.able, n.firm = false, nil }

// WithoutRounds makes a network process no contention rounds.
func (n *Network) WithoutRounds() { n.rounds.able = false }

// KeepUpTo sets the number of kept signals above which those that have left the cable are dropped or
// digested, and returns a function that restores it.
func KeepUpTo(signals int) (restore func()) {
	before, beforeMany := most, many
	most, many = signals, signals
	return func() { most, many = before, beforeMany }
}

// Extended reports whether the engine has what only makes runs of many stations faster.
const Extended = extended

// FirmSteps returns how often a network was processed by what is known a gap ahead.
func (n *Network) FirmSteps() int {
	if n.firm == nil {
		return 0
	}
	return n.firm.runs
}
