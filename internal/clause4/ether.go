package clause4

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// setEther sets the address of a station. Frames have the number of the station for its present address, and
// numbers of their own for those that it has left, in the order in which they were left; PAUSE has the first.
func (m *model) setEther(s *station, to phy.Address) {
	if s.ether == (phy.Address{}) {
		s.ether = phy.StationAddress(int(s.number))
	}
	if to == s.ether {
		return
	}
	if m.strangers == nil {
		m.strangers = map[phy.Address]int32{}
	}
	number := func(a phy.Address) int32 {
		if _, ok := m.strangers[a]; !ok {
			m.strangers[a] = medium.AddressDestination(1 + len(m.strangers))
		}
		return m.strangers[a]
	}
	gained, left := number(to), number(s.ether)
	s.ether = to
	readdress := func(f *medium.Frame) {
		switch f.Destination {
		case s.number:
			f.Destination = left
		case gained:
			f.Destination = s.number
		}
	}
	for i := range m.signals {
		readdress(&m.signals[i].frame)
	}
	for _, other := range m.stations {
		readdress(&other.frame)
		for i := range other.queue {
			readdress(&other.queue[i])
		}
	}
}
