package bus_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Contention rounds have the same result as the instants if a run is cut into pieces that end in gaps, figures are read
// at some of the cuts, and frames are put in.
func TestRoundsInSmallPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]func(*rapid.T) bus.Config{drawDeciding, drawDeciding, drawShortNetwork, drawOddNetwork}).Draw(t, "network")(t)
		for i := range c.Stations {
			if mean := rapid.SampledFrom([]float64{0, 20, 100, 1000}).Draw(t, "thinks"); mean > 0 && c.Stations[i].Params == nil {
				c.Stations[i].Traffic = []traffic.Source{traffic.Think(0, bt(mean), traffic.Octets(64), traffic.To{})}
			}
		}
		inRounds, instants := build(t, c), build(t, c)
		instants.ByInstants()
		at := phy.Time(0)
		for range rapid.IntRange(1, 150).Draw(t, "pieces") {
			at += drawLength(t, rapid.SampledFrom([]int{20, 100, 1000}).Draw(t, "longest"), "piece")
			if rapid.IntRange(0, 9).Draw(t, "injects") == 0 {
				i := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "into")
				later := drawLength(t, 300, "later")
				for _, n := range []*bus.Network{inRounds, instants} {
					f := medium.Frame{Size: int32(n.Params(i).MinFrame), Destination: medium.Broadcast}
					require.NoError(t, n.Inject(i, n.Now()+later, f))
				}
			}
			failed := instants.Run(at)
			require.Equal(t, failed, inRounds.Run(at))
			if failed != nil {
				break
			}
			if rapid.Bool().Draw(t, "looks") {
				require.Equal(t, instants.Result(), inRounds.Result())
			}
		}
		require.Equal(t, instants.Result(), inRounds.Result())
	})
}

// A frame that is to arrive in a gap has not arrived before, although rounds that begin in the gap find the stations
// that start at its end.
func TestRoundsThatBeginInAGapPassByNoArrival(t *testing.T) {
	p := rules(func(p *mac.Params) { p.GapAfterBackoff, p.BlindAfter = true, true })
	for seed := range uint64(10) {
		c := bus.Config{Params: *p, Seed: seed}
		for _, name := range []string{"a", "b", "c"} {
			c.Stations = append(c.Stations, bus.Station{Name: name, Traffic: []traffic.Source{traffic.Think(0, bt(100), traffic.Octets(64), traffic.To{})}})
		}
		inRounds, instants := build(t, c), build(t, c)
		instants.ByInstants()
		for at := bt(0); at < bt(4000); at += bt(23) {
			require.NoError(t, inRounds.Run(at))
			require.NoError(t, instants.Run(at))
			require.Equal(t, instants.Tally(), inRounds.Tally(), "seed %d, %v", seed, at)
		}
	}
}
