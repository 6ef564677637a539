package bus_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// It makes no difference when signals that have left the cable are digested: after each, after some
// or never.
func TestForgettingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom([]func(*rapid.T) bus.Config{drawBusyNetwork, drawBusyNetwork, drawThrong}).Draw(t, "network")(t)
		want, events := runKeeping(t, c, 1<<30)
		for _, signals := range []int{1, 6, 40} {
			got, seen := runKeeping(t, c, signals)
			require.Equal(t, events, seen, "%d signals kept", signals)
			require.Equal(t, want, got, "%d signals kept", signals)
		}
	})
}

// It makes no difference when signals are cut off, either, where carrier that is shorter than a gap, or as long, rises
// in the gap after them.
func TestCuttingBeforeFragmentsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawFragments(t)
		run := func(signals int) (*medium.Result, []medium.Event) {
			defer bus.CutFrom(signals)()
			o := everything()
			n := build(t, c, o)
			require.NoError(t, n.Run(bt(4000)))
			return n.Result(), o.events
		}
		want, events := run(1 << 30)
		for _, signals := range []int{1, 2, 5} {
			got, seen := run(signals)
			sameEvents(t, events, seen)
			require.Equal(t, want, got, "%d signals kept", signals)
		}
	})
}

// drawFragments draws a network in which pairs of deaf stations send at the same instants, so that they make
// fragments, and others wait for gaps.
func drawFragments(t *rapid.T) bus.Config {
	const gap = 96
	c := bus.Config{Seed: rapid.Uint64().Draw(t, "seed"), Params: *rules(func(p *mac.Params) {
		p.Header, p.CutHeader, p.Gap = 0, true, bt(gap)
		p.GapPart1 = bt(float64(rapid.SampledFrom([]int{0, 0, 24, 64, gap}).Draw(t, "part 1")))
		p.Jam = bt(float64(rapid.SampledFrom([]int{4, 24, 48, gap - 1, gap, gap + 1}).Draw(t, "jam")))
	})}
	var starts []phy.Time // of all deaf stations
	at := phy.Time(0)
	for range 30 {
		at += bt(float64(rapid.IntRange(10, 120).Draw(t, "pause")))
		starts = append(starts, at)
	}
	spread := rapid.SampledFrom([]int{0, 4, 40, 400}).Draw(t, "spread")
	for i := range rapid.IntRange(3, 8).Draw(t, "stations") {
		s := bus.Station{Name: name(i), At: drawLength(t, spread, "place")}
		frames := traffic.Source{Kind: traffic.KindFrames, Size: traffic.Octets(64)}
		p := c.Params
		if p.NoCarrierSense = i < 2 || rapid.Bool().Draw(t, "deaf"); p.NoCarrierSense {
			p.AttemptLimit = 1
			frames.Starts = starts
		} else {
			for range 3 {
				frames.Starts = append(frames.Starts, drawLength(t, 20*gap, "ready"))
			}
			slices.Sort(frames.Starts)
			p.GapAfterBackoff = rapid.IntRange(0, 3).Draw(t, "a gap after backoff") == 0
		}
		s.Params, s.Traffic = &p, []traffic.Source{frames}
		c.Stations = append(c.Stations, s)
	}
	return c
}

// runKeeping runs a network that keeps about a number of signals, and returns its result and its
// events. It runs it again without an observer, and in two pieces: the result is the same.
func runKeeping(t *rapid.T, c bus.Config, signals int) (*medium.Result, []medium.Event) {
	defer bus.KeepUpTo(signals)()
	const end = 4000
	o := everything()
	watched, alone := build(t, c, o), build(t, c)
	require.NoError(t, watched.Run(bt(end)))
	for _, at := range []float64{end / 2, end} {
		require.NoError(t, alone.Run(bt(at)))
		require.NotNil(t, alone.Result())
	}
	require.Equal(t, watched.Result(), alone.Result())
	return watched.Result(), o.events
}

// drawBusyNetwork draws a network of short gaps, in which one signal soon follows another. Mostly
// one station waits for a far longer gap than the others, so that no signal is so long ago that
// all stations could forget it.
func drawBusyNetwork(t *rapid.T) bus.Config {
	c := drawOddNetwork(t)
	gap := rapid.SampledFrom([]phy.Time{bt(20), 0, bt(1), bt(96)}).Draw(t, "gap of all")
	for i := range c.Stations {
		p := c.Params
		if own := c.Stations[i].Params; own != nil {
			p = *own
		}
		p.Gap, p.GapPart1 = gap, min(p.GapPart1, gap)
		p.SlotTime = bt(float64(rapid.SampledFrom([]int{64, 512, 8}).Draw(t, "slot")))
		if rapid.IntRange(0, 2).Draw(t, "a gap after backoff") == 0 {
			p.GapAfterBackoff, p.NoBlindStart = true, rapid.Bool().Draw(t, "no blind start")
			p.GapLead = bt(float64(rapid.SampledFrom([]int{0, 12, 80}).Draw(t, "lead")))
			p.BlindAfter = p.GapLead == 0 && rapid.Bool().Draw(t, "blind")
		}
		if p.MinFrame <= 64 && rapid.Bool().Draw(t, "always") {
			c.Stations[i].Traffic = append(c.Stations[i].Traffic, always(i))
		}
		c.Stations[i].Params = &p
	}
	if rapid.IntRange(0, 3).Draw(t, "forgets") > 0 {
		wide := rules(func(p *mac.Params) { p.Gap = bt(5000) })
		c.Stations = append(c.Stations, bus.Station{Name: "wide", At: c.Stations[0].At, Params: wide})
	}
	return c
}
