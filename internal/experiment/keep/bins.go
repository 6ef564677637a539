package keep

import "math/bits"

// bins count whole numbers: each below 32 for itself, and from there on sixteen bins to each
// doubling, so that a bin is at most a sixteenth of its value wide.
type bins []uint64

// add counts a number so many times.
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

// at gives what is in a bin by its number.
func (b bins) at(i int) uint64 {
	if i < len(b) {
		return b[i]
	}
	return 0
}

// each gives the bins that are not empty, in ascending order: number, from, and to, which
// is not in it.
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
