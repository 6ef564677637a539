package domain

import "github.com/csmacd/csmacd/phy"

// Address implements [medium.Stations].
func (n *Network) Address(destination int32) phy.Address { return n.known.Address(destination) }

// Destination returns the destination that stands for an address in a [medium.Frame]: the station
// that has the address, Broadcast, or a number that the network assigns and remembers.
func (n *Network) Destination(a phy.Address) int32 { return n.known.Destination(a) }
