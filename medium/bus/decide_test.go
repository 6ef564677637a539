package bus_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Contention rounds have the same result as the instants for stations that decide to start before they do: in a
// gap that ignores carrier after a backoff, or in gaps of different lengths.
func TestRoundsOfStationsThatDecide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameObserved(t, drawDeciding(t)) })
}

// drawDeciding draws a network of such stations.
func drawDeciding(t *rapid.T) bus.Config {
	c := drawShortNetwork(t)
	for i := range c.Stations {
		if rapid.IntRange(0, 3).Draw(t, "busy") > 0 {
			c.Stations[i].Traffic = []traffic.Source{always(i)}
		}
	}
	drawDecision(t, &c.Params)
	for range rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "other rules") {
		other := c.Params
		drawDecision(t, &other)
		other.Jam = bt(float64(rapid.SampledFrom([]int{32, 32, 1, 200}).Draw(t, "jam")))
		other.SlotTime = bt(float64(rapid.SampledFrom([]int{512, 64}).Draw(t, "slot time")))
		other.AttemptLimit = rapid.SampledFrom([]int{16, 3}).Draw(t, "attempts")
		for i := range c.Stations {
			if rapid.Bool().Draw(t, "of others") {
				c.Stations[i].Params = &other
			}
		}
	}
	return c
}

// drawDecision draws how long a gap is, and what ends or ignores carrier in it.
func drawDecision(t *rapid.T, p *mac.Params) {
	p.GapAfterBackoff = rapid.Bool().Draw(t, "own gap")
	p.BlindAfter = p.GapAfterBackoff
	p.NoBlindStart = rapid.IntRange(0, 3).Draw(t, "sees") == 0
	p.CutHeader = rapid.Bool().Draw(t, "cut")
	p.Gap = bt(float64(rapid.SampledFrom([]int{96, 96, 80, 40, 1}).Draw(t, "gap")))
	p.GapPart1 = min(p.Gap, rapid.SampledFrom([]phy.Time{0, bt(40), bt(64)}).Draw(t, "part 1"))
}

// Rounds of many such stations are the same as well, whenever one looks.
func TestRoundsOfManyStationsThatDecide(t *testing.T) {
	blind := func(p *mac.Params) { p.GapAfterBackoff, p.BlindAfter = true, true }
	for _, row := range []struct {
		name  string
		star  bool
		one   func(p *mac.Params)
		other func(p *mac.Params)
	}{
		{"gaps of two lengths", false, func(*mac.Params) {}, func(p *mac.Params) { p.Gap = bt(80) }},
		{"gaps of two lengths, one not blind", false, func(p *mac.Params) { p.NoBlindStart = true }, func(p *mac.Params) { p.Gap = bt(80) }},
		{"blind gaps", false, blind, blind},
		{"blind gaps, fragments shorter than the cable", false, func(p *mac.Params) { blind(p); p.CutHeader, p.GapPart1 = true, 0 }, blind},
		{"blind gaps in a star", true, blind, func(*mac.Params) {}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := bus.Config{Params: *rules(row.one), Seed: 7}
			if row.star {
				c.Shape = bus.Star(bt(40))
			}
			const n = 100
			for i := range n {
				s := bus.Station{Name: fmt.Sprint(i), At: bt(43) * phy.Time(i*7%n) / n, Traffic: []traffic.Source{always(i)}}
				if i%2 > 0 {
					s.Params = rules(row.other)
				}
				c.Stations = append(c.Stations, s)
			}
			inRounds, instants := build(t, c), build(t, c)
			instants.ByInstants()
			for at := 3 * phy.Millisecond; at < 60*phy.Millisecond; at += 97 * phy.Microsecond { // often within a round
				require.NoError(t, inRounds.Run(at))
				require.NoError(t, instants.Run(at))
				require.Equal(t, instants.Result().Medium, inRounds.Result().Medium)
			}
			require.Equal(t, instants.Result(), inRounds.Result())
			require.NotZero(t, inRounds.Result().Medium.Collisions)
		})
	}
}
