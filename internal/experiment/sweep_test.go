package experiment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/phy"
)

const base = `
name: base
duration: 200us
stations:
  - {count: 2, spacing: 10m, traffic: {kind: saturated, size: 64}}
sweep:
`

// planOf gives the plan of a scenario that must be right.
func planOf(t require.TestingT, plan string) *plan.Sweep {
	s, err := scenario.Parse("test.yaml", []byte(base+plan), scenario.Options{})
	require.NoError(t, err)
	require.NotNil(t, s.Sweep)
	return s.Sweep
}

// notes gathers what a sweep tells.
type notes []string

func (n *notes) add(text string) { *n = append(*n, text) }

func options(dir string, n *notes) Options {
	return Options{Dir: dir, Engine: "1.0", Jobs: 2, Confidence: 0.95, Note: n.add, Progress: func(int, int) {}}
}

// swept runs a plan to its end.
func swept(t require.TestingT, plan *plan.Sweep, o Options) *Outcome {
	out, err := Sweep(context.Background(), plan, o)
	require.NoError(t, err)
	return out
}

// tables gives the tables of a folder as one text.
func tables(t require.TestingT, dir string) string {
	var all strings.Builder
	for _, name := range []string{"runs.csv", "points.csv", "runs.jsonl", table.FileName} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		all.Write(text)
	}
	for _, name := range plan.Kept {
		if text, err := os.ReadFile(filepath.Join(dir, name+".csv")); err == nil {
			all.Write(text)
		}
	}
	return all.String()
}

func segments(t require.TestingT, dir string) []string {
	list, err := filepath.Glob(filepath.Join(dir, campaign.RecordsName, "*"+campaign.Ending))
	require.NoError(t, err)
	return list
}

// drawPlan draws a plan of a few runs.
func drawPlan(t *rapid.T) string {
	axes := []string{
		"stations[0].count: [2, 3, 4]", "stations[0].traffic.size: {from: 64, to: 66, step: 1}", "backoff: [beb, linear]", "mac.jam: [32bt, 48bt]",
	}
	plan := "  axes:\n"
	for _, a := range rapid.Permutation(axes).Draw(t, "axes")[:rapid.IntRange(1, 3).Draw(t, "number of axes")] {
		plan += "    " + a + "\n"
	}
	if rapid.Bool().Draw(t, "common") {
		plan += "  seeds: common\n"
	}
	if keep := rapid.SampledFrom([]string{"", "", "series", "stations, capture, histograms, series"}).Draw(t, "keep"); keep != "" {
		plan += "  keep: [" + keep + "]\n"
	}
	if rapid.IntRange(0, 3).Draw(t, "warm-up by rule") == 0 {
		plan += "  warmup: mser-5\n"
	}
	return plan + fmt.Sprintf("  replications: %d\n", rapid.IntRange(1, 3).Draw(t, "replications"))
}

// Whatever the plan, however it is shared out, wherever it is interrupted: the tables are
// the same.
func TestInterruptionsChangeNothing(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		precision := rapid.SampledFrom([]*campaign.Precision{nil, nil, {Relative: 0.05, Metrics: []string{"throughput", "access_delay_us_p95"}, Most: 13}}).Draw(t, "precision")
		plan := planOf(t, drawPlan(t))
		if precision != nil {
			plan = planOf(t, "  axes: {stations[0].count: [2, 4]}\n  replications: 10")
		}
		in := func(name string) string { return filepath.Join(dir, fmt.Sprint(n), name) }
		var told notes
		o := options(in("whole"), &told)
		o.Jobs, o.Precision = 1, precision
		swept(t, plan, o)
		want := tables(t, in("whole"))

		shards := rapid.IntRange(1, 3).Draw(t, "shards")
		together := rapid.Bool().Draw(t, "together")
		var parts []string
		for i := range shards {
			part := options(in(fmt.Sprint("part", i)), &told)
			if together {
				part.Dir = in("part0")
			} else {
				parts = append(parts, part.Dir)
			}
			part.Precision, part.Shard, part.Jobs = o.Precision, Shard{i, shards}, rapid.IntRange(1, 3).Draw(t, "jobs")
			interrupt(t, plan, part)
			swept(t, plan, part)
		}
		at := in("part0")
		if !together {
			at = in("merged")
			out, err := Merge(rapid.Permutation(parts).Draw(t, "order"), at, told.add)
			require.NoError(t, err)
			require.Zero(t, out.Missing)
		}
		require.Equal(t, want, tables(t, at))
	})
}

// interrupt runs a plan until the user ends it after some runs, and cuts the records off
// anywhere, as a power cut does.
func interrupt(t *rapid.T, plan *plan.Sweep, o Options) {
	for range rapid.IntRange(0, 2).Draw(t, "interruptions") {
		ctx, stop := context.WithCancel(context.Background())
		left := rapid.IntRange(1, 10).Draw(t, "runs before the interruption")
		o.Progress = func(int, int) {
			if left--; left == 0 {
				stop()
			}
		}
		out, err := Sweep(ctx, plan, o)
		stop()
		require.NoError(t, err)
		if out.Found+out.Ran < out.Runs {
			require.True(t, out.Stopped)
			_, err := table.Read(o.Dir, table.Points)
			require.ErrorIs(t, err, os.ErrNotExist, "tables are those of all runs")
		}
		list := segments(t, o.Dir)
		if len(list) == 0 {
			continue
		}
		last := list[len(list)-1]
		info, err := os.Stat(last)
		require.NoError(t, err)
		require.NoError(t, os.Truncate(last, rapid.Int64Range(0, info.Size()).Draw(t, "octets left")))
	}
}

// Whatever octet of the records changes, the tables are right, and the damage is told.
func TestDamageChangesNothing(t *testing.T) {
	dir := t.TempDir()
	plan := planOf(t, "  axes: {stations[0].count: [2, 3]}\n  replications: 2\n  keep: [series, stations]")
	var told notes
	o := options(filepath.Join(dir, "whole"), &told)
	swept(t, plan, o)
	want := tables(t, o.Dir)
	text, err := os.ReadFile(segments(t, o.Dir)[0])
	require.NoError(t, err)
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		var told notes
		o := options(filepath.Join(dir, fmt.Sprint(n)), &told)
		require.NoError(t, os.MkdirAll(filepath.Join(o.Dir, campaign.RecordsName), 0o755))
		hurt := append([]byte(nil), text...)
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			hurt[rapid.IntRange(0, len(hurt)-1).Draw(t, "octet")] ^= rapid.ByteRange(1, 255).Draw(t, "change")
		}
		require.NoError(t, os.WriteFile(filepath.Join(o.Dir, campaign.RecordsName, "000001.jsonl"), hurt, 0o644))
		out := swept(t, plan, o)
		if string(hurt) != string(text) {
			require.NotZero(t, out.Ran)
			require.Contains(t, strings.Join(told, "\n"), "000001.jsonl:")
		}
		require.Equal(t, want, tables(t, o.Dir))
		require.NoError(t, os.RemoveAll(o.Dir))
	})
}

// Further values of an axis leave the runs that there are as they are; common seeds are
// the same at every point.
func TestSeeds(t *testing.T) {
	seeds := func(plan string) map[string][]uint64 {
		s := planOf(t, plan)
		all := map[string][]uint64{}
		for i := range s.Points() {
			p := s.Point(i)
			for r := range s.Replications {
				all[p.Label] = append(all[p.Label], record.Seed(s, &p, r))
			}
		}
		return all
	}
	few := seeds("  axes: {stations[0].count: [2, 5]}\n  replications: 3")
	many := seeds("  axes: {stations[0].count: [3, 5, 2]}\n  replications: 4")
	for label := range few {
		assert.Equal(t, few[label], many[label][:3], label)
	}
	seen := map[uint64]bool{}
	for _, list := range many {
		for _, seed := range list {
			assert.False(t, seen[seed])
			assert.Less(t, seed, uint64(1)<<53, "a number that every table's reader has exactly")
			seen[seed] = true
		}
	}
	common := seeds("  axes: {stations[0].count: [3, 5, 2]}\n  replications: 4\n  seeds: common")
	assert.Equal(t, common["count=3"], common["count=5"])
	assert.NotEqual(t, many["count=3"], common["count=3"])
	assert.NotEqual(t, few["count=2"], seeds("  name: other\n  axes: {stations[0].count: [2]}\n  replications: 3")["count=2"])
}

// Two points may come to the same scenario: then one record is of both.
// --duration with the duration of the file is the same plan, and its runs are not done again.
func TestTheSameDuration(t *testing.T) {
	const axes = "  axes: {stations[0].count: [2, 3]}\n  replications: 2"
	var told notes
	o := options(t.TempDir(), &told)
	require.Equal(t, 4, swept(t, planOf(t, axes), o).Ran)
	duration := 200 * phy.Microsecond
	s, err := scenario.Parse("test.yaml", []byte(base+axes), scenario.Options{Duration: &duration})
	require.NoError(t, err)
	require.Zero(t, swept(t, s.Sweep, o).Ran)
	text, err := os.ReadFile(filepath.Join(o.Dir, campaign.PlanName))
	require.NoError(t, err)
	require.Contains(t, string(text), "\nduration: 200us\n")
}

func TestPointsAlike(t *testing.T) {
	plan := planOf(t, "  axes: {backoff: [beb, {policy: beb}]}\n  seeds: common\n  replications: 2")
	var told notes
	o := options(t.TempDir(), &told)
	swept(t, plan, o)
	data, err := table.Read(o.Dir, table.Runs)
	require.NoError(t, err)
	require.Len(t, data.Rows, 4)
	digest, _ := data.Find("digest")
	assert.Equal(t, data.Rows[0][digest].Text, data.Rows[2][digest].Text)
}

// Records that tell of one run in two ways are an error, never a choice.
func TestRecordsThatDiffer(t *testing.T) {
	plan := planOf(t, "  axes: {stations[0].count: [2]}\n  replications: 1")
	var told notes
	o := options(t.TempDir(), &told)
	swept(t, plan, o)
	c, err := campaign.New(o.Dir, plan, campaign.Header{Engine: "1.0", Confidence: 0.95})
	require.NoError(t, err)
	p := plan.Point(0)
	r := record.Record{Engine: "1.0", Point: c.Address(0), Seed: record.Seed(plan, &p, 0), Digest: "other"}
	require.NoError(t, os.WriteFile(filepath.Join(o.Dir, campaign.RecordsName, "000002.jsonl"), r.Append(nil, make([]float64, len(metric.All))), 0o644))
	_, err = Sweep(context.Background(), plan, o)
	assert.ErrorContains(t, err, "000002.jsonl:1: differs from another record of the same run, in ")
}

// A folder that cannot be written to is told.
func TestNoFolder(t *testing.T) {
	plan := planOf(t, "  axes: {stations[0].count: [2]}")
	var told notes
	o := options(filepath.Join(t.TempDir(), "file"), &told)
	require.NoError(t, os.WriteFile(o.Dir, nil, 0o644))
	_, err := Sweep(context.Background(), plan, o)
	assert.ErrorContains(t, err, "not a directory")
}

// So are measured times, which are read once for all points.
func TestMeasuredTimesCount(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "t.csv")
	reads := 0
	read := func(of resource.Times) ([]phy.Time, error) {
		reads++
		text, err := os.ReadFile(of.File)
		return []phy.Time{phy.Time(len(text)) * phy.Millisecond}, err
	}
	require.NoError(t, os.WriteFile(file, []byte("one"), 0o644))
	s, err := scenario.Parse(filepath.Join(dir, "test.yaml"), []byte(`
medium: {kind: server, times: {file: t.csv}}
duration: 20s
stations: [{count: 3}]
sweep: {axes: {stations[0].count: [2, 3]}, replications: 1}
`), scenario.Options{ReadTimes: read})
	require.NoError(t, err)
	var told notes
	o := options(filepath.Join(dir, "x"), &told)
	o.ReadTimes, reads = read, 0
	require.Equal(t, 2, swept(t, s.Sweep, o).Ran)
	require.Equal(t, 1, reads)
	require.Zero(t, swept(t, s.Sweep, o).Ran)
	require.NoError(t, os.WriteFile(file, []byte("other"), 0o644))
	require.Equal(t, 2, swept(t, s.Sweep, o).Ran)
}

// A capture that the scenario replays is part of what a run comes from.
func TestCapturesCount(t *testing.T) {
	dir := t.TempDir()
	capture := filepath.Join(dir, "a.pcap")
	read := func(path string, _ bool) (scenario.Capture, error) {
		text, err := os.ReadFile(path)
		return scenario.Capture{Frames: slices.Values([]scenario.Captured{{Octets: 60 + len(text)}})}, err
	}
	s, err := scenario.Parse(filepath.Join(dir, "test.yaml"), []byte(`
duration: 1ms
stations: [{name: A, traffic: {kind: pcap, file: a.pcap}}, {name: B}]
sweep: {axes: {stations[1].at: [10m, 20m]}, replications: 1}
`), scenario.Options{ReadCapture: func(string, bool) (scenario.Capture, error) {
		return scenario.Capture{Frames: slices.Values([]scenario.Captured{{Octets: 60}})}, nil
	}})
	require.NoError(t, err)
	var told notes
	o := options(filepath.Join(dir, "x"), &told)
	o.ReadCapture = read
	require.NoError(t, os.WriteFile(capture, []byte("one"), 0o644))
	require.Equal(t, 2, swept(t, s.Sweep, o).Ran)
	require.Zero(t, swept(t, s.Sweep, o).Ran)
	require.NoError(t, os.WriteFile(capture, []byte("other"), 0o644))
	require.Equal(t, 2, swept(t, s.Sweep, o).Ran)
	require.Contains(t, strings.Join(told, "\n"), "a file that the scenario names has changed")

	// The tables are made without it.
	require.NoError(t, os.Remove(capture))
	out, err := Merge([]string{o.Dir}, "", told.add)
	require.NoError(t, err)
	require.Zero(t, out.Missing)

	o.ReadCapture = nil
	_, err = Sweep(context.Background(), s.Sweep, o)
	require.IsType(t, document.Problems{}, err)
}
