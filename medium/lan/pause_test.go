package lan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A broadcast that a switch sends to a hub has reached all stations before the hub has sent it on to
// a cable without any. It leaves the switch's queue when that is over as well: the PAUSE frame that
// ends a pause does not come too late for the sender's link.
func TestABroadcastLeavesTheQueueWhenItHasPassedTheLastCable(t *testing.T) {
	line, ok := phy.LineByName("100base-tx")
	require.True(t, ok)
	fast := mac.For(line)
	cable := func(name string) Segment {
		return Segment{Segment: domain.Segment{Name: name}, Params: ethernet}
	}
	hub := domain.DefaultRepeater(ethernet.BitTime)
	hub.Name = "hub"
	hub.Ports = []domain.Port{{To: "used", End: domain.End{Segment: 1}}, {To: "empty", End: domain.End{Segment: 2}}}
	n, err := New(Config{
		Segments: []Segment{
			{Segment: domain.Segment{Name: "A-sw", Link: true, Delay: 50 * phy.Nanosecond}, Params: fast},
			cable("used"), cable("empty"),
		},
		Repeaters: []domain.Repeater{hub},
		Bridges: []Bridge{{Name: "sw", Ageing: phy.Second, Queue: 100, Pause: Pause{Above: 2, Below: 1, Quanta: 65535}, Ports: []BridgePort{
			{To: "A", End: domain.End{Segment: 0, At: 50 * phy.Nanosecond, Full: true}},
			{To: "used", End: domain.End{Segment: 1}},
		}}},
		Stations: []domain.Station{
			{
				Station:   bus.Station{Name: "A", Params: &fast, Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{Whom: traffic.ToBroadcast})}},
				End:       domain.End{Segment: 0, Full: true},
				ObeyPause: true,
			},
			{Station: bus.Station{Name: "B"}, End: domain.End{Segment: 1, At: 77 * phy.Nanosecond}},
		},
	})
	require.NoError(t, err)
	require.NoError(t, n.Run(20*phy.Millisecond))
	for _, d := range n.Result().Devices {
		if d.Name == "sw" {
			assert.Greater(t, d.Ports[0].MAC.FramesTransmittedOK, uint64(10), "pauses begin and end")
		}
	}
}
