package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// put is a frame that is put in: the network has been run up to an instant by then.
type put struct {
	run, at phy.Time
	station int
}

// drawTie draws an instant at which something happens in a network that is given some frames, or is a gap away from one,
// and a station.
func drawTie(t *rapid.T, c domain.Config, puts []put, since, end phy.Time) (at phy.Time, station int) {
	n, seen := build(t, c), &log{}
	n.Observe(seen)
	for _, x := range puts {
		require.NoError(t, n.Inject(x.station, x.at, medium.Frame{Size: shortest(c), Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(end))
	if len(seen.events) == 0 {
		return since, 0
	}
	e := seen.events[rapid.IntRange(0, len(seen.events)-1).Draw(t, "event")]
	gap := n.Params(0).Gap
	off := rapid.SampledFrom([]phy.Time{0, 0, 0, 1, -1, gap, gap - 1, -gap, n.Params(0).SlotTime}).Draw(t, "off")
	if station = int(e.Station); station < 0 || station >= len(c.Stations) { // a port
		station = rapid.IntRange(0, len(c.Stations)-1).Draw(t, "station")
	}
	return min(max(since, e.At+off), end), station
}

// Contention rounds of a hub, of several and of islands have the same result as the instants if frames arrive, and pieces of
// the run and its warm-up end, at the very instants at which something else happens.
func TestWhatHappensAtOneInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]func(*rapid.T) domain.Config{drawIslands, drawHub, drawTree, drawWide, drawCoax}).Draw(t, "network")(t)
		c.Until.Idle = false
		end := bt(float64(rapid.SampledFrom([]int{4000, 15000}).Draw(t, "end")))
		var puts []put
		now := phy.Time(0)
		for range rapid.IntRange(0, 2).Draw(t, "frames") {
			x := put{}
			x.at, x.station = drawTie(t, c, puts, now, end-1)
			if x.run = x.at; rapid.Bool().Draw(t, "ahead") {
				x.run, _ = drawTie(t, c, puts, now, x.at)
			}
			now = x.run
			puts = append(puts, x)
		}
		if rapid.IntRange(0, 2).Draw(t, "warmed up") == 0 {
			c.Warmup, _ = drawTie(t, c, puts, 0, end-1)
		}
		last, _ := drawTie(t, c, puts, now, end)
		read := rapid.Bool().Draw(t, "read")
		watched, quiet := build(t, c), build(t, c)
		watched.Observe(&log{})
		for _, x := range append(puts, put{last, end, -1}) {
			for _, n := range []*domain.Network{watched, quiet} {
				require.NoError(t, n.Run(x.run))
			}
			if read {
				require.Equal(t, watched.Result(), quiet.Result(), "up to %v", x.run)
			}
			for _, n := range []*domain.Network{watched, quiet} {
				if x.station >= 0 {
					require.NoError(t, n.Inject(x.station, x.at, medium.Frame{Size: shortest(c), Destination: medium.Broadcast}))
				}
			}
		}
		for _, n := range []*domain.Network{watched, quiet} {
			require.NoError(t, n.Run(end))
		}
		require.Equal(t, watched.Result(), quiet.Result())
		require.Equal(t, watched.Repeaters(), quiet.Repeaters())
	})
}
