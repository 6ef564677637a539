package traffic

import (
	"math/bits"
	"math/rand/v2"
)

// Size is the distribution of a frame's size, in octets from destination address
// to FCS.
type Size struct {
	low, span uint64   // uniform on low..low+span-1
	sizes     []int32  // weighted: sizes[i] where the draw is below bounds[i]
	bounds    []uint64 // running sums of the weights
}

// Octets is the size that is always n.
func Octets(n int) Size { return Size{low: uint64(n), span: 1} }

// Uniform is a size from a to b, each as likely.
func Uniform(a, b int) Size { return Size{low: uint64(a), span: uint64(b-a) + 1} }

// Weighted is a size of the list, with whole weights.
func Weighted(sizes []int, weights []uint64) Size {
	var s Size
	sum := uint64(0)
	for i, n := range sizes {
		sum += weights[i]
		s.sizes = append(s.sizes, int32(n))
		s.bounds = append(s.bounds, sum)
	}
	return s
}

// IMIX is the simple Internet mix: seven frames of 64 octets to four of 594 to one
// of 1518 (IP packets of 40, 576 and 1500 octets in Ethernet frames).
func IMIX() Size { return Weighted([]int{64, 594, 1518}, []uint64{7, 4, 1}) }

// Draw gives a size. A fixed size takes nothing from the stream.
func (s *Size) Draw(r rand.Source) int {
	if s.sizes != nil {
		u := below(r, s.bounds[len(s.bounds)-1])
		for i, b := range s.bounds {
			if u < b {
				return int(s.sizes[i])
			}
		}
	}
	if s.span <= 1 {
		return int(s.low)
	}
	return int(s.low + below(r, s.span))
}

// Range gives the least and the greatest size.
func (s *Size) Range() (least, greatest int) {
	if s.sizes == nil {
		return int(s.low), int(s.low + max(s.span, 1) - 1)
	}
	least, greatest = int(s.sizes[0]), int(s.sizes[0])
	for _, n := range s.sizes {
		least, greatest = min(least, int(n)), max(greatest, int(n))
	}
	return least, greatest
}

// MeanBits gives the mean size in bits, as a sum over a number of equally likely
// cases.
func (s *Size) MeanBits() (sum, cases uint64) {
	if s.sizes == nil {
		return 8 * (2*s.low + max(s.span, 1) - 1), 2
	}
	last := uint64(0)
	for i, b := range s.bounds {
		sum += 8 * uint64(s.sizes[i]) * (b - last)
		last = b
	}
	return sum, last
}

// below gives a number from 0 to n-1.
func below(r rand.Source, n uint64) uint64 {
	hi, _ := bits.Mul64(r.Uint64(), n)
	return hi
}
