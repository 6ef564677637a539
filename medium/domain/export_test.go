package domain

import "math"

// InRounds reports whether the network is run by contention rounds now.
func (n *Network) InRounds() bool { return n.rounds.on }

// Rounds returns the number of contention rounds so far, and of times that they have begun.
func (n *Network) Rounds() uint32 { return n.rounds.number }

// IslandRounds returns the number of contention rounds of single repeaters of a tree.
func (n *Network) IslandRounds() uint64 { return n.rounds.islands.made }

// Kept returns the largest number of signals of a cable, or of what a repeater sends on its links, that the network keeps.
func (n *Network) Kept() int {
	most := 0
	for k := range n.channels {
		most = max(most, len(n.channels[k].signals))
	}
	return most
}

// TapByTap makes networks digest the taps on cables one by one, until the function that it returns is called.
func TapByTap() (restore func()) {
	was := byGeneration
	byGeneration = false
	return func() { byGeneration = was }
}

// TidyFrom makes networks look from a number of signals on, which a channel keeps, whether they can be forgotten, until the function
// that it returns is called.
func TidyFrom(signals int) (restore func()) {
	mostKept = signals
	return func() { mostKept = math.MaxInt }
}
