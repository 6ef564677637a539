package bus_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Each mistake of a configuration is one clear message.
func TestNewSaysWhatIsWrong(t *testing.T) {
	stations := func(list ...bus.Station) bus.Config { return bus.Config{Stations: list} }
	sends := func(s traffic.Source) bus.Config {
		return stations(bus.Station{Name: "A", Traffic: []traffic.Source{s}}, bus.Station{Name: "B"})
	}
	octets := traffic.Octets(64)
	nowhere := traffic.To{Whom: traffic.ToStation, Station: 2}
	fast := mac.For(phy.Ethernet10)
	fast.BitTime = 10 * phy.Nanosecond
	for _, row := range []struct {
		text string
		c    bus.Config
	}{
		{"bus: a network needs at least one station", bus.Config{}},
		{"bus: a time is negative", bus.Config{Shape: bus.Star(-1), Stations: []bus.Station{{Name: "A"}}}},
		{"bus: a length of time is more than 30 days", bus.Config{Shape: bus.Star(phy.MaxTime + 1), Stations: []bus.Station{{Name: "A"}}}},
		{"bus: a length of time is more than 30 days", bus.Config{Warmup: phy.MaxTime + 1, Stations: []bus.Station{{Name: "A"}}}},
		{"bus: a time is negative", bus.Config{Warmup: -1, Stations: []bus.Station{{Name: "A"}}}},
		{"bus: the bit time must be more than 0, and at most a second", bus.Config{Params: mac.Params{Jam: 1}, Stations: []bus.Station{{Name: "A"}}}},
		{`bus: station 0: the name "" is empty or taken`, stations(bus.Station{})},
		{`bus: station 1: the name "A" is empty or taken`, stations(bus.Station{Name: "A"}, bus.Station{Name: "A"})},
		{`bus: station "A": its place and queue must not be negative, and its place at most 30 days away`, stations(bus.Station{Name: "A", At: -1})},
		{`bus: station "A": its place and queue must not be negative, and its place at most 30 days away`, stations(bus.Station{Name: "A", At: phy.MaxTime + 1})},
		{`bus: station "A": its place and queue must not be negative, and its place at most 30 days away`, stations(bus.Station{Name: "A", Queue: -1})},
		{`bus: station "A": the slot time must be more than 0`, stations(bus.Station{Name: "A", Params: rules(func(p *mac.Params) { p.SlotTime = 0 })})},
		{`bus: station "A": all stations of a medium share one bit time`, stations(bus.Station{Name: "A", Params: &fast})},
		{`bus: station "A": frames of 63 to 63 octets: this line takes 64 to 1518`, sends(traffic.Source{Kind: traffic.KindSaturated, Size: traffic.Octets(63)})},
		{`bus: station "A": frames of 0 to 0 octets: this line takes 64 to 1518`, sends(traffic.Source{Kind: traffic.KindSaturated})},
		{`bus: station "A": frames of 64 to 1519 octets: this line takes 64 to 1518`, sends(traffic.Source{Kind: traffic.KindSaturated, Size: traffic.Uniform(64, 1519)})},
		{`bus: station "A": sizes from 1518 to 64 octets: the least must come first`, sends(traffic.Source{Kind: traffic.KindSaturated, Size: traffic.Uniform(1518, 64)})},
		{`bus: station "A": frames of 60 to 100 octets: this line takes 64 to 1518`,
			sends(traffic.Source{Kind: traffic.KindFrames, Starts: []phy.Time{0, 1}, Octets: []int32{100, 60}})},
		{`bus: station "A": the destination is station 2, and stations are numbered from 0 to 1`, sends(traffic.Source{Kind: traffic.KindSaturated, Size: octets, To: nowhere})},
		{`bus: station "A": the destination is station 2, and stations are numbered from 0 to 1`, sends(traffic.Source{Kind: traffic.KindOwn, Own: short{}, To: nowhere})},
		{`bus: station "A": the starts of frames must ascend`, sends(traffic.Source{Kind: traffic.KindFrames, Starts: []phy.Time{2, 1}, Size: octets})},
		{`bus: station "A": traffic of its own needs a generator`, sends(traffic.Source{Kind: traffic.KindOwn})},
	} {
		_, err := bus.New(row.c)
		assert.EqualError(t, err, row.text)
	}
}

// The zero values stand for the rules of 10BASE5, a queue of a thousand and no traffic.
func TestNewFillsIn(t *testing.T) {
	n := build(t, bus.Config{Stations: []bus.Station{
		{Name: "A", At: bt(7), Traffic: []traffic.Source{{}}},
		{Name: "B", Traffic: []traffic.Source{{Kind: traffic.KindFrames, Count: 1001, Size: traffic.Octets(64)}}},
	}})
	assert.Equal(t, 2, n.Len())
	assert.Equal(t, "A", n.Name(A))
	assert.Equal(t, bt(7), n.Place(A))
	assert.Equal(t, mac.For(phy.Ethernet10), n.Params(A))
	assert.Equal(t, phy.Ethernet10.BitTime, n.BitTime())
	assert.Zero(t, n.Now())
	require.NoError(t, n.Run(phy.Millisecond))
	r := n.Result()
	assert.Equal(t, uint64(1), r.Stations[B].FramesDropped)
	assert.Zero(t, r.Stations[A].FramesOffered)
	assert.Len(t, r.Stations[A].CollisionsPerFrame, 16)
}

// On a star no place matters.
func TestAStarHasNoPlaces(t *testing.T) {
	n := build(t, bus.Config{Shape: bus.Star(bt(9)), Stations: []bus.Station{{Name: "A", At: bt(7)}}})
	assert.Zero(t, n.Place(A))
}

// short is a program's own traffic whose second frame is too short for the line.
type short struct{}

func (short) Next(last phy.Time, _ rand.Source) (traffic.Arrival, bool) {
	return traffic.Arrival{At: last + phy.Millisecond, Octets: 64 - int(last/phy.Millisecond)}, true
}

func TestAGeneratorsFramesAreCheckedAsTheyCome(t *testing.T) {
	n := build(t, bus.Config{Stations: []bus.Station{{Name: "A", Traffic: []traffic.Source{{Kind: traffic.KindOwn, Own: short{}}}}}})
	require.EqualError(t, n.Run(phy.Second), `station "A" at 2ms: its traffic makes a frame of 63 octets: this line takes 64 to 1518`)
	assert.Equal(t, uint64(1), n.Result().Medium.FramesSent)
	assert.False(t, n.Result().Complete)
}
