package lan

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// sender is a station of a network in which each station says once where it is, one millisecond after the other,
// and sends some frames from 10 ms on.
type sender struct {
	cable  int
	at     phy.Time
	frames []outgoing
}

// outgoing is a frame that is queued some time after 10 ms.
type outgoing struct {
	after  phy.Time
	octets int
	to     int
}

// aroundABridge returns cables around a bridge whose port is at a place of each.
func aroundABridge(port phy.Time, senders ...sender) Config {
	b := Bridge{Name: "sw", Queue: 10, Ageing: 300 * phy.Second}
	var c Config
	for i, x := range senders {
		for len(c.Segments) <= x.cable {
			k := len(c.Segments)
			name := fmt.Sprint("c", k)
			c.Segments = append(c.Segments, Segment{Segment: domain.Segment{Name: name}, Params: ethernet})
			b.Ports = append(b.Ports, BridgePort{To: name, End: domain.End{Segment: k, At: port}})
		}
		s := domain.Station{Station: bus.Station{Name: fmt.Sprint("s", i)}, End: domain.End{Segment: x.cable, At: x.at}}
		s.Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(64), traffic.To{Whom: traffic.ToBroadcast}, phy.Time(i)*phy.Millisecond, phy.Second, 1)}
		for _, f := range x.frames {
			to := traffic.To{Whom: traffic.ToStation, Station: f.to}
			s.Traffic = append(s.Traffic, traffic.Periodic(traffic.Octets(f.octets), to, 10*phy.Millisecond+f.after, phy.Second, 1))
		}
		c.Stations = append(c.Stations, s)
	}
	c.Bridges = []Bridge{b}
	return c
}

// Two stations collide until they drop their frames. The next frame of one is for the other cable, which must
// not be run as far as that frame would arrive if the one before it were sent.
func TestAFrameBehindOneThatIsDroppedComesInTime(t *testing.T) {
	c := aroundABridge(0,
		sender{frames: []outgoing{{0, 64, 1}, {0, 64, 2}}},
		sender{frames: []outgoing{{0, 64, 0}}},
		sender{cable: 1})
	c.Segments[0].Params.AttemptLimit, c.Segments[0].Params.BackoffLimit = 3, 0
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(10*phy.Millisecond+10*phy.Microsecond)) // after the first collision
	require.NoError(t, n.Run(20*phy.Millisecond))
	r := n.Result()
	assert.EqualValues(t, 2, r.Medium.FramesDropped)
	assert.EqualValues(t, 4, r.Medium.FramesDelivered)
}

// A long frame is on its way to the port of a bridge, to which a frame comes in. They collide, and the frame
// that a station sends to a third cable is much earlier than after the long frame.
func TestAFrameThatComesInByAPortCanMakeAnotherEarlier(t *testing.T) {
	for seed := range uint64(8) {
		c := aroundABridge(20*phy.Microsecond,
			sender{frames: []outgoing{{0, 1518, 1}}},
			sender{frames: []outgoing{{5 * phy.Microsecond, 64, 3}}},
			sender{cable: 1, at: 20 * phy.Microsecond, frames: []outgoing{{-47600 * phy.Nanosecond, 64, 0}}},
			sender{cable: 2})
		c.Seed, c.Changeable = seed, seed%2 > 0 // the engines of packages bus and domain
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(10*phy.Millisecond+8*phy.Microsecond))
		require.NoError(t, n.Run(20*phy.Millisecond))
		r := n.Result()
		assert.EqualValues(t, 7, r.Medium.FramesDelivered)
		assert.Positive(t, r.Domains[0].Collisions)
	}
}

// A station that is silent for long sends to one station only, which is in a domain that is made after its own. That
// domain must not be run further than the next frame for it.
func TestAFrameForOneStationOfALaterDomainComesInTime(t *testing.T) {
	c := aroundABridge(0, sender{}, sender{}, sender{cable: 1})
	c.Stations[1].Traffic = []traffic.Source{traffic.Poisson(20*phy.Millisecond, traffic.Octets(64), traffic.To{Whom: traffic.ToStation, Station: 2})}
	c.Stations[2].Traffic = []traffic.Source{traffic.Poisson(7*phy.Millisecond, traffic.Octets(64), traffic.To{Whom: traffic.ToBroadcast})}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(2*phy.Second))
	assert.Greater(t, n.Result().Stations[1].FramesDelivered, uint64(50))
}
