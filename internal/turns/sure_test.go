package turns

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/scenario"
)

func of(t require.TestingT, text string) *Report {
	s, err := scenario.Parse("test", []byte(text), scenario.Options{})
	require.NoError(t, err)
	r, err := Of(s, 0)
	require.NoError(t, err)
	return r
}

// Whatever the places, sizes and numbers of nodes, and the PHYs within the limits of clause 147, if no node can miss a
// BEACON: no frame of a run waits longer than the bound, and no cycle is longer than the full one.
func TestNothingIsLongerThanCalculated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := smallBus(t)
		s, err := scenario.Parse("test", []byte(text), scenario.Options{})
		require.NoError(t, err)
		x := &calculation{config: s.T1S(), length: s.Length}
		require.NoError(t, x.read())
		if x.boundless { // nodes may miss BEACONs
			return
		}
		r := x.report()
		require.NoError(t, x.measureTurns(r))
		assert.LessOrEqual(t, *r.MeasuredFull, r.Full+1e-3, text)
		for _, n := range r.Nodes {
			if n.MeasuredWait != nil {
				assert.LessOrEqual(t, *n.MeasuredWait, *n.Bound+1e-3, "%s: %s", n.Name, text)
			}
		}
	})
}

func smallBus(t *rapid.T) string {
	latencies := []string{"ideal", "min", "typical", "max", "{tx: 300ns, crs_on: 400ns, crs_off: 1us, rx_on: 3us, rx_off: 1200ns}"}
	var text strings.Builder
	fmt.Fprintf(&text, "phy: 10base-t1s\nseed: %d\nmedium: {length: 25m, latency: %q}\nduration: 1s\nstations:\n",
		rapid.IntRange(1, 1000).Draw(t, "seed"), "LATENCY")
	nodes := rapid.IntRange(1, 8).Draw(t, "nodes")
	count := rapid.IntRange(nodes, 17).Draw(t, "node count")
	ids := rapid.Permutation(slices.Collect(numbers(1, count))).Draw(t, "ids")
	mixed := rapid.IntRange(0, 1).Draw(t, "mixed") == 0
	for k := range nodes {
		plca := fmt.Sprintf("node_id: 0, node_count: %d", count)
		if k > 0 {
			plca = fmt.Sprintf("node_id: %d", ids[k-1])
			if rapid.IntRange(0, 9).Draw(t, "two") == 0 && nodes+k <= len(ids) {
				plca = fmt.Sprintf("node_id: [%d, %d]", ids[k-1], ids[nodes+k-2])
			}
		}
		if rapid.IntRange(0, 3).Draw(t, "bursts") == 0 {
			plca += fmt.Sprintf(", burst_count: %d, burst_timer: %s", rapid.IntRange(0, 3).Draw(t, "burst"), rapid.SampledFrom([]string{"128bt", "64bt"}).Draw(t, "timer"))
		}
		latency := ""
		if mixed {
			latency = ", latency: " + rapid.SampledFrom(latencies[1:]).Draw(t, "own latency")
		}
		traffic := ""
		if k == 0 || rapid.IntRange(0, 5).Draw(t, "talks") > 0 {
			traffic = fmt.Sprintf(", traffic: {kind: saturated, size: %d}", rapid.IntRange(64, 80).Draw(t, "size"))
		}
		fmt.Fprintf(&text, "  - {name: n%d, at: %dm, plca: {%s}%s%s}\n", k, rapid.IntRange(0, 25).Draw(t, "place"), plca, latency, traffic)
	}
	return strings.Replace(text.String(), `"LATENCY"`, rapid.SampledFrom(latencies).Draw(t, "latency"), 1)
}

func numbers(from, to int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := from; i < to && yield(i); i++ {
		}
	}
}

// With latencies a frame can miss its turn with sizes, and with numbers of nodes, with which it cannot with ideal
// PHYs.
func TestLatenciesCostATurn(t *testing.T) {
	for _, c := range []struct {
		latency     string
		nodes, size int
		above       float64
	}{
		{"typical", 8, 65, 600}, {"min", 8, 66, 600}, {"max", 8, 65, 600}, {"typical", 3, 65, 270},
		{"max", 2, 64, 190}, {"max", 2, 65, 190}, {"max", 2, 66, 190}, {"max", 2, 67, 190},
	} {
		r := of(t, fmt.Sprintf("phy: 10base-t1s\nmedium: {length: 25m, latency: %s}\nduration: 1s\nstations:\n"+
			"  - {name: head, at: 0m, plca: {node_id: 0, node_count: %d}, traffic: {kind: saturated, size: %d}}\n"+
			"  - {name: \"n%%d\", count: %d, from: 3m, spacing: 2m, plca: {node_id: 1}, traffic: {kind: saturated, size: %d}}\n",
			c.latency, c.nodes, c.size, c.nodes-1, c.size))
		longest := 0.0
		for _, n := range r.Nodes {
			longest = max(longest, *n.MeasuredWait)
			assert.LessOrEqual(t, *n.MeasuredWait, *n.Bound, "%+v", c)
		}
		assert.Greater(t, longest, c.above, "%+v: the run no longer shows it", c)
	}
}

// A node that talks alone sends without COMMIT, as long as the delay line holds its frame until its turn.
func TestFullCycleOfOneTalker(t *testing.T) {
	for count, full := range map[int]float64{1: 60.4, 2: 63.6, 3: 66.8, 8: 82.8, 15: 105.2, 16: 118, 20: 130.8} {
		r := of(t, fmt.Sprintf("phy: 10base-t1s\nduration: 1s\nstations: [{name: head, plca: {node_id: 0, node_count: %d}, traffic: {kind: saturated, size: 64}}]", count))
		assert.Equal(t, full, r.Full, "node_count %d", count)
		assert.Equal(t, full, *r.MeasuredFull, "node_count %d", count)
	}
}

// A node whose ID is the node count sends as the coordinator sends its BEACON: there is no bound.
func TestATurnThatMeetsTheBeacon(t *testing.T) {
	r := of(t, "phy: 10base-t1s\nduration: 1s\nstations:\n"+
		"  - {name: head, plca: {node_id: 0, node_count: 1}, traffic: {kind: saturated, size: 64}}\n"+
		"  - {name: \"n%d\", count: 2, plca: {node_id: 1}, traffic: {kind: saturated, size: 64}}\n")
	for _, n := range r.Nodes {
		assert.Nil(t, n.Bound, n.Name)
	}
	var text strings.Builder
	require.NoError(t, r.Text(&text))
	assert.Contains(t, text.String(), "the ID of n0, 1, is the node count")
	assert.Contains(t, text.String(), "  none  ")
	assert.NotContains(t, text.String(), "the ID of n1")
}
