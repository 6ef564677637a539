package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// distributionOf counts values.
func distributionOf(values ...uint64) (d Distribution) {
	slices.Sort(values)
	for _, v := range values {
		d.Add(v, 1)
	}
	return d
}

// All values of all runs are one distribution: its percentiles are those of a histogram that has counted them all,
// to the last bin, and to a bin's width where bins have been put together.
func TestPooledPercentiles(t *testing.T) {
	shares := []float64{0.01, 0.5, 0.95, 0.99, 1}
	rapid.Check(t, func(t *rapid.T) {
		all := hdrhistogram.New(1, math.MaxInt64/2, 3)
		var p Pool
		level := rapid.SampledFrom([]int{0, 0, 1, 5}).Draw(t, "level")
		for range rapid.SampledFrom([]int{1, 2, 10, 450}).Draw(t, "runs") {
			values := rapid.SliceOfN(rapid.Uint64Range(0, 1<<40), 0, 9).Draw(t, "values")
			for i := range values {
				values[i] >>= i * 5
				require.NoError(t, all.RecordValue(int64(values[i])))
			}
			d := distributionOf(values...)
			d.Coarsen(level)
			p.Add(d)
		}
		values, _ := p.Percentiles(shares, 0.95, [2]uint64{})
		for i, share := range shares {
			if all.TotalCount() == 0 {
				require.True(t, math.IsNaN(values[i]))
				continue
			}
			want := float64(all.ValueAtQuantile(100 * share))
			if level == 0 {
				require.Equal(t, want, values[i], "%v", share)
			}
			require.InDelta(t, want, values[i], float64(int(2)<<level)+want*float64(int(1)<<level)/1024, "%v", share)
		}
	})
}

// Bins are put together, and nothing is lost of what they count.
func TestFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Uint64Range(0, 1<<50), 1, 200).Draw(t, "values")
		most := rapid.IntRange(60, 200).Draw(t, "bins")
		d := distributionOf(values...)
		d.Fit(most)
		require.LessOrEqual(t, len(d.Bins), most)
		count, last := uint64(0), -1
		for _, b := range d.Bins {
			require.Greater(t, int(b.At), last)
			require.NotZero(t, b.Count)
			count, last = count+b.Count, int(b.At)
		}
		require.EqualValues(t, len(values), count)
	})
}

// shares are the percentiles of points.
var shares = []float64{0.5, 0.95, 0.99}

// differing returns what makes runs of a number of frames whose scales differ, and the percentiles of very many of them.
// sd is the standard deviation of the scale's logarithm.
func differing(sd float64) (run func(frames int) Distribution, truth []float64) {
	random := rand.New(rand.NewPCG(1, 2))
	run = func(frames int) Distribution {
		scale := 1e6 * math.Exp(sd*random.NormFloat64())
		values := make([]uint64, frames)
		for i := range values {
			values[i] = uint64(scale * random.ExpFloat64())
		}
		return distributionOf(values...)
	}
	var many Pool
	for range 20_000 {
		many.Add(run(20))
	}
	truth, _ = many.Percentiles(shares, 0.95, [2]uint64{})
	return run, truth
}

// Runs differ from each other, like those of a network in which one station captures the line. The mean of their
// percentiles is not the percentile of all, and its interval mostly misses that. The interval of the pool
// contains it as often as its confidence says.
func TestPooledIntervalsHold(t *testing.T) {
	const runs, frames, experiments = 20, 100, 400
	run, truth := differing(0.3)
	var one Pool
	var held, naive [3]int
	for e := range experiments {
		var p Pool
		var own [3][]float64
		for range runs {
			d := run(frames)
			p.Add(d)
			one = Pool{}
			one.Add(d)
			values, halves := one.Percentiles(shares, 0.95, [2]uint64{})
			for i := range shares {
				require.True(t, math.IsNaN(halves[i]))
				own[i] = append(own[i], values[i])
			}
		}
		values, halves := p.Percentiles(shares, 0.95, [2]uint64{uint64(e)})
		for i := range shares {
			if math.Abs(values[i]-truth[i]) <= halves[i] {
				held[i]++
			}
			if s := Summarize(own[i]); math.Abs(s.Mean-truth[i]) <= s.HalfWidth(0.95) {
				naive[i]++
			}
		}
	}
	t.Log("of", experiments, "pooled", held, "means of percentiles", naive)
	for i, share := range shares {
		assert.GreaterOrEqual(t, held[i], experiments*90/100, "%v", share)
		assert.LessOrEqual(t, held[i], experiments*99/100, "%v", share)
	}
	assert.Less(t, naive[2], experiments*60/100, "the means of the runs' 99th percentiles hold too: this test shows nothing")
}

// An interval knows only the runs that there are: of few runs that differ much it holds less often than it says. docs/reference/campaigns.md
// has these figures.
func TestPooledIntervalsOfFewRuns(t *testing.T) {
	const experiments = 400
	for _, c := range []struct {
		sd          float64 // a factor of e to the power of it
		runs        int
		least, most float64 // of the 99th percentile
	}{{0.2, 10, 0.90, 0.95}, {0.5, 10, 0.82, 0.88}, {0.5, 40, 0.88, 0.93}} {
		run, truth := differing(c.sd)
		held := make([]float64, len(shares))
		for e := range experiments {
			var p Pool
			for range c.runs {
				p.Add(run(100))
			}
			values, halves := p.Percentiles(shares, 0.95, [2]uint64{uint64(e)})
			for i := range shares {
				if math.Abs(values[i]-truth[i]) <= halves[i] {
					held[i] += 1.0 / experiments
				}
			}
		}
		t.Logf("%d runs that differ by a factor of %.2f: %.3f", c.runs, math.Exp(c.sd), held)
		assert.GreaterOrEqual(t, held[2], c.least)
		assert.LessOrEqual(t, held[2], c.most)
		assert.GreaterOrEqual(t, min(held[0], held[1]), held[2], "the others hold more often")
	}
}
