package experiment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/table"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/series"
	"github.com/csmacd/csmacd/internal/stats"
)

// keptOf reads the rows of a table by their run: axis and replication, of a plan with one
// axis.
func keptOf(t require.TestingT, dir, name string) (data *table.Table, rows map[string][][]table.Cell) {
	data, err := table.Read(dir, name)
	require.NoError(t, err)
	replication, ok := data.Find("replication")
	require.True(t, ok)
	rows = map[string][][]table.Cell{}
	for _, row := range data.Rows {
		run := row[0].Text + "/" + row[replication].Text
		rows[run] = append(rows[run], row)
	}
	return data, rows
}

// total adds the cells of a column up, of rows that another column says are of a kind.
func total(t require.TestingT, data *table.Table, rows [][]table.Cell, column, of, kind string) (sum float64) {
	at, ok := data.Find(column)
	require.True(t, ok, column)
	which, _ := data.Find(of)
	for _, row := range rows {
		if of == "" || row[which].Text == kind {
			sum += row[at].Number
		}
	}
	return sum
}

// Whatever the network: intervals, bins, stations and turns add up to the run's figures,
// and keeping them changes nothing of it.
func TestWhatIsKeptAddsUp(t *testing.T) {
	dir := t.TempDir()
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		set := []string{
			fmt.Sprintf("duration=%dus", rapid.IntRange(2000, 9000).Draw(t, "duration")),
			fmt.Sprintf("warmup=%dus", rapid.SampledFrom([]int{0, 1, 700, 1999}).Draw(t, "warm-up")),
			rapid.SampledFrom([]string{"stations[0].traffic.kind=saturated", "stations[0].traffic={kind: poisson, load: 0.3, size: 64}"}).Draw(t, "traffic"),
			rapid.SampledFrom([]string{"phy=10base5", "until={frames_delivered: 5}", "until={collisions: 3}", "mac.attempt_limit=2"}).Draw(t, "end"),
		}
		keep := rapid.SampledFrom([]string{"", "interval: 1ms, ", "interval: 33333333ps, ", "interval: 1s, "}).Draw(t, "interval")
		parse := func(more string) *plan.Sweep {
			s, err := scenario.Parse("test.yaml", []byte(base+"  {axes: {stations[0].count: [2, 5]}, replications: 2, "+more+"}"), scenario.Options{Set: set})
			require.NoError(t, err)
			return s.Sweep
		}
		var told notes
		o, bare := options(filepath.Join(dir, fmt.Sprint(n)), &told), options(filepath.Join(dir, fmt.Sprint(n, "bare")), &told)
		swept(t, parse(keep+"keep: [series, histograms, capture, stations]"), o)
		swept(t, parse(""), bare)
		text, err := os.ReadFile(filepath.Join(o.Dir, "runs.csv"))
		require.NoError(t, err)
		same, err := os.ReadFile(filepath.Join(bare.Dir, "runs.csv"))
		require.NoError(t, err)
		require.Equal(t, string(same), string(text))

		runs, rows := keptOf(t, o.Dir, table.Runs)
		series, intervals := keptOf(t, o.Dir, plan.KeepSeries)
		bins, counts := keptOf(t, o.Dir, plan.KeepHistograms)
		stations, parts := keptOf(t, o.Dir, plan.KeepStations)
		capture, figures := keptOf(t, o.Dir, plan.KeepCapture)
		for run := range rows {
			metric := func(name string) float64 { return total(t, runs, rows[run], name, "", "") }
			for _, name := range []string{"frames_offered", "frames_sent", "frames_delivered", "frames_dropped", "attempts", "collisions"} {
				require.Equal(t, metric(name), total(t, series, intervals[run], name, "", ""), name)
			}
			for _, name := range []string{"frames_offered", "frames_sent", "frames_delivered", "frames_queued", "octets_delivered"} {
				require.Equal(t, metric(name), total(t, stations, parts[run], name, "", ""), name)
			}
			if long := metric("simulated_us"); long > 0 {
				require.InEpsilon(t, long, total(t, series, intervals[run], "interval_us", "", ""), 1e-9)
				bits, throughput := 0.0, 0.0
				at, _ := series.Find("throughput")
				for _, row := range intervals[run] {
					if length := total(t, series, [][]table.Cell{row}, "interval_us", "", ""); length > 0 {
						bits += row[at].Number * length
					}
				}
				throughput = metric("throughput") * long
				before := 1e-6 * (1 + throughput)
				if set[1] != "warmup=0us" {
					before += 51.2 // a frame may have begun in the warm-up: that part of it is in no interval
				}
				require.GreaterOrEqual(t, throughput-bits, -1e-6*(1+throughput))
				require.LessOrEqual(t, throughput-bits, before)
			}
			last := intervals[run][len(intervals[run])-1]
			require.Equal(t, metric("frames_queued"), total(t, series, [][]table.Cell{last}, "frames_queued", "", ""))
			for quantity, name := range map[string]string{"access_delay_us": "access_delay_us_count", "delay_us": "delay_us_count", "collisions_per_frame": "frames_sent"} {
				require.Equal(t, metric(name), total(t, bins, counts[run], "bin_count", "quantity", quantity), name)
			}
			frames := total(t, capture, figures[run], "bin_count", "figure", "window")
			if frames == 0 {
				require.Zero(t, metric("frames_sent"))
				continue
			}
			first := figures[run][indexOf(figures[run], "window")]
			require.Equal(t, metric("frames_sent"), total(t, capture, [][]table.Cell{first}, "bin_count", "", ""), "windows of one frame")
			turns, from := 0.0, 0
			from, _ = capture.Find("bin_from")
			long, _ := capture.Find("bin_count")
			for _, row := range figures[run] {
				if row[2].Text == "turn" && row[from].Number < 32 {
					turns += row[from].Number * row[long].Number
				}
			}
			require.LessOrEqual(t, turns, metric("frames_sent"))
		}
		require.NoError(t, os.RemoveAll(o.Dir))
		require.NoError(t, os.RemoveAll(bare.Dir))
	})
}

func indexOf(rows [][]table.Cell, figure string) int {
	for i, row := range rows {
		if row[2].Text == figure {
			return i
		}
	}
	return -1
}

// A warm-up that MSER-5 has cut is one that the scenario may as well have had.
func TestACutWarmupIsAWarmup(t *testing.T) {
	scene := `
name: base
duration: 50ms
stations:
  - {count: 20, spacing: 10m, traffic: {kind: saturated, size: 64}}
sweep: {axes: {stations[0].count: [5, 50]}, replications: 8, keep: [series], warmup: mser-5}
`
	s, err := scenario.Parse("test.yaml", []byte(scene), scenario.Options{})
	require.NoError(t, err)
	var told notes
	o := options(t.TempDir(), &told)
	out := swept(t, s.Sweep, o)
	data, err := table.Read(o.Dir, table.Runs)
	require.NoError(t, err)
	at := func(name string) int {
		i, ok := data.Find(name)
		require.True(t, ok)
		return i
	}
	cut, unsettled := 0, 0
	for _, row := range data.Rows {
		warmup := row[at("warmup_us")]
		if warmup.Missing() {
			unsettled++
			warmup.Text = "0"
		} else {
			assert.LessOrEqual(t, warmup.Number, 25_000.0)
			if warmup.Number > 0 {
				cut++
			}
		}
		again, err := scenario.Parse("test.yaml", []byte(scene), scenario.Options{Set: []string{
			"stations[0].count=" + row[0].Text, "seed=" + row[at("seed")].Text, "warmup=" + warmup.Text + "us",
			"sweep={axes: {stations[0].count: [" + row[0].Text + "]}}",
		}})
		require.NoError(t, err)
		net, err := again.Network()
		require.NoError(t, err)
		require.NoError(t, net.Run(again.Duration))
		r := net.Result()
		assert.Equal(t, row[at("digest")].Text, r.Digest)
		values := metric.Append(nil, r, net, true)
		for i, m := range metric.All {
			if k, ok := data.Find(m.Name); ok && m.Name != "warmup_us" {
				assert.Equal(t, row[k].Text, string(series.AppendCell(nil, values[i])), m.Name)
			}
		}
	}
	assert.NotZero(t, cut, "else it tells nothing")
	points, err := table.Read(o.Dir, table.Points)
	require.NoError(t, err)
	flagged := 0.0
	column, ok := points.Find("unsettled")
	require.True(t, ok)
	for _, row := range points.Rows {
		flagged += row[column].Number
	}
	assert.Equal(t, float64(unsettled), flagged)
	merged, err := Merge([]string{o.Dir}, "", told.add)
	require.NoError(t, err)
	assert.Equal(t, out.Restless, merged.Restless)
}

// A run that never settles is told, and is as it would be without a rule.
func TestRunsThatNeverSettle(t *testing.T) {
	// Queues grow to the end: 2 stations, twice what the line bears.
	scene := strings.Replace(base, "{kind: saturated, size: 64}", "{kind: poisson, load: 1, size: 64}", 1)
	parse := func(plan string) *plan.Sweep {
		s, err := scenario.Parse("x.yaml", []byte(scene+"  {axes: {stations[0].count: [2, 3]}, replications: 3"+plan+"}"), scenario.Options{Set: []string{"duration=20ms"}})
		require.NoError(t, err)
		return s.Sweep
	}
	var told notes
	o := options(t.TempDir(), &told)
	out := swept(t, parse(", warmup: {mser-5: frames_queued}"), o)
	assert.Equal(t, []string{"count=2: 3 of 3 runs", "count=3: 3 of 3 runs"}, out.Restless)
	assert.Equal(t, out.Restless, swept(t, parse(", warmup: {mser-5: frames_queued}"), o).Restless, "of records that are read, too")
	bare := options(t.TempDir(), &told)
	assert.Empty(t, swept(t, parse(""), bare).Restless)
	a, err := table.Read(o.Dir, table.Runs)
	require.NoError(t, err)
	b, err := table.Read(bare.Dir, table.Runs)
	require.NoError(t, err)
	warmup, _ := a.Find("warmup_us")
	for i := range a.Rows {
		assert.True(t, a.Rows[i][warmup].Missing())
		assert.Equal(t, "0", b.Rows[i][warmup].Text)
		for k := range a.Rows[i] {
			if k != warmup {
				assert.Equal(t, b.Rows[i][k].Text, a.Rows[i][k].Text)
			}
		}
	}
}

// The figures of a point are of the runs that settled; the others are counted, and stay in runs.csv.
func TestRunsThatDidNotSettleAreInNoMean(t *testing.T) {
	scene := strings.Replace(base, "{kind: saturated, size: 64}", "{kind: poisson, load: 0.35, size: 64}", 1)
	s, err := scenario.Parse("x.yaml", []byte(scene+"  {axes: {stations[0].count: [2]}, replications: 12, warmup: {mser-5: frames_queued}}"), scenario.Options{Set: []string{"duration=20ms"}})
	require.NoError(t, err)
	var told notes
	o := options(t.TempDir(), &told)
	swept(t, s.Sweep, o)
	runs, err := table.Read(o.Dir, table.Runs)
	require.NoError(t, err)
	points, err := table.Read(o.Dir, table.Points)
	require.NoError(t, err)
	warmup, _ := runs.Find("warmup_us")
	throughput, _ := runs.Find("throughput")
	var settled []float64
	for _, row := range runs.Rows {
		if !row[warmup].Missing() {
			settled = append(settled, row[throughput].Number)
		}
	}
	require.NotEmpty(t, settled)
	require.Less(t, len(settled), 12)
	cell := func(name string) table.Cell { i, _ := points.Find(name); return points.Rows[0][i] }
	assert.Equal(t, "12", cell("replications").Text)
	assert.Equal(t, fmt.Sprint(12-len(settled)), cell("unsettled").Text)
	assert.InDelta(t, stats.Summarize(settled).Mean, cell("throughput").Number, 1e-12)
	assert.InDelta(t, stats.Summarize(settled).HalfWidth(0.95), cell("throughput_half_width").Number, 1e-12)
}

// Memory does not grow with the runs, whatever is kept of them.
func TestMemoryDoesNotGrowWithRuns(t *testing.T) {
	at := func(replications int) uint64 {
		plan := planOf(t, fmt.Sprintf("  {axes: {stations[0].count: [2]}, replications: %d, keep: [series, histograms, capture, stations]}", replications))
		var told notes
		var m runtime.MemStats
		o := options(t.TempDir(), &told)
		o.Progress = func(done, all int) {
			if done == all {
				for range 3 { // what pools keep outlasts one
					runtime.GC()
				}
				runtime.ReadMemStats(&m)
			}
		}
		out, err := Sweep(context.Background(), plan, o)
		require.NoError(t, err)
		require.Equal(t, replications, out.Ran)
		return m.HeapAlloc
	}
	at(20)
	few, many := at(20), at(320)
	assert.Less(t, int64(many)-int64(few), int64(700_000), "of three hundred runs, of some 6000 octets each")
}
