package lan

import (
	"fmt"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// addresses are the addresses of a network: those of its stations, and others that frames are for.
type addresses struct {
	stations []domain.Station
	number   map[phy.Address]int32 // of stations
	others   []phy.Address
	indices  map[phy.Address]int
}

func (a *addresses) init(stations []domain.Station) error {
	a.stations = stations
	a.number = make(map[phy.Address]int32, len(stations))
	a.indices = map[phy.Address]int{}
	for i := range stations {
		address := a.of(int32(i))
		if other, taken := a.number[address]; taken {
			return fmt.Errorf("lan: stations %q and %q have the same address, %v", stations[other].Name, stations[i].Name, address)
		}
		a.number[address] = int32(i)
	}
	return nil
}

// of returns the address of a station.
func (a *addresses) of(i int32) phy.Address {
	if given := a.stations[i].Address; given != (phy.Address{}) {
		return given
	}
	return phy.StationAddress(int(i))
}

// Address implements [medium.Stations].
func (n *Network) Address(destination int32) phy.Address {
	if i, ok := medium.AddressIndex(destination); ok {
		return n.addresses.others[i]
	}
	switch i := int(destination) - len(n.config.Stations); {
	case destination == medium.Broadcast:
		return phy.Broadcast
	case i < 0:
		return n.addresses.of(destination)
	case i < n.repeated:
		return phy.Address{} // a repeater has none
	default:
		return n.portAddress(int32(i - n.repeated))
	}
}

// Destination returns the destination that stands for an address in a [medium.Frame].
func (n *Network) Destination(a phy.Address) int32 {
	if a == phy.Broadcast {
		return medium.Broadcast
	}
	if i, ok := n.addresses.number[a]; ok {
		return i
	}
	i, ok := n.addresses.indices[a]
	if !ok {
		i = len(n.addresses.others)
		n.addresses.indices[a] = i
		n.addresses.others = append(n.addresses.others, a)
	}
	return medium.AddressDestination(i)
}

// everywhere returns what a destination of a domain is in the whole network.
func (n *Network) everywhere(p *part, destination int32) int32 {
	if destination == medium.Broadcast {
		return destination
	}
	if destination >= 0 {
		if i := p.seams.Stations[destination]; i >= 0 {
			return i
		}
	}
	return n.Destination(p.Address(destination))
}

// here returns what a destination of the network is in a domain.
func (n *Network) here(part int32, destination int32) int32 {
	if destination >= 0 && n.places[destination].part == part {
		return n.places[destination].local
	}
	if destination == medium.Broadcast {
		return destination
	}
	p := &n.parts[part]
	if destination < 0 {
		return p.Destination(n.Address(destination))
	}
	if p.elsewhere == nil {
		p.elsewhere = make(map[int32]int32)
	}
	d, ok := p.elsewhere[destination]
	if !ok {
		d = p.Destination(n.Address(destination))
		p.elsewhere[destination] = d
	}
	return d
}
