package experiment

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/stats"
)

// What is written of a distribution is read again; what is not one is refused.
func TestDistributionsAreReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := stats.Distribution{Level: rapid.IntRange(0, stats.MaxLevel).Draw(t, "level")}
		at := uint64(0)
		for range rapid.IntRange(1, 50).Draw(t, "bins") {
			at += rapid.Uint64Range(1, 300).Draw(t, "gap")
			d.Bins = append(d.Bins, stats.Bin{At: at, Count: rapid.Uint64Range(1, 1<<30).Draw(t, "count")})
		}
		text := binText(&d)
		again, err := parseBins(text)
		require.NoError(t, err)
		require.Equal(t, d, again)
		_, err = parseBins(text[:len(text)-1] + "=")
		require.ErrorIs(t, err, errStrange)
	})
	for _, text := range []string{"Cw", "AA" + "//////////8", "AACA", "A"} {
		_, err := parseBins(text)
		assert.ErrorIs(t, err, errStrange, text)
	}
}

// The percentiles of a point are those of all frames of its runs together: of a histogram that has
// counted them all, run for run.
func TestPercentilesOfAPointAreOfAllItsFrames(t *testing.T) {
	s, err := scenario.Parse("test.yaml", []byte(`
duration: 20ms
stations: [{count: 2, spacing: 10m, traffic: {kind: poisson, load: 0.2, size: 64}}]
sweep: {axes: {stations[0].count: [1, 3, 6]}, replications: 4}
`), scenario.Options{})
	require.NoError(t, err)
	plan := s.Sweep
	var told notes
	o := options(t.TempDir(), &told)
	swept(t, plan, o)
	table, err := ReadTable(o.Dir, Points)
	require.NoError(t, err)
	r := &runner{plan: plan}
	for i, row := range table.Rows {
		all := hdrhistogram.New(1, 1e12, 3)
		p := plan.Point(i)
		for replication := range plan.Replications {
			_, ok, err := r.run(context.Background(), &p, Seed(plan, &p, replication))
			require.True(t, ok, err)
			net, err := r.base.Network()
			require.NoError(t, err)
			require.NoError(t, net.Run(r.base.Duration))
			net.(delayed).EachDelay(func(int64, uint64) {}, func(ns int64, frames uint64) { require.NoError(t, all.RecordValues(ns, int64(frames))) })
		}
		for name, percentile := range map[string]float64{"delay_us_p50": 50, "delay_us_p95": 95, "delay_us_p99": 99} {
			at, _ := table.Find(name)
			longest, _ := table.Find("delay_us_max")
			want := float64(all.ValueAtQuantile(percentile)) / 1000
			require.InEpsilon(t, want, row[at].Number, 0.02, "%s: %s", p.Label, name)
			if i == 0 { // one station waits for nobody: few delays, kept as they are
				require.Equal(t, min(want, row[longest].Number), row[at].Number, name)
			}
			require.Equal(t, halfWidth, strings.TrimPrefix(table.Columns[at+1].Name, name))
			require.False(t, math.IsNaN(row[at+1].Number))
		}
	}
}

// One run's percentiles are its own, and have no interval.
func TestPercentilesOfOneRun(t *testing.T) {
	plan := planOf(t, "  axes: {stations[0].count: [5]}\n  replications: 1")
	var told notes
	o := options(t.TempDir(), &told)
	swept(t, plan, o)
	runs, err := ReadTable(o.Dir, Runs)
	require.NoError(t, err)
	points, err := ReadTable(o.Dir, Points)
	require.NoError(t, err)
	for _, name := range []string{"access_delay_us_p50", "access_delay_us_p99", "delay_us_p95"} {
		i, _ := runs.Find(name)
		k, _ := points.Find(name)
		assert.Equal(t, runs.Rows[0][i], points.Rows[0][k], name)
		assert.True(t, points.Rows[0][k+1].Missing())
	}
}

// older turns a campaign into one of the records before: their addresses are others, and they have no distributions.
func older(t *testing.T, plan *plan.Sweep, dir string) {
	c, err := openCampaign(dir)
	require.NoError(t, err)
	s, err := c.scan()
	require.NoError(t, err)
	before, err := newCampaign(dir, plan, c.header)
	require.NoError(t, err)
	before.Records = 0
	before.address()
	var text []byte
	for i := range c.points {
		for r := range c.points[i].want {
			rec, all, err := s.read(c.points[i].runs[r], nil)
			require.NoError(t, err)
			rec.older, rec.point = true, before.points[i].address
			values := make([]float64, len(Metrics))
			for k := range all {
				values[k] = numberOf(all[k])
			}
			text = rec.append(text, values)
		}
	}
	require.NoError(t, s.close())
	require.NoError(t, before.save())
	for _, name := range segments(t, dir) {
		require.NoError(t, os.Remove(name))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, recordsName, "000001.jsonl"), text, 0o644))
}

func numberOf(text string) float64 {
	if text == "" {
		return math.NaN()
	}
	v, _ := strconv.ParseFloat(text, 64)
	return v
}

// A campaign whose records have no distributions is opened as ever: its percentiles are left empty, which is said, and all
// else is as it was.
func TestCampaignsWithoutDistributions(t *testing.T) {
	plan := planOf(t, "  axes: {stations[0].count: [2, 3]}\n  replications: 3")
	var told notes
	o := options(t.TempDir(), &told)
	swept(t, plan, o)
	want, err := ReadTable(o.Dir, Points)
	require.NoError(t, err)
	older(t, plan, o.Dir)
	out, err := Merge([]string{o.Dir}, "", told.add)
	require.NoError(t, err)
	require.Zero(t, out.Missing)
	assert.Contains(t, strings.Join(told, "\n"), "without distributions: p50, p95 and p99 are empty in points.csv")
	got, err := ReadTable(o.Dir, Points)
	require.NoError(t, err)
	for k, c := range got.Columns {
		for i := range got.Rows {
			name := strings.TrimSuffix(c.Name, halfWidth)
			if at := metric(name); at >= 0 && Metrics[at].pooled != nil {
				assert.True(t, got.Rows[i][k].Missing(), c.Name)
				assert.Contains(t, c.What, "none")
				continue
			}
			assert.Equal(t, want.Rows[i][k].Text, got.Rows[i][k].Text, c.Name)
		}
	}
	// To go on with it is to begin anew: records of two kinds are not mixed.
	told = nil
	assert.Equal(t, 6, swept(t, plan, o).Ran)
	assert.Contains(t, strings.Join(told, "\n"), "6 records are of runs that the plan does not ask for")
}

// A precision by few replications is met by luck, so that it is refused.
func TestPrecisionOfFewReplications(t *testing.T) {
	few := planOf(t, "  axes: {stations[0].count: [2]}\n  replications: 9")
	ten := planOf(t, "  axes: {stations[0].count: [2]}\n  replications: 10")
	p := Precision{Relative: 0.1, Metrics: []string{"throughput"}, Most: 100}
	require.NoError(t, p.Check(ten))
	assert.ErrorContains(t, p.Check(few), "the plan begins with 9: --set sweep.replications=10")
	var told notes
	o := options(t.TempDir(), &told)
	o.Precision = &p
	_, err := Sweep(context.Background(), few, o)
	assert.ErrorContains(t, err, "the plan begins with 9", "the library guards itself, too")
	p.Most = 9
	assert.ErrorContains(t, p.Check(ten), "at most 9 are too few")
}

// Tables of a campaign that is not complete say of how many runs each point is, of how many; no point is left out.
func TestTablesOfAPart(t *testing.T) {
	plan := planOf(t, "  axes: {stations[0].count: [2, 3]}\n  replications: 3")
	var told notes
	o := options(t.TempDir(), &told)
	o.Shard = Shard{0, 4} // runs 0 and 4
	swept(t, plan, o)
	out, err := Merge([]string{o.Dir}, "", told.add)
	require.NoError(t, err)
	require.Equal(t, 4, out.Missing)
	counts := func() (list [][2]string) {
		table, err := ReadTable(o.Dir, Points)
		require.NoError(t, err)
		there, _ := table.Find("replications")
		planned, _ := table.Find("planned")
		for _, row := range table.Rows {
			list = append(list, [2]string{row[there].Text, row[planned].Text})
		}
		return list
	}
	assert.Equal(t, [][2]string{{"1", "3"}, {"1", "3"}}, counts())
	assert.Equal(t, 2, out.Partial)

	o.Dir, o.Shard = t.TempDir(), Shard{0, 6} // run 0 alone
	swept(t, plan, o)
	out, err = Merge([]string{o.Dir}, "", told.add)
	require.NoError(t, err)
	assert.Equal(t, [][2]string{{"1", "3"}, {"0", "3"}}, counts())
	assert.Equal(t, 2, out.Partial)
}
