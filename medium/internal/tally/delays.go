package tally

import (
	"math/bits"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Delays is a distribution of delays: exact count, sum and maximum, and a histogram of nanoseconds
// with three significant figures.
type Delays struct {
	counts *[buckets]uint64 // by bucket
	first  int              // all buckets before it are empty
	used   int              // all buckets from here on are empty
	count  uint64
	hi, lo uint64 // sum, in picoseconds
	max    phy.Time
}

// Numbers of nanoseconds below 2*half have a bucket each. From there on every doubling has half
// buckets, so that the width of a bucket is at most a thousandth of its value.
const (
	halfBits = 10
	half     = 1 << halfBits
	mostBits = 53 // bits of the number of nanoseconds in phy.Forever
	buckets  = half * (mostBits - halfBits + 1)
)

// bucketOf returns the bucket of a number of nanoseconds.
func bucketOf(ns uint64) int {
	if double := bits.Len64(ns) - halfBits - 1; double > 0 {
		return half*double + int(ns>>double)
	}
	return int(ns)
}

// least returns the smallest number in a bucket.
func least(bucket int) int64 {
	if double := bucket/half - 1; double > 0 {
		return int64(half+bucket%half) << double
	}
	return int64(bucket)
}

// spare holds buckets that networks have released, all empty. They take a third of a megabyte, as
// much as the rest of a small network.
var spare Spare[[buckets]uint64]

// Init makes d ready for use.
func (d *Delays) Init() { *d = Delays{counts: spare.Get(), first: buckets} }

// Release returns d's memory. It must not be used after that.
func (d *Delays) Release() {
	if d.counts != nil {
		d.Reset()
		spare.Put(d.counts)
		d.counts = nil
	}
}

// Reset forgets all delays.
func (d *Delays) Reset() {
	if d.count > 0 {
		clear(d.counts[d.first:d.used])
	}
	*d = Delays{counts: d.counts, first: buckets}
}

// Add counts a number of frames with the same delay.
func (d *Delays) Add(t phy.Time, frames uint64) {
	d.count += frames
	hi, lo := bits.Mul64(uint64(t), frames)
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, lo, 0)
	d.hi += hi + carry
	d.max = max(d.max, t)
	at := bucketOf(uint64(t / phy.Nanosecond))
	d.counts[at] += frames
	d.first, d.used = min(d.first, at), max(d.used, at+1)
}

// Merge adds the delays of another distribution.
func (d *Delays) Merge(o *Delays) {
	if o.count == 0 {
		return
	}
	d.count += o.count
	var carry uint64
	d.lo, carry = bits.Add64(d.lo, o.lo, 0)
	d.hi += o.hi + carry
	d.max = max(d.max, o.max)
	for k, frames := range o.counts[o.first:o.used] {
		d.counts[o.first+k] += frames
	}
	d.first, d.used = min(d.first, o.first), max(d.used, o.used)
}

// Result returns the figures of the distribution.
func (d *Delays) Result() medium.Delays {
	r := medium.Delays{Count: d.count, Max: d.max.Microseconds()}
	if d.count == 0 {
		return r
	}
	sum := float64(float64(d.hi)*(1<<64)) + float64(d.lo)
	r.Mean = sum / float64(d.count) / float64(phy.Microsecond)
	p := d.quantiles([...]float64{0.50, 0.95, 0.99})
	us := func(ns int64) float64 { return min(float64(ns)/1000, r.Max) }
	r.P50, r.P95, r.P99 = us(p[0]), us(p[1]), us(p[2])
	return r
}

// quantiles returns, for ascending shares, the largest number in the bucket of the delay that is
// not exceeded by that share of all delays: the one of rank share times count, rounded to the
// nearest whole number.
func (d *Delays) quantiles(shares [3]float64) (list [3]int64) {
	at, sum := d.first, d.counts[d.first]
	for i, share := range shares {
		rank := max(1, min(d.count, uint64(float64(share*float64(d.count))+0.5)))
		for sum < rank {
			at = d.next(at + 1)
			sum += d.counts[at]
		}
		list[i] = least(at+1) - 1
	}
	return list
}

// Each calls f with each bucket that is not empty, in ascending order: the smallest number of
// nanoseconds in it, and the number of frames in it.
func (d *Delays) Each(f func(ns int64, frames uint64)) {
	if d.count == 0 {
		return
	}
	for at := d.first; at < d.used; at = d.next(at + 1) {
		f(least(at), d.counts[at])
	}
}

// next returns the first bucket from this one on that is not empty, or used if there is none. The
// delays of a short run are far apart, so that it looks at eight buckets at once.
func (d *Delays) next(at int) int {
	rest := d.counts[at:d.used]
	for len(rest) >= 8 {
		if r := (*[8]uint64)(rest); r[0]|r[1]|r[2]|r[3]|r[4]|r[5]|r[6]|r[7] != 0 {
			break
		}
		rest = rest[8:]
	}
	for len(rest) > 0 && rest[0] == 0 {
		rest = rest[1:]
	}
	return d.used - len(rest)
}
