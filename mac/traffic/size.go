package traffic

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Size is the distribution of frame sizes, in octets from destination address to FCS. The zero
// value is always 0 octets, which no line accepts.
type Size struct {
	low, span uint64   // uniform on low..low+span-1
	sizes     []int    // weighted: sizes[i] if the draw is below bounds[i]
	bounds    []uint64 // running sums of the weights
	wrong     string   // the reason for which nothing can be drawn
}

// Octets returns the size that is always n.
func Octets(n int) Size { return Uniform(n, n) }

// Uniform returns a size from a to b, each with the same probability; a must not be more than b.
func Uniform(a, b int) Size {
	switch {
	case a < 0:
		return Size{wrong: fmt.Sprintf("a size of %d octets is negative", a)}
	case a > b:
		return Size{wrong: fmt.Sprintf("sizes from %d to %d octets: the least must come first", a, b)}
	}
	return Size{low: uint64(a), span: uint64(b-a) + 1}
}

// Weighted returns a size that is one of a list, with whole weights. There must be as many weights
// as sizes, one of them more than 0, and their sum at most 2^64-1.
func Weighted(sizes []int, weights []uint64) Size {
	if len(sizes) != len(weights) || len(sizes) == 0 {
		return Size{wrong: "a list has at least one size, and as many weights as sizes"}
	}
	var s Size
	sum := uint64(0)
	for i, n := range sizes {
		if sum+weights[i] < sum {
			return Size{wrong: "the weights of the sizes are more than 2^64-1 together"}
		}
		sum += weights[i]
		s.sizes = append(s.sizes, n)
		s.bounds = append(s.bounds, sum)
	}
	if sum == 0 {
		return Size{wrong: "the weights of the sizes are all 0"}
	}
	return s
}

// Check reports why no size can be drawn. It does not check whether a line accepts frames of the
// size; the medium does.
func (s *Size) Check() error {
	if s.wrong != "" {
		return errors.New(s.wrong)
	}
	return nil
}

// IMIX returns the simple Internet mix: seven frames of 64 octets to four of 594 to one of 1518 (IP
// packets of 40, 576 and 1500 octets in Ethernet frames).
func IMIX() Size { return Weighted([]int{64, 594, 1518}, []uint64{7, 4, 1}) }

// Draw returns a size, or 0 if [Size.Check] reports an error. A fixed size takes nothing from the
// stream.
func (s *Size) Draw(r rand.Source) int {
	if s.sizes != nil {
		u := below(r, s.bounds[len(s.bounds)-1])
		for i, b := range s.bounds {
			if u < b {
				return s.sizes[i]
			}
		}
	}
	if s.span <= 1 {
		return int(s.low)
	}
	return int(s.low + below(r, s.span))
}

// Range returns the smallest and the largest size.
func (s *Size) Range() (least, greatest int) {
	if s.sizes == nil {
		return int(s.low), int(s.low + max(s.span, 1) - 1)
	}
	least, greatest = s.sizes[0], s.sizes[0]
	for _, n := range s.sizes {
		least, greatest = min(least, n), max(greatest, n)
	}
	return least, greatest
}

// MeanBits returns the mean size in bits as a fraction: the sum over a number of equally likely
// cases, and that number.
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

// below returns a random number from 0 to n-1.
func below(r rand.Source, n uint64) uint64 {
	hi, _ := bits.Mul64(r.Uint64(), n)
	return hi
}
