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

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/scenario"
)

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
	data, err := table.Read(o.Dir, table.Points)
	require.NoError(t, err)
	r := &runner{plan: plan}
	for i, row := range data.Rows {
		all := hdrhistogram.New(1, 1e12, 3)
		p := plan.Point(i)
		for replication := range plan.Replications {
			_, ok, err := r.run(context.Background(), &p, record.Seed(plan, &p, replication))
			require.True(t, ok, err)
			net, err := r.base.Network()
			require.NoError(t, err)
			require.NoError(t, net.Run(r.base.Duration))
			net.(interface {
				EachDelay(access, delay func(ns int64, frames uint64))
			}).EachDelay(func(int64, uint64) {}, func(ns int64, frames uint64) { require.NoError(t, all.RecordValues(ns, int64(frames))) })
		}
		for name, percentile := range map[string]float64{"delay_us_p50": 50, "delay_us_p95": 95, "delay_us_p99": 99} {
			at, _ := data.Find(name)
			longest, _ := data.Find("delay_us_max")
			want := float64(all.ValueAtQuantile(percentile)) / 1000
			require.InEpsilon(t, want, row[at].Number, 0.02, "%s: %s", p.Label, name)
			if i == 0 { // one station waits for nobody: few delays, kept as they are
				require.Equal(t, min(want, row[longest].Number), row[at].Number, name)
			}
			require.Equal(t, "_half_width", strings.TrimPrefix(data.Columns[at+1].Name, name))
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
	runs, err := table.Read(o.Dir, table.Runs)
	require.NoError(t, err)
	points, err := table.Read(o.Dir, table.Points)
	require.NoError(t, err)
	for _, name := range []string{"access_delay_us_p50", "access_delay_us_p99", "delay_us_p95"} {
		i, _ := runs.Find(name)
		k, _ := points.Find(name)
		assert.Equal(t, runs.Rows[0][i], points.Rows[0][k], name)
		assert.True(t, points.Rows[0][k+1].Missing())
	}
}

// older turns a campaign into one of the records before: their addresses are others, and they have no distributions.
func older(t *testing.T, dir string) {
	c, err := campaign.Open(dir)
	require.NoError(t, err)
	header := filepath.Join(dir, campaign.HeaderName)
	text, err := os.ReadFile(header)
	require.NoError(t, err)
	require.Contains(t, string(text), ",\n  \"records\": 2")
	require.NoError(t, os.WriteFile(header, []byte(strings.Replace(string(text), ",\n  \"records\": 2", "", 1)), 0o644))
	before, err := campaign.Open(dir)
	require.NoError(t, err)
	addresses := map[record.Address]record.Address{}
	for i := range c.Points() {
		addresses[c.Address(i)] = before.Address(i)
		require.NotEqual(t, c.Address(i), before.Address(i))
	}
	for _, name := range segments(t, dir) {
		lines, err := os.ReadFile(name)
		require.NoError(t, err)
		var again []byte
		for line := range strings.Lines(string(lines)) {
			r, rest, err := record.Parse(line)
			require.NoError(t, err)
			texts, _, _, err := record.Values(rest, nil, nil)
			require.NoError(t, err)
			r.Older, r.Point = true, addresses[r.Point]
			values := make([]float64, len(texts))
			for k := range texts {
				values[k] = numberOf(texts[k])
			}
			again = r.Append(again, values)
		}
		require.NoError(t, os.WriteFile(name, again, 0o644))
	}
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
	want, err := table.Read(o.Dir, table.Points)
	require.NoError(t, err)
	older(t, o.Dir)
	out, err := Merge([]string{o.Dir}, "", told.add)
	require.NoError(t, err)
	require.Zero(t, out.Missing)
	assert.Contains(t, strings.Join(told, "\n"), "without distributions: p50, p95 and p99 are empty in points.csv")
	got, err := table.Read(o.Dir, table.Points)
	require.NoError(t, err)
	for k, c := range got.Columns {
		for i := range got.Rows {
			name := strings.TrimSuffix(c.Name, "_half_width")
			if metric.Pooled(name) {
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
	assert.Contains(t, strings.Join(told, "\n"), "6 records are of runs that are not in the plan")
}

// A precision by few replications is met by luck, so that it is refused.
func TestPrecisionOfFewReplications(t *testing.T) {
	few := planOf(t, "  axes: {stations[0].count: [2]}\n  replications: 9")
	ten := planOf(t, "  axes: {stations[0].count: [2]}\n  replications: 10")
	p := campaign.Precision{Relative: 0.1, Metrics: []string{"throughput"}, Most: 100}
	require.NoError(t, p.Check(ten))
	assert.ErrorContains(t, p.Check(few), "the plan begins with 9: --set sweep.replications=10")
	var told notes
	o := options(t.TempDir(), &told)
	o.Precision = &p
	_, err := Sweep(context.Background(), few, o)
	assert.ErrorContains(t, err, "the plan begins with 9", "the library guards itself, too")
	p.Most = 9
	assert.ErrorContains(t, p.Check(ten), "at most 9 replications are too few")
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
		data, err := table.Read(o.Dir, table.Points)
		require.NoError(t, err)
		there, _ := data.Find("replications")
		planned, _ := data.Find("planned")
		for _, row := range data.Rows {
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
