package keep

import "math/bits"

// bins is a histogram of whole numbers. Numbers below 32 have a bin each, and each doubling from
// there has sixteen bins, so that a bin is at most a sixteenth of its value wide.
type bins []uint64

// add counts a number that occurs the given number of times.
func (b *bins) add(v, times uint64) {
	i := int(v)
	if v >= 32 {
		e := bits.Len64(v) - 5
		i = 16*e + int(v>>e)
	}
	for len(*b) <= i {
		*b = append(*b, 0)
	}
	(*b)[i] += times
}

// at returns the count of the i-th bin.
func (b bins) at(i int) uint64 {
	if i < len(b) {
		return b[i]
	}
	return 0
}

// each calls f with each bin that is not empty, in ascending order: its index, the least number in
// it, the least number above it, and its count.
func (b bins) each(f func(i int, from, to, count uint64)) {
	for i, count := range b {
		if count == 0 {
			continue
		}
		from, wide := uint64(i), uint64(1)
		if i >= 32 {
			e := i/16 - 1
			from, wide = uint64(16+i%16)<<e, 1<<e
		}
		f(i, from, from+wide, count)
	}
}
