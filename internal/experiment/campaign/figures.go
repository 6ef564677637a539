package campaign

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"strconv"
	"sync"

	"github.com/csmacd/csmacd/internal/experiment/metric"
	"github.com/csmacd/csmacd/internal/experiment/record"
	"github.com/csmacd/csmacd/internal/stats"
)

// figures computes the figures of a point from its runs, one point after another.
type figures struct {
	confidence float64
	samples    [][]float64 // by metric: the values of the runs that have one
	pools      [metric.Distributions]stats.Pool
	found      [metric.Distributions]*percentiles // of the pools, once they are computed
	older      bool                               // some record has no distributions
	key        string                             // of the point; the draws of the bootstrap follow from it

	width map[int]float64 // half-width for a standard error of 1, by the number of values
}

// percentiles are the percentiles of a pool, and half their intervals.
type percentiles struct{ values, halves []float64 }

// shares are the percentiles that are computed from a pool.
var shares = []float64{0.50, 0.95, 0.99}

// begin begins a point.
func (f *figures) begin(key string) {
	if f.samples == nil {
		f.samples, f.width = make([][]float64, len(metric.All)), map[int]float64{}
	}
	for k := range f.samples {
		f.samples[k] = f.samples[k][:0]
	}
	f.pools, f.found = [metric.Distributions]stats.Pool{}, [metric.Distributions]*percentiles{}
	f.key, f.older = key, false
}

// add adds a run.
func (f *figures) add(r *reading) {
	for k, v := range r.values {
		if !math.IsNaN(v) {
			f.samples[k] = append(f.samples[k], v)
		}
	}
	if f.older = f.older || r.Older; r.Older {
		return
	}
	for i, d := range r.pooled {
		f.pools[i].Add(d)
	}
}

// pool computes the percentiles that the figures of these metrics need, each pool's on a core of its own. Without it
// they are computed one after another, when they are asked for.
func (f *figures) pool(metrics []int) {
	var all sync.WaitGroup
	for _, k := range metrics {
		of := metric.All[k].Percentile
		if of == nil || f.older || len(f.samples[k]) < 2 || f.found[of.Of] != nil {
			continue
		}
		found := &percentiles{}
		f.found[of.Of] = found
		all.Go(func() { *found = f.percentiles(of.Of) })
	}
	all.Wait()
}

func (f *figures) percentiles(pool int) (p percentiles) {
	p.values, p.halves = f.pools[pool].Percentiles(shares, f.confidence, f.seed(pool))
	return p
}

// figure returns a metric of the point: the number of runs with a value of it, its value at the point, and half its interval. Value
// and half-width are NaN if there are none.
func (f *figures) figure(k int) (n int, value, half float64) {
	s := stats.Summarize(f.samples[k])
	of := metric.All[k].Percentile
	switch {
	case of == nil:
		return s.N, s.Mean, f.halfWidth(s)
	case f.older || s.N == 0:
		return s.N, math.NaN(), math.NaN()
	case s.N == 1:
		return 1, s.Mean, math.NaN() // the value of the run
	}
	found := f.found[of.Of]
	if found == nil {
		p := f.percentiles(of.Of)
		found = &p
		f.found[of.Of] = found
	}
	for i, share := range shares {
		if share == of.Share {
			value, half = found.values[i]/1000, found.halves[i]/1000
		}
	}
	for _, longest := range f.samples[of.Longest] {
		s.Mean = max(s.Mean, longest)
	}
	return s.N, min(value, s.Mean), half
}

// halfWidth returns the half-width of a mean, or NaN if there is none. Computing Student's t takes longer
// than the rest of a row, and it is the same for all samples of the same size.
func (f *figures) halfWidth(s stats.Sample) float64 {
	unit, ok := f.width[s.N]
	if !ok {
		unit = stats.Sample{N: s.N, SD: math.Sqrt(float64(s.N))}.HalfWidth(f.confidence)
		f.width[s.N] = unit
	}
	if s.N < 2 {
		return math.NaN()
	}
	return s.Error() * unit
}

// seed returns the seed of the bootstrap of a pool. It does not depend on the engine, or on the order in which
// points are computed.
func (f *figures) seed(pool int) [2]uint64 {
	h := sha256.New()
	for _, part := range []string{"csmacd/bootstrap/1", f.key, strconv.Itoa(pool)} {
		record.WritePart(h, part)
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return [2]uint64{binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])}
}
