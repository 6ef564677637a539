package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// A station that is promiscuous recognises every address (LayerMgmtRecognizeAddress, 5.2.4.3): it counts all whole
// frames that are sent while it is. That is the only difference to the medium.

// setPromiscuous makes a station promiscuous, or not.
func (n *Network) setPromiscuous(i int32, on bool) {
	f := n.faulty(i)
	if !on {
		f.recognizes = phy.Forever
		return
	}
	f.recognizes = n.now
	n.hook(i)
}

// hook makes the network note when the last bit of each frame reaches a station.
func (n *Network) hook(i int32) {
	if c := &n.channels[n.stations[i].channel]; !slices.Contains(c.hooked, i) {
		c.hooked = append(c.hooked, i)
	}
}

// recognize counts a whole frame for somebody else that a promiscuous station has heard.
func (n *Network) recognize(i int32, s *signal) {
	st := &n.stations[i]
	if d := s.frame.Destination; st.fault != nil && st.fault.recognizes <= s.end && d != i && !n.known.Group(d) {
		tally.Receive(&st.sums.Counters, s.frame.Size, 1)
	}
}
