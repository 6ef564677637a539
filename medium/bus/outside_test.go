package bus_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// program is traffic of another program.
type program func(last phy.Time) (at phy.Time, octets int, ok bool)

func (p program) Next(last phy.Time, _ rand.Source) (a traffic.Arrival, ok bool) {
	a.At, a.Octets, ok = p(last)
	return a, ok
}

func TestProgramsThatNeverLeaveAnInstant(t *testing.T) {
	for name, p := range map[string]program{
		"the same instant":  func(last phy.Time) (phy.Time, int, bool) { return last, 64, true },
		"an instant before": func(last phy.Time) (phy.Time, int, bool) { return last - 1, 64, true },
		"later, for ever":   func(last phy.Time) (phy.Time, int, bool) { return max(last, phy.Millisecond), 64, true },
	} {
		t.Run(name, func(t *testing.T) {
			n, err := bus.New(bus.Config{Stations: []bus.Station{
				{Name: "A", Traffic: []traffic.Source{{Kind: traffic.KindOwn, Own: p}}}, {Name: "B"},
			}})
			require.NoError(t, err)
			require.ErrorContains(t, n.Run(phy.Second), "its traffic makes frames without end at one instant")
		})
	}
}

func TestProgramsMayMakeManyFramesAtOnce(t *testing.T) {
	made := 0
	n, err := bus.New(bus.Config{Until: bus.Until{Idle: true}, Stations: []bus.Station{
		{Name: "A", Queue: 2000, Traffic: []traffic.Source{{Kind: traffic.KindOwn, Own: program(func(phy.Time) (phy.Time, int, bool) {
			made++
			return 0, 64, made <= 2000
		})}}}, {Name: "B"},
	}})
	require.NoError(t, err)
	require.NoError(t, n.Run(phy.Forever))
	require.EqualValues(t, 2000, n.Result().Medium.FramesSent)
}

func TestInvalidTraffic(t *testing.T) {
	for want, source := range map[string]traffic.Source{
		"30 days":                    {Kind: traffic.KindOnOff, On: phy.Second, Off: phy.Second, Interval: 1<<63 - 1, Size: traffic.Octets(64)},
		"are more than 10000":        {Kind: traffic.KindFrames, Count: 1<<63 - 1, Size: traffic.Octets(64)},
		"weights":                    {Kind: traffic.KindSaturated, Size: traffic.Weighted([]int{64}, []uint64{0})},
		"the destination is station": {Kind: traffic.KindSaturated, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToStation, Station: 1 << 40}},
		"to 4294967360 octets":       {Kind: traffic.KindSaturated, Size: traffic.Weighted([]int{64, 1<<32 + 64}, []uint64{1, 1})},
	} {
		_, err := bus.New(bus.Config{Stations: []bus.Station{{Name: "A", Traffic: []traffic.Source{source}}, {Name: "B"}}})
		require.ErrorContains(t, err, want)
	}
}

// 2^32+64 octets are not 64.
func TestProgramsFramesAreNotCut(t *testing.T) {
	n, err := bus.New(bus.Config{Stations: []bus.Station{
		{Name: "A", Traffic: []traffic.Source{{Kind: traffic.KindOwn, Own: program(func(last phy.Time) (phy.Time, int, bool) { return last + 1, 1<<32 + 64, true })}}},
		{Name: "B"},
	}})
	require.NoError(t, err)
	require.ErrorContains(t, n.Run(phy.Second), "a frame of 4294967360 octets")
}
