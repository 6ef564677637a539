package lan

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Address implements [medium.Stations].
func (n *Network) Address(destination int32) phy.Address {
	switch i := int(destination) - len(n.config.Stations); {
	case i < 0:
		return n.known.Address(destination)
	case i < n.repeated:
		return phy.Address{} // a repeater has none
	default:
		return n.portAddress(int32(i - n.repeated))
	}
}

// Destination returns the destination that stands for an address in a [medium.Frame].
func (n *Network) Destination(a phy.Address) int32 { return n.known.Destination(a) }

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
	i, ok := medium.AddressIndex(destination)
	if ok && i < len(p.abroad) && p.abroad[i] > 0 {
		return p.abroad[i] - 1
	}
	to := n.Destination(p.Address(destination))
	if ok && to >= 0 && i < 1<<20 { // stations keep their addresses
		p.abroad = append(p.abroad, make([]int32, max(0, i+1-len(p.abroad)))...)
		p.abroad[i] = to + 1
	}
	return to
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
	if short := int(destination) + 1 - len(n.elsewhere); short > 0 {
		n.elsewhere = append(n.elsewhere, make([][]int32, short)...)
	}
	in := n.elsewhere[destination]
	if in == nil {
		in = make([]int32, len(n.parts))
		n.elsewhere[destination] = in
	}
	if in[part] == 0 {
		in[part] = p.Destination(n.Address(destination)) + 1
	}
	return in[part] - 1
}
