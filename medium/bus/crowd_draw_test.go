package bus_test

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// drawCrowd draws a network of up to 90 stations in groups: those of one have the same rules and traffic, and one place
// or places side by side. The engine sorts many stations in other ways than few.
func drawCrowd(t *rapid.T) bus.Config {
	c := bus.Config{Params: mac.For(phy.Ethernet10), Seed: rapid.Uint64().Draw(t, "seed")}
	spread := rapid.SampledFrom([]int{47, 0, 108, 130, 232}).Draw(t, "spread")
	if delay := drawLength(t, spread, "delay"); rapid.IntRange(0, 3).Draw(t, "star") == 0 {
		c.Shape = bus.Star(delay)
	}
	odd := rapid.IntRange(0, 2).Draw(t, "odd groups") == 0
	for range rapid.IntRange(2, 5).Draw(t, "groups") {
		place := drawLength(t, spread, "place")
		apart := rapid.SampledFrom([]phy.Time{0, 0, bt(0.25), bt(1), bt(3.3)}).Draw(t, "apart")
		var rules *mac.Params
		if odd && rapid.Bool().Draw(t, "odd") {
			rules = drawRules(t)
		}
		var sources []traffic.Source
		switch rapid.IntRange(0, 3).Draw(t, "sends") {
		case 0, 1:
			sources = []traffic.Source{drawSource(t, 2)}
		case 2:
			sources = []traffic.Source{always(0)}
		}
		for k := range min(rapid.SampledFrom([]int{3, 1, 8, 14, 26, 40, 70}).Draw(t, "members"), 90-len(c.Stations)) {
			c.Stations = append(c.Stations, bus.Station{Name: fmt.Sprint("n", len(c.Stations)), At: place + phy.Time(k)*apart, Params: rules, Traffic: sources})
		}
	}
	return c
}
