package domain

// InRounds reports whether the network is run by contention rounds now.
func (n *Network) InRounds() bool { return n.rounds.on }
