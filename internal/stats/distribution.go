package stats

import (
	"math/bits"
	"slices"
)

// Distribution counts whole numbers, such as delays in nanoseconds, in bins. At Level 0 the numbers
// below 2048 have a bin each, and every doubling from there has 1024 bins, so that a bin is
// at most a thousandth of its value wide. At a higher Level, each bin joins 2^Level of these.
type Distribution struct {
	Level int
	Bins  []Bin // in ascending order, none of them empty
}

// Bin is a bin of a [Distribution].
type Bin struct {
	At    uint64 // its number
	Count uint64
}

// MaxLevel is the greatest Level: a bin is then as wide as its value.
const MaxLevel = 10

const eachDoubling = 1 << MaxLevel // bins, at Level 0

// Add counts a number that is in the last bin so far, or beyond it.
func (d *Distribution) Add(v, times uint64) {
	at := v
	if double := bits.Len64(v) - MaxLevel - 1; double > 0 {
		at = eachDoubling*uint64(double) + v>>double
	}
	d.add(Bin{at >> d.Level, times})
}

func (d *Distribution) add(b Bin) {
	if n := len(d.Bins); n > 0 && d.Bins[n-1].At == b.At {
		d.Bins[n-1].Count += b.Count
	} else {
		d.Bins = append(d.Bins, b)
	}
}

// Coarsen raises the Level of d to level, if it is lower.
func (d *Distribution) Coarsen(level int) {
	if level <= d.Level {
		return
	}
	fine := d.Bins
	shift := level - d.Level
	d.Level, d.Bins = level, d.Bins[:0]
	for _, b := range fine {
		d.add(Bin{b.At >> shift, b.Count})
	}
}

// Fit raises the Level of d until it has at most the given number of bins, or until MaxLevel.
func (d *Distribution) Fit(bins int) {
	for len(d.Bins) > bins && d.Level < MaxLevel {
		d.Coarsen(d.Level + 1)
	}
}

// merge returns the sum of two distributions of one Level, in the memory of into if there is enough.
func merge(into, a, b []Bin) []Bin {
	sum := Distribution{Bins: slices.Grow(into[:0], len(a)+len(b))}
	for len(a) > 0 && len(b) > 0 {
		if a[0].At <= b[0].At {
			sum.add(a[0])
			a = a[1:]
		} else {
			sum.add(b[0])
			b = b[1:]
		}
	}
	for _, rest := range [][]Bin{a, b} {
		for _, bin := range rest {
			sum.add(bin)
		}
	}
	return sum.Bins
}

// greatest returns the greatest number in a bin of Level 0.
func greatest(at uint64) float64 {
	if at < 2*eachDoubling {
		return float64(at)
	}
	double := at/eachDoubling - 1
	return float64((eachDoubling+at%eachDoubling+1)<<double - 1)
}
