package domain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A promiscuous station counts the frames for others as well, from the next one sent on, whether or not somebody
// takes its frames.
func TestAPromiscuousStationCountsAllFrames(t *testing.T) {
	for _, hooked := range []bool{false, true} {
		net, err := domain.New(domain.Cable(bus.Config{
			Stations: []bus.Station{{Name: "A"}, {Name: "B"}, {Name: "ear", At: 10 * phy.Microsecond}},
			Timeline: []medium.Change{
				{At: 2500 * phy.Microsecond, Kind: medium.Promiscuous, On: true, Station: "ear"},
				{At: 4500 * phy.Microsecond, Kind: medium.Promiscuous, Station: "ear"},
			},
		}, 0))
		require.NoError(t, err)
		heard := 0
		if hooked {
			net.Deliver(2, func(phy.Time, medium.Frame) { heard++ })
		}
		stranger := net.Destination(phy.Address{2, 0, 0, 0, 0, 99})
		for k, to := range []int32{1, medium.Broadcast, stranger, 1, 1, 2} { // one a millisecond
			require.NoError(t, net.Inject(0, phy.Time(k)*phy.Millisecond, medium.Frame{Size: 64, Destination: to}))
		}
		require.NoError(t, net.Run(10*phy.Millisecond))
		c := net.Result().Stations[2].Counters
		assert.EqualValues(t, []uint64{4, 4 * 46, 1}, []uint64{c.FramesReceivedOK, c.OctetsReceivedOK, c.BroadcastFramesReceivedOK},
			"the broadcast, its own, and the two of the fourth and fifth millisecond")
		if hooked {
			assert.Equal(t, 6, heard)
		}
	}
}
