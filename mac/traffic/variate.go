package traffic

import (
	"math/bits"
	"math/rand/v2"

	"github.com/csmacd/csmacd/phy"
)

// Exponential draws an exponential time of the given mean, to a picosecond, by von Neumann's
// method. The length of a descending run of uniform numbers that begins with u is odd with
// probability e^-u; u is then the fraction of an exponential variate. Each even run before it adds
// one to the whole part.
func Exponential(mean phy.Time, r rand.Source) phy.Time {
	if mean <= 0 {
		return 0
	}
	for whole := phy.Time(0); whole < phy.Forever/mean; whole++ {
		first := r.Uint64()
		odd := true
		for last := first; ; odd = !odd {
			next := r.Uint64()
			if next >= last {
				break
			}
			last = next
		}
		if odd {
			fraction, _ := bits.Mul64(first, uint64(mean))
			return whole*mean + phy.Time(fraction)
		}
	}
	return phy.Forever
}
