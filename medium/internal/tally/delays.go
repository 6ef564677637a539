package tally

import (
	"math/bits"
	"sync"

	"github.com/HdrHistogram/hdrhistogram-go"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Delays is a distribution of delays: exact count, sum and maximum, and a histogram
// of nanoseconds to three significant figures.
type Delays struct {
	histogram *hdrhistogram.Histogram
	count     uint64
	hi, lo    uint64 // sum, in picoseconds
	max       phy.Time
}

// shelf holds histograms that networks have given back. One is a third of a megabyte, as
// much as all the rest of a small network: short runs would be mostly making them.
var shelf = sync.Pool{New: func() any { return hdrhistogram.New(1, int64(2*phy.MaxTime/phy.Nanosecond), 3) }}

// Init makes it ready.
func (d *Delays) Init() {
	d.histogram = shelf.Get().(*hdrhistogram.Histogram)
	d.histogram.Reset()
}

// Release gives its memory back; nothing may be added or read any more.
func (d *Delays) Release() {
	if d.histogram != nil {
		shelf.Put(d.histogram)
		d.histogram = nil
	}
}

// Reset forgets everything.
func (d *Delays) Reset() {
	d.histogram.Reset()
	*d = Delays{histogram: d.histogram}
}

// Add counts some frames of the same delay.
func (d *Delays) Add(t phy.Time, frames uint64) {
	d.count += frames
	hi, lo := bits.Mul64(uint64(t), frames)
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, lo, 0)
	d.hi += hi + carry
	d.max = max(d.max, t)
	_ = d.histogram.RecordValues(int64(t/phy.Nanosecond), int64(frames)) // within its range: no run lasts longer
}

// Result gives its figures.
func (d *Delays) Result() medium.Delays {
	r := medium.Delays{Count: d.count, Max: d.max.Microseconds()}
	if d.count == 0 {
		return r
	}
	sum := float64(float64(d.hi)*(1<<64)) + float64(d.lo)
	r.Mean = sum / float64(d.count) / float64(phy.Microsecond)
	quantile := func(q float64) float64 {
		return min(float64(d.histogram.ValueAtQuantile(q))/1000, r.Max)
	}
	r.P50, r.P95, r.P99 = quantile(50), quantile(95), quantile(99)
	return r
}
