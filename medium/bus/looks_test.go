package bus_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Contention rounds have the same result as the instants for stations that wait for a gap of their own,
// start on a grid or with a probability, or do not wait for the end of the carrier, and for a mixture of
// stations.
func TestRoundsOfStationsThatLook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawShortNetwork(t)
		drawLooks(t, &c.Params)
		if c.Params.NonPersistent && rapid.Bool().Draw(t, "tables") {
			for i := range c.Stations {
				c.Stations[i].Backoff = nil
			}
		}
		for range rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "other rules") {
			other := c.Params
			drawLooks(t, &other)
			other.GapPart1 = min(other.Gap, drawLength(t, 96, "part 1"))
			other.Jam = bt(float64(rapid.SampledFrom([]int{32, 32, 1, 200}).Draw(t, "jam")))
			other.SlotTime = bt(float64(rapid.SampledFrom([]int{512, 64}).Draw(t, "slot time")))
			other.AttemptLimit = rapid.SampledFrom([]int{16, 3}).Draw(t, "attempts")
			other.CutHeader = rapid.Bool().Draw(t, "cut")
			for i := range c.Stations {
				if rapid.Bool().Draw(t, "of others") {
					c.Stations[i].Params = &other
				}
			}
		}
		sameObserved(t, c)
	})
}

// drawLooks draws how a station decides whether it starts.
func drawLooks(t *rapid.T, p *mac.Params) {
	p.NonPersistent, p.GapAfterBackoff, p.GapLead, p.Align, p.Persist = false, false, 0, 0, 0
	p.NoBlindStart = rapid.Bool().Draw(t, "sees")
	some := func(name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
	switch {
	case some("non-persistent"):
		p.NonPersistent = true
	case some("own gap"):
		p.GapAfterBackoff = true
		p.GapLead = rapid.SampledFrom([]phy.Time{0, 12, 95, 500}).Draw(t, "lead") * p.BitTime
	}
	if some("grid") {
		p.Align = max(1, drawLength(t, 2000, "grid"))
	}
	if some("persistence") {
		p.Persist = rapid.SampledFrom([]uint64{1 << 63, 1 << 61, 1 << 58, math.MaxUint64}).Draw(t, "persistence")
		p.PersistSlot = max(1, drawLength(t, rapid.SampledFrom([]int{1, 100, 5000}).Draw(t, "of slot"), "slot"))
	}
}

// Rounds of many stations that look are the same as well: they are planned in another order than they look.
func TestRoundsOfManyStationsThatLook(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(p *mac.Params)
	}{
		{"one in ten starts", func(p *mac.Params) { p.Persist, p.PersistSlot = math.MaxUint64/10, bt(512) }},
		{"one in ten starts, on a grid of less than the cable", func(p *mac.Params) { p.Persist, p.PersistSlot, p.Align = math.MaxUint64/10, bt(5), bt(3) }},
		{"looks are closer together than the cable is long", func(p *mac.Params) { p.Persist, p.PersistSlot = math.MaxUint64/40, bt(7) }},
		{"non-persistent", func(p *mac.Params) { p.NonPersistent = true }},
		{"a gap of their own", func(p *mac.Params) { p.GapAfterBackoff = true }},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := bus.Config{Params: *rules(row.change), Seed: 7}
			const n = 300
			for i := range n {
				c.Stations = append(c.Stations, bus.Station{Name: fmt.Sprint(i), At: bt(43) * phy.Time(i*7%n) / n, Traffic: []traffic.Source{always(i)}})
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
