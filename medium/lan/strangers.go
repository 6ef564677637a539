package lan

import (
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/domain"
)

// A stranger is an address that belongs to no station. Its number in the network is given to it when it is asked for
// first, and who asks first depends on how the network is run: on slices, workers and observers. So the numbers that
// events show are given before: in the order of the configuration, then of the changes. Only what a
// [traffic.Generator] sends to is not known before it is sent.

// meetStrangers numbers the addresses that a station sends to.
func (n *Network) meetStrangers(s *domain.Station) {
	for k := range s.Traffic {
		t := &s.Traffic[k]
		for _, a := range t.Addresses {
			n.known.Destination(a)
		}
		if t.Addresses == nil && t.To.Whom == traffic.ToAddress {
			n.known.Destination(t.To.Address)
		}
	}
}
