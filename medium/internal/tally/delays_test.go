package tally

import (
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

// The buckets and the percentiles are those of another author's histogram.
func TestDelaysAreAHistogram(t *testing.T) {
	var d Delays
	d.Init()
	all := hdrhistogram.New(1, int64(2*phy.MaxTime/phy.Nanosecond), 3)
	rapid.Check(t, func(t *rapid.T) {
		if d.Reset(); rapid.Bool().Draw(t, "another") {
			d.Release()
			d.Init()
		}
		all.Reset()
		type bucket struct {
			ns     int64
			frames uint64
		}
		var want, got []bucket
		for range rapid.IntRange(0, 20).Draw(t, "delays") {
			ns := phy.Time(rapid.Int64Range(0, int64(phy.MaxTime/phy.Nanosecond)).Draw(t, "ns") >> rapid.IntRange(0, 50).Draw(t, "shift"))
			frames := rapid.IntRange(1, 5).Draw(t, "frames")
			d.Add(ns*phy.Nanosecond, uint64(frames))
			require.NoError(t, all.RecordValues(int64(ns), int64(frames)))
		}
		for _, bar := range all.Distribution() {
			if bar.Count > 0 {
				want = append(want, bucket{bar.From, uint64(bar.Count)})
			}
		}
		d.Each(func(ns int64, frames uint64) { got = append(got, bucket{ns, frames}) })
		require.Equal(t, want, got)
		if len(want) == 0 {
			return
		}
		for _, shares := range [][3]float64{{0.001, 0.1, 0.5}, {0.5, 0.95, 0.99}, {0.99, 0.999, 1}} {
			for i, ns := range d.quantiles(shares) {
				require.Equal(t, all.ValueAtQuantile(100*shares[i]), ns, "%v", shares[i])
			}
		}
	})
}

// The longest time has a bucket, among the last.
func TestTheLongestDelay(t *testing.T) {
	var d Delays
	d.Init()
	d.Add(phy.Forever, 1)
	require.Greater(t, d.used, buckets-half)
	require.Equal(t, phy.Forever.Microseconds(), d.Result().P99)
}

// Distributions of parts, added, are that of the whole.
func TestDelaysAreMerged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var whole Delays
		whole.Init()
		parts := make([]Delays, 3)
		for k := range parts {
			parts[k].Init()
		}
		for range rapid.IntRange(0, 20).Draw(t, "delays") {
			x := phy.Time(rapid.Int64Range(0, int64(phy.MaxTime)).Draw(t, "delay") >> rapid.IntRange(0, 50).Draw(t, "shift"))
			whole.Add(x, 2)
			parts[rapid.IntRange(0, 2).Draw(t, "part")].Add(x, 2)
		}
		parts[0].Merge(&parts[1])
		parts[0].Merge(&parts[2])
		require.Equal(t, whole, parts[0])
		for k := range parts {
			parts[k].Release()
		}
		whole.Release()
	})
}
