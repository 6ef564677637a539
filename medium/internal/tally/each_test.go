package tally

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

// The buckets are those of the histogram's own walk.
func TestEachIsTheDistribution(t *testing.T) {
	var d Delays
	d.Init()
	rapid.Check(t, func(t *rapid.T) {
		d.Reset()
		type bucket struct {
			ns     int64
			frames uint64
		}
		var want, got []bucket
		for range rapid.IntRange(0, 20).Draw(t, "delays") {
			ns := phy.Time(rapid.Int64Range(0, int64(phy.MaxTime/phy.Nanosecond)).Draw(t, "ns") >> rapid.IntRange(0, 50).Draw(t, "shift"))
			d.Add(ns*phy.Nanosecond, uint64(rapid.IntRange(1, 5).Draw(t, "frames")))
		}
		for _, bar := range d.histogram.Distribution() {
			if bar.Count > 0 {
				want = append(want, bucket{bar.From, uint64(bar.Count)})
			}
		}
		d.Each(func(ns int64, frames uint64) { got = append(got, bucket{ns, frames}) })
		require.Equal(t, want, got)
	})
}
