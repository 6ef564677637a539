package experiment

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/experiment/campaign"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
)

// finished writes a campaign of many runs, as if they had been run.
func finished(b *testing.B, plan *plan.Sweep, dir string) {
	c, err := campaign.New(dir, plan, campaign.Header{Engine: "1.0", Confidence: 0.95})
	require.NoError(b, err)
	require.NoError(b, os.MkdirAll(filepath.Join(dir, campaign.RecordsName), 0o755))
	require.NoError(b, c.Save())
	f, err := os.Create(filepath.Join(dir, campaign.RecordsName, "000001.jsonl"))
	require.NoError(b, err)
	w := bufio.NewWriter(f)
	v := make([]float64, len(metric.All))
	var line []byte
	for i := range c.Points() {
		p := plan.Point(i)
		for r := range plan.Replications {
			rec := record.Record{Engine: "1.0", Point: c.Address(i), Replication: r, Seed: record.Seed(plan, &p, r), Digest: "0123456789abcdef0123456789abcdef"}
			for k := range v {
				v[k] = float64(i*r+k) / 7
			}
			line = rec.Append(line[:0], v)
			_, _ = w.Write(line)
		}
	}
	require.NoError(b, w.Flush())
	require.NoError(b, f.Close())
}

// How long it takes to see that a campaign of a hundred thousand runs is finished, and how
// long to write its tables.
func BenchmarkResume(b *testing.B) {
	plan := planOf(b, "  axes: {stations[0].count: {from: 2, to: 501, step: 1}, stations[0].traffic.size: {from: 64, to: 73, step: 1}}\n  replications: 20")
	dir := b.TempDir()
	finished(b, plan, dir)
	var told notes
	began := time.Now()
	out := func() *Outcome {
		out, err := Sweep(context.Background(), plan, options(dir, &told))
		require.NoError(b, err)
		return out
	}
	require.Equal(b, 100_000, out().Found)
	tables := time.Since(began)
	for b.Loop() {
		require.Zero(b, out().Ran)
	}
	b.ReportMetric(tables.Seconds(), "s/first")
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/(1<<20), "MiB/sys")
}

// What keeping something of each run costs: 20 busy stations for 20 ms.
func BenchmarkKept(b *testing.B) {
	for _, keep := range []string{"", "series", "stations", "histograms", "capture"} {
		b.Run(keep, func(b *testing.B) {
			s, err := scenario.Parse("x", []byte(base+"  {axes: {stations[0].count: [20]}, keep: ["+keep+"]}"), scenario.Options{Set: []string{"duration=20ms"}})
			require.NoError(b, err)
			r := &runner{plan: s.Sweep}
			p := s.Sweep.Point(0)
			octets := 0
			for i := range b.N {
				out, _, err := r.run(context.Background(), &p, record.Seed(s.Sweep, &p, i))
				require.NoError(b, err)
				octets += len(out.kept)
			}
			b.ReportMetric(float64(octets)/float64(b.N), "octets/run")
		})
	}
}
