package turns

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/scenario"
)

func report(t require.TestingT, stations string, size int) *Report {
	s, err := scenario.Parse("test", []byte("phy: 10base-t1s\nduration: 1s\nplca: {node_count: 8}\nstations:\n"+stations), scenario.Options{})
	require.NoError(t, err)
	r, err := Of(s, size)
	require.NoError(t, err)
	return r
}

// A run measures what the formulas say: cycles, throughput, and the longest wait of each node.
func TestAgreesWithTheRun(t *testing.T) {
	r := report(t, "  - {name: \"n%d\", count: 8, plca: {node_id: 0}}\n", 64)
	assert.Equal(t, r.Empty, *r.MeasuredEmpty)
	assert.Equal(t, 546.0, r.Full)
	assert.Equal(t, r.Full, *r.MeasuredFull)
	for i, n := range r.Nodes {
		want := 617.2
		if i < 2 {
			want = 619.2 // a beacon more
		}
		assert.Equal(t, want, *n.Bound)
		assert.Equal(t, want, *n.MeasuredWait)
		assert.InDelta(t, n.Throughput, *n.MeasuredThroughput, 1e-9)
	}
}

// Whatever the sizes, bursts and IDs: cycles and throughput are those of a run, and no frame waits
// longer than the bound.
func TestRandomBuses(t *testing.T) {
	buses := rapid.Custom(randomBus)
	for seed := range 24 {
		text := buses.Example(seed)
		r := report(t, text, 0)
		assert.Equal(t, r.Empty, *r.MeasuredEmpty, text)
		for _, n := range r.Nodes {
			assert.InDelta(t, n.Throughput, *n.MeasuredThroughput, 0.01, "%s: %s", n.Name, text)
			if n.MeasuredWait != nil {
				assert.LessOrEqual(t, *n.MeasuredWait, *n.Bound+1e-3, "%s: %s", n.Name, text)
			}
		}
	}
}

func randomBus(t *rapid.T) (text string) {
	ids := rapid.Permutation([]int{1, 2, 3, 4, 5, 6, 7}).Draw(t, "ids")
	for k := range rapid.IntRange(2, 5).Draw(t, "nodes") {
		id := "0"
		switch {
		case k > 0 && k < 3 && rapid.Bool().Draw(t, "two"):
			id = fmt.Sprintf("[%d, %d]", ids[k], ids[7-k])
		case k > 0:
			id = fmt.Sprint(ids[k])
		}
		traffic := ""
		if rapid.IntRange(0, 4).Draw(t, "talks") > 0 {
			traffic = fmt.Sprintf(", traffic: {kind: saturated, size: %d}", rapid.IntRange(67, 1518).Draw(t, "size"))
		}
		text += fmt.Sprintf("  - {name: n%d, plca: {node_id: %s, burst_count: %d}%s}\n", k, id, rapid.IntRange(0, 4).Draw(t, "burst"), traffic)
	}
	return text
}

// Slow PHYs at the ends of 25 m need a to_timer of 30.1 bits (PLCA-TO-MIN).
func TestToTimer(t *testing.T) {
	s, err := scenario.Parse("test", []byte("phy: 10base-t1s\nmedium: {length: 25m, latency: max}\nduration: 1s\nstations:\n  - {name: a, plca: {node_id: 0}}\n  - {name: b, at: 25m, plca: {node_id: 1}}\n"), scenario.Options{})
	require.NoError(t, err)
	r, err := Of(s, 64)
	require.NoError(t, err)
	assert.InDelta(t, 30.1, r.Needed, 0.05)
	assert.Less(t, *r.MeasuredNeeded, r.Here+1)
}

// Without a coordinator there are no cycles to calculate.
func TestWithoutCoordinator(t *testing.T) {
	s, err := scenario.Parse("test", []byte("phy: 10base-t1s\nduration: 1s\nstations: [{name: a, plca: {node_id: 1}}]"), scenario.Options{})
	require.NoError(t, err)
	_, err = Of(s, 0)
	assert.ErrorContains(t, err, "has no coordinator")
	s, err = scenario.Parse("test", []byte("duration: 1s\nstations: [{name: a}]"), scenario.Options{})
	require.NoError(t, err)
	_, err = Of(s, 0)
	assert.ErrorContains(t, err, "has no PLCA")
	s, err = scenario.Parse("test", []byte("duration: 1s\nsegments: {bus1: {phy: 10base-t1s}}\nstations: [{name: a, via: bus1}]"), scenario.Options{})
	require.NoError(t, err)
	_, err = OfNetwork(s, 0)
	assert.ErrorContains(t, err, "has no bus with PLCA")
}

// A size that the line does not take is refused before anything runs.
func TestSizeOfTheLine(t *testing.T) {
	s, err := scenario.Parse("test", []byte("phy: 10base-t1s\nduration: 1s\nplca: {node_count: 8}\nstations:\n  - {name: \"n%d\", count: 8, plca: {node_id: 0}}\n"), scenario.Options{})
	require.NoError(t, err)
	for _, size := range []int{63, 1519} {
		_, err = Of(s, size)
		require.EqualError(t, err, fmt.Sprintf("--size %d: this line takes frames of 64 to 1518 octets", size))
	}
	_, err = Of(s, 1518)
	require.NoError(t, err)
}
