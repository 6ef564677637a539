package experiment

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
)

// parsed gives the plan of a whole scenario.
func parsed(t *testing.T, text string) *plan.Sweep {
	s, err := scenario.Parse("test.yaml", []byte(text), scenario.Options{})
	require.NoError(t, err)
	return s.Sweep
}

// A series of zeros says nothing of when a run settles.
func TestZerosDoNotSettle(t *testing.T) {
	plan := func(of string) *plan.Sweep {
		return parsed(t, "duration: 20ms\nstations: [{count: 1, traffic: {kind: saturated, size: 64}}]\n"+
			"sweep: {axes: {stations[0].count: [1]}, replications: 2, warmup: {mser-5: "+of+"}}\n")
	}
	var told notes
	for of, restless := range map[string]int{"collisions": 1, "frames_queued": 0} {
		out := swept(t, plan(of), options(t.TempDir(), &told))
		assert.Len(t, out.Restless, restless, of)
	}
}

// When the backlog was more than its limit is a figure of a campaign's runs; where it never
// was, there is none.
func TestFirstExitIsAMetric(t *testing.T) {
	text := "medium: {kind: slotted-aloha, users: 400, load: 0.34}\nbackoff: {policy: geometric, p: 0.1}\nduration: 2s\n" +
		"sweep: {axes: {medium.backlog_limit: [2, 399]}, replications: 3, seeds: common}\n"
	var told notes
	dir := t.TempDir()
	swept(t, parsed(t, text), options(dir, &told))
	data, err := table.Read(dir, table.Runs)
	require.NoError(t, err)
	exit, ok := data.Find("first_exit_us")
	require.True(t, ok)
	simulated, _ := data.Find("simulated_us")
	for i, row := range data.Rows {
		assert.Equal(t, i >= 3, row[exit].Missing(), i)
		if i < 3 {
			assert.Equal(t, row[simulated].Text, row[exit].Text)
		}
	}
}
