package scenario

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/phy"
)

// What is kept comes in the order of its tables, once, however it is written.
func TestKeep(t *testing.T) {
	planned := func(more string) *plan.Sweep {
		return good(t, around("- {traffic: {kind: saturated}}\n")+"sweep: {axes: {stations[0].count: [2]}"+more+"}").Sweep
	}
	s := planned(", keep: [stations, series, stations], interval: 5ms, warmup: {mser-5: collisions}")
	assert.Equal(t, []string{plan.KeepSeries, plan.KeepStations}, s.Keep)
	assert.Equal(t, 5*phy.Millisecond, s.Interval)
	assert.Equal(t, "collisions", s.SteadyOf)
	s = planned(", warmup: mser-5")
	assert.Empty(t, s.Keep)
	assert.Equal(t, "throughput", s.SteadyOf)
}

// Where a medium of the plan has no throughput, warm-ups are cut by what was delivered.
func TestSteadyOfMediaWithoutThroughput(t *testing.T) {
	planned := func(medium, axes, rule string) string {
		return "medium: " + medium + "\nduration: 1s\nstations: [{count: 2}]\nsweep: {axes: {" + axes + "}, warmup: " + rule + "}\n"
	}
	count := "stations[0].count: [2]"
	read := func(text string) string {
		s, err := ParsePlan("test.yaml", []byte(text))
		require.NoError(t, err, text)
		return s.SteadyOf
	}
	for _, kind := range Timed {
		assert.Equal(t, "throughput", read(planned("{kind: "+kind+"}", count, "{mser-5: throughput}")), kind)
		assert.Equal(t, "throughput", read(planned("{kind: "+kind+"}", count, "mser-5")), kind)
	}
	both := "medium: [{kind: aloha}, {kind: store}]"
	for _, s := range []string{planned("{kind: store}", count, "mser-5"), planned("{kind: server}", count, "mser-5"), planned("{kind: aloha}", both, "mser-5")} {
		assert.Equal(t, "frames_delivered", read(s), s)
	}
	assert.Equal(t, "attempts", read(planned("{kind: store}", count, "{mser-5: attempts}")))
	refused := "sweep.warmup.mser-5: a medium of kind store has no throughput: write frames_delivered, or frames_queued, or attempts, or collisions"
	assert.Equal(t, "test.yaml:4:58: "+refused, bad(t, planned("{kind: store}", count, "{mser-5: throughput}")))
	assert.Contains(t, bad(t, planned("{kind: aloha}", both, "{mser-5: throughput}")), refused)
	assert.NotContains(t, bad(t, planned("{kind: shop}", count, "{mser-5: throughput}")), "throughput", "what is wrong is the kind")
}

// A hundred intervals make up a run, whatever its length.
func TestIntervalOf(t *testing.T) {
	for span, want := range map[phy.Time]phy.Time{1: 1, 99: 1, 100: 1, 101: 2, phy.Second: 10 * phy.Millisecond} {
		assert.Equal(t, want, plan.IntervalOf(0, span))
	}
	assert.Equal(t, phy.Time(7), plan.IntervalOf(7, phy.Second))
}
