package bus_test

import (
	"math"
	"testing"

	"github.com/csmacd/csmacd/phy"
	"pgregory.net/rapid"
)

// Contention rounds have the same result as the instants for stations that wait for a gap of their own,
// start on a grid or with a probability, or do not wait for the end of the carrier.
func TestRoundsOfStationsThatLook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawShortNetwork(t)
		p := &c.Params
		p.NoBlindStart = rapid.Bool().Draw(t, "sees")
		some := func(name string) bool { return rapid.IntRange(0, 2).Draw(t, name) == 0 }
		switch {
		case some("non-persistent"):
			p.NonPersistent = true
			if rapid.Bool().Draw(t, "tables") {
				for i := range c.Stations {
					c.Stations[i].Backoff = nil
				}
			}
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
		sameObserved(t, c)
	})
}
