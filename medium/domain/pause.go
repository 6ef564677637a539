package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// PauseAddress is the destination of a PAUSE frame (annex 31B). The quanta of such a frame are the
// last 16 bits of its Ref.
var PauseAddress = phy.Address{0x01, 0x80, 0xC2, 0x00, 0x00, 0x01}

// pauseQuantum is the unit of a pause in bits (31B.2).
const pauseQuantum = 512

// isPause reports whether a frame is a PAUSE frame.
func (n *Network) isPause(f *medium.Frame) bool {
	return f.Destination < medium.Broadcast && n.known.Address(f.Destination) == PauseAddress
}

// expectPausing adds to the agenda the instants at which the last bit of a PAUSE frame reaches the
// stations that obey it.
func (n *Network) expectPausing(c *channel, k uint32) {
	s := n.at(k)
	for _, j := range c.stations {
		if st := &n.stations[j]; st.obeys && n.hears(s, j) {
			n.pool.hold(k)
			n.inFlight++
			n.agenda.Push(agenda.New(n.now+n.distance(j, s), detecting, j, pausing, 0, k))
		}
	}
}

// pause makes a station obey a PAUSE frame whose last bit has reached it.
func (n *Network) pause(j int32, k uint32) {
	n.inFlight--
	if n.heardWhole(k, j) {
		n.hold(j, uint16(n.at(k).frame.Ref))
	}
	n.pool.drop(k)
}
