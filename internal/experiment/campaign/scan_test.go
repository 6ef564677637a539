package campaign

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/experiment/keep"
	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/plan"
	"github.com/csmacd/csmacd/internal/scenario"
)

// planOf returns the plan of a scenario that must be right.
func planOf(t require.TestingT, plan string) *plan.Sweep {
	s, err := scenario.Parse("test.yaml", []byte("name: base\nduration: 200us\nstations:\n  - {count: 2, spacing: 10m, traffic: {kind: saturated, size: 64}}\nsweep:\n"+plan), scenario.Options{})
	require.NoError(t, err)
	return s.Sweep
}

// FuzzRecords holds the reader of records to two promises: no file makes it panic, and what
// it takes is a record as this version writes it.
func FuzzRecords(f *testing.F) {
	r, v := record.Record{Engine: "1.0", Point: record.Address{1, 2, 0xfe}, Replication: 7, Seed: 5, Digest: "00ff"}, make([]float64, len(metric.All))
	r.Distributions = [metric.Distributions]string{"", "AAUGAAE"}
	f.Add(r.Append(nil, v))
	f.Add(bytes.Repeat(r.Append(nil, v), 3)[:2000])
	f.Add([]byte("\n\n{\"v\":1}\n"))
	f.Add([]byte(`{"v":1,"engine":"x","sum":"0000000000000000"}` + "\n"))
	plan := planOf(f, "  {axes: {stations[0].count: [2]}, replications: 1}")
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := New("dir", plan, Header{Engine: "1.0", Confidence: 0.95})
		require.NoError(t, err)
		c.Engines = map[string]int{}
		if err := c.scanRecords("file", bytes.NewReader(text), 1); err != nil {
			return
		}
		for _, line := range bytes.SplitAfter(text, []byte("\n")) {
			if _, err := record.Check(line); err != nil {
				continue
			}
			if r, rest, err := record.Parse(string(line)); err == nil {
				if _, _, _, err := record.Values(rest, nil, nil); err == nil {
					head := r.Append(nil, make([]float64, len(metric.All)))
					assert.Equal(t, string(head[:bytes.Index(head, []byte(`,"throughput"`))]), string(line[:bytes.Index(line, []byte(`,"throughput"`))]))
				}
			}
		}
	})
}

// Records longer than the reader's buffer are read; lines longer than any record are not.
func TestLongRecords(t *testing.T) {
	sweep := planOf(t, "  {axes: {stations[0].count: [2]}, replications: 3, keep: [stations]}")
	c, err := New(t.TempDir(), sweep, Header{Engine: "1.0", Confidence: 0.95})
	require.NoError(t, err)
	p := sweep.Point(0)
	var text []byte
	for r, rows := range []int{1, 20_000, 200_000} {
		rec := record.Record{Engine: "1.0", Point: c.Address(0), Replication: r, Seed: record.Seed(sweep, &p, r), Digest: "d"}
		row := `["count=2"` + strings.Repeat(",0", len(keep.Columns[plan.KeepStations])-1) + "]"
		rec.Kept = `,"stations":[` + strings.Repeat(row+",", rows-1) + row + "]"
		text = rec.Append(text, make([]float64, len(metric.All)))
	}
	c.Engines = map[string]int{}
	require.NoError(t, c.scanRecords("file", strings.NewReader(string(text)+string(text)), 1))
	assert.True(t, c.Has(0, 0))
	assert.True(t, c.Has(0, 1))
	assert.False(t, c.Has(0, 2))
	assert.Equal(t, []string{"file:3: is damaged: its check sum is wrong", "file:6: is damaged: its check sum is wrong"}, c.Damaged)
}
