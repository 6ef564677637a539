package bus_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
)

// Without gaps it is enough to look at the stations at whose taps carrier falls first.
func TestThoseWhoWaitFollowTheFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawWaitingNetwork(t)
		want, got := everything(), everything()
		each, first, unseen := build(t, c, want), build(t, c, got), build(t, c)
		each.EachWaits()
		for _, n := range []*bus.Network{each, first, unseen} {
			require.NoError(t, n.Run(horizon))
		}
		require.Equal(t, each.Result(), first.Result())
		require.Equal(t, each.Result(), unseen.Result())
		sameEvents(t, want.events, got.events)
	})
}

// drawWaitingNetwork draws a network without gaps in which many stations wait at most times. Cables may be longer
// than a fragment, so that some taps hear two where others hear one.
func drawWaitingNetwork(t *rapid.T) bus.Config {
	c := bus.Config{Seed: rapid.Uint64().Draw(t, "seed"), Params: *rules(func(p *mac.Params) {
		p.Gap, p.GapPart1 = 0, 0
		p.Jam = bt(float64(rapid.SampledFrom([]int{32, 32, 1, 200}).Draw(t, "jam")))
		p.Header = bt(float64(rapid.SampledFrom([]int{64, 64, 0}).Draw(t, "header")))
		p.SlotTime = bt(float64(rapid.SampledFrom([]int{512, 64, 8}).Draw(t, "slot")))
		p.LateDiscard, p.CutHeader = rapid.Bool().Draw(t, "discard"), rapid.Bool().Draw(t, "cut")
	})}
	spread := rapid.SampledFrom([]int{4, 40, 100, 300, 900}).Draw(t, "spread")
	n := rapid.IntRange(2, 40).Draw(t, "stations")
	for i := range n {
		s := bus.Station{Name: name(i), At: drawLength(t, spread, "place")}
		if rapid.IntRange(0, 3).Draw(t, "always") > 0 {
			s.Traffic = []traffic.Source{always(i)}
		} else {
			s.Traffic = []traffic.Source{drawSource(t, n)}
		}
		if rapid.IntRange(0, 15).Draw(t, "deaf") == 0 {
			p := c.Params
			p.NoCarrierSense = true
			s.Params = &p
		}
		c.Stations = append(c.Stations, s)
	}
	return c
}
