package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/phy"
)

// What is kept comes in the order of its tables, once, however it is written.
func TestKeep(t *testing.T) {
	plan := func(more string) *Sweep {
		return good(t, around("- {traffic: {kind: saturated}}\n")+"sweep: {axes: {stations[0].count: [2]}"+more+"}").Sweep
	}
	s := plan(", keep: [stations, series, stations], interval: 5ms, warmup: {mser-5: collisions}")
	assert.Equal(t, []string{KeepSeries, KeepStations}, s.Keep)
	assert.Equal(t, 5*phy.Millisecond, s.Interval)
	assert.Equal(t, "collisions", s.SteadyOf)
	s = plan(", warmup: mser-5")
	assert.Empty(t, s.Keep)
	assert.Equal(t, "throughput", s.SteadyOf)
}

// A hundred intervals make up a run, whatever its length.
func TestIntervalOf(t *testing.T) {
	for span, want := range map[phy.Time]phy.Time{1: 1, 99: 1, 100: 1, 101: 2, phy.Second: 10 * phy.Millisecond} {
		assert.Equal(t, want, IntervalOf(0, span))
	}
	assert.Equal(t, phy.Time(7), IntervalOf(7, phy.Second))
}
