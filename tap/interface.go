package tap

import "github.com/csmacd/csmacd/phy"

// Interface is the state of a host's network interface, as far as its station depends on it.
type Interface struct {
	Name        string
	Ether       phy.Address // its hardware address
	Up          bool        // it is up and has a carrier
	Promiscuous bool        // it takes every frame: a program captures on it, or a bridge or another interface uses it
	Gone        bool        // it was deleted, or moved to another namespace; the other fields are the last ones
}

// Follower is a Link that knows the interface of its host, and what changes there. [Device] and
// [Packet] implement it.
type Follower interface {
	// Follow is called at most once, before Start. It returns the present state of the interface.
	// The link then calls changed with each other state, from a goroutine of its own, until Close.
	Follow(changed func(Interface)) (Interface, error)
}
