package bus_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// put is a frame that is put in: the network has been run up to an instant by then.
type put struct {
	run, at phy.Time
	station int
}

// drawTie draws an instant at which something happens in a network that is given some frames, or is a gap away from one.
func drawTie(t *rapid.T, c bus.Config, puts []put, since, end phy.Time) (at phy.Time, station int) {
	seen := &observer{want: medium.Interest{Kinds: medium.AllKinds &^ medium.Of(medium.CarrierOn, medium.CarrierOff, medium.RxStart)}, most: 4000}
	n := build(t, c, seen)
	n.ByInstants()
	for _, x := range puts {
		require.NoError(t, n.Inject(x.station, x.at, medium.Frame{Size: int32(n.Params(x.station).MinFrame), Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(end))
	if len(seen.events) == 0 {
		return since, 0
	}
	e := seen.events[rapid.IntRange(0, len(seen.events)-1).Draw(t, "event")]
	e.Station = max(0, e.Station) // none: a change
	gap := n.Params(int(e.Station)).Gap
	off := rapid.SampledFrom([]phy.Time{0, 0, 0, 1, -1, gap, gap - 1, -gap, c.Params.SlotTime}).Draw(t, "off")
	return min(max(since, e.At+off), end), int(e.Station)
}

// attemptsBy returns the number of attempts that stations make up to an instant.
func attemptsBy(t *rapid.T, n *bus.Network, end phy.Time) uint64 {
	require.NoError(t, n.Run(end))
	return n.Result().Medium.Attempts
}

// Contention rounds, starts that are known a gap ahead and instants have the same result if frames arrive, and pieces of
// the run and its warm-up end, at the very instants at which something else happens.
func TestWhatHappensAtOneInstant(t *testing.T) {
	draws := []func(*rapid.T) bus.Config{drawFirm, drawFirm, drawDeciding, drawShortNetwork, drawOddNetwork}
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(draws).Draw(t, "network")(t)
		for i := range c.Stations { // scripts of a policy may end
			if slices.Contains(scripts[1:], c.Stations[i].Backoff) {
				c.Stations[i].Backoff = nil
			}
		}
		end := bt(float64(rapid.SampledFrom([]int{1000, 4000}).Draw(t, "end")))
		if n := build(t, c); attemptsBy(t, n, end) > 2000 {
			end /= 8 // stations that give up after one collision of a bit try again at once
		}
		var puts []put
		now := phy.Time(0)
		for range rapid.IntRange(0, 2).Draw(t, "frames") {
			x := put{}
			x.at, x.station = drawTie(t, c, puts, now, end-1)
			x.run = x.at
			if rapid.Bool().Draw(t, "ahead") {
				x.run, _ = drawTie(t, c, puts, now, x.at)
			}
			if rapid.IntRange(0, 3).Draw(t, "elsewhere") == 0 {
				x.station = rapid.IntRange(0, len(c.Stations)-1).Draw(t, "into")
			}
			now = x.run
			puts = append(puts, x)
		}
		if rapid.IntRange(0, 2).Draw(t, "warmed up") == 0 {
			c.Warmup, _ = drawTie(t, c, puts, 0, end-1)
		}
		last, _ := drawTie(t, c, puts, now, end)
		read := rapid.Bool().Draw(t, "read")
		all := []*bus.Network{build(t, c), build(t, c), build(t, c), build(t, c, &observer{want: medium.Interest{Kinds: medium.Senders}})}
		all[0].ByInstants()
		all[1].WithoutRounds()
		for _, x := range append(puts, put{last, end, -1}) {
			for k, n := range all {
				require.NoError(t, n.Run(x.run))
				if read {
					require.Equal(t, all[0].Result(), n.Result(), "%d, up to %v", k, x.run)
				}
			}
			for _, n := range all {
				if x.station >= 0 {
					require.NoError(t, n.Inject(x.station, x.at, medium.Frame{Size: int32(n.Params(x.station).MinFrame), Destination: medium.Broadcast}))
				}
			}
		}
		for k, n := range all {
			require.NoError(t, n.Run(end))
			require.Equal(t, all[0].Result(), n.Result(), "%d", k)
		}
	})
}
