package domain

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// addresses holds the addresses of a network, except those that follow from the numbers of
// stations.
type addresses struct {
	own      map[int32]phy.Address // of stations whose configuration sets one
	stations map[phy.Address]int32 // the inverse of own
	others   []phy.Address         // destinations that do not belong to a station
	indices  map[phy.Address]int   // the inverse of others
}

// init records the addresses that the configuration sets. No two may be equal.
func (a *addresses) init(stations []Station) error {
	for i := range stations {
		address := stations[i].Address
		if address == (phy.Address{}) {
			continue
		}
		if a.own == nil {
			a.own, a.stations = map[int32]phy.Address{}, map[phy.Address]int32{}
		}
		if other, taken := a.stations[address]; taken {
			return fmt.Errorf("stations %q and %q have the same address, %v", stations[other].Name, stations[i].Name, address)
		}
		a.own[int32(i)], a.stations[address] = address, int32(i)
	}
	for address, i := range a.stations {
		k, ok := phy.StationIndex(address)
		if !ok || k >= len(stations) || k == int(i) {
			continue
		}
		if _, given := a.own[int32(k)]; !given {
			return fmt.Errorf("stations %q and %q have the same address, %v: it follows from the number of the second", stations[i].Name, stations[k].Name, address)
		}
	}
	return nil
}

// index returns the index in others of an address that does not belong to a station.
func (a *addresses) index(address phy.Address) int {
	i, ok := a.indices[address]
	if !ok {
		if a.indices == nil {
			a.indices = map[phy.Address]int{}
		}
		i = len(a.others)
		a.indices[address] = i
		a.others = append(a.others, address)
	}
	return i
}

// Address implements [medium.Stations].
func (n *Network) Address(destination int32) phy.Address {
	if destination >= 0 {
		if a, given := n.known.own[destination]; given {
			return a
		}
		return phy.StationAddress(int(destination))
	}
	if i, ok := medium.AddressIndex(destination); ok {
		return n.known.others[i]
	}
	return phy.Broadcast
}

// Destination returns the destination that stands for an address in a [medium.Frame]: the station
// that has the address, Broadcast, or a number that the network assigns and remembers.
func (n *Network) Destination(a phy.Address) int32 {
	if a == phy.Broadcast {
		return medium.Broadcast
	}
	if i, ok := n.known.stations[a]; ok {
		return i
	}
	if i, ok := phy.StationIndex(a); ok && i < len(n.stations) {
		if _, given := n.known.own[int32(i)]; !given {
			return int32(i)
		}
	}
	return medium.AddressDestination(n.known.index(a))
}
