package bus

// ByInstants makes a network process instants only, for comparison with contention rounds.
func (n *Network) ByInstants() { n.rounds.able = false }
