package clause148

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// setEther sets the address of a node. Frames have the number of the node for its present address, and numbers of
// their own for those that it has left or is to get, in that order: a frame keeps the address that it was sent to.
func (m *model) setEther(n *node, to phy.Address) {
	if n.ether == (phy.Address{}) {
		n.ether = phy.StationAddress(n.number)
	}
	if to == n.ether {
		return
	}
	if m.strangers == nil {
		m.strangers = map[phy.Address]int32{}
	}
	number := func(a phy.Address) int32 {
		if _, ok := m.strangers[a]; !ok {
			m.strangers[a] = medium.AddressDestination(len(m.strangers))
		}
		return m.strangers[a]
	}
	gained, left := number(to), number(n.ether)
	n.ether = to
	readdress := func(f *medium.Frame) {
		switch {
		case f.Size == 0: // not a frame
		case f.Destination == int32(n.number):
			f.Destination = left
		case f.Destination == gained:
			f.Destination = int32(n.number)
		}
	}
	for _, e := range m.elements {
		readdress(&e.frame)
	}
	for _, other := range m.nodes {
		readdress(&other.txenFrame)
		other.mac.Readdress(readdress)
	}
}
