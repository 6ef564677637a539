package backoff

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Each of a hundred parts of the distribution, with the same probability by its formula, is drawn
// equally often.
func TestVariates(t *testing.T) {
	for name, c := range map[string]struct {
		draw  func(*Rand) float64
		share func(x float64) float64 // the share of the distribution below x
	}{
		"uniform":     {(*Rand).Float64, func(x float64) float64 { return x }},
		"exponential": {(*Rand).Exponential, func(x float64) float64 { return 1 - math.Exp(-x) }},
		"normal":      {(*Rand).Normal, func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }},
		"drawn normal": {func(r *Rand) float64 { return (&State{}).Normal(r, 30, 4) },
			func(x float64) float64 { return math.Erfc(-(x-30)/4/math.Sqrt2) / 2 }},
		"drawn uniform": {func(r *Rand) float64 { return (&State{}).Uniform(r, 10, 30) }, func(x float64) float64 { return (x - 10) / 20 }},
	} {
		counts := make([]int, 100)
		r := NewRand(5, name, "variates")
		for range 1_000_000 {
			counts[min(99, max(0, int(100*c.share(c.draw(&r)))))]++
		}
		assert.InDelta(t, 0, chiSquared(counts), rare, name)
	}
}

// A uniform number is never the upper end of its range, however narrow the range is.
func TestBetween(t *testing.T) {
	for _, c := range [][2]float64{{0, 1}, {1, 2}, {1, math.Nextafter(1, 2)}, {1e15, 1e15 + 1}, {-3, -2}} {
		x := between(c[0], c[1], 1-0x1p-53)
		assert.True(t, x >= c[0] && x < c[1], "%v of %v", x, c)
	}
	assert.Equal(t, 4.0, between(4, 4, 0.7))
}
