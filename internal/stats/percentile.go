package stats

import (
	"math"
	"slices"
)

// Percentile returns the value that a share p of the values, 0 to 1, does not exceed. It interpolates linearly
// between neighbours: type 7 of Hyndman and Fan (Sample quantiles in
// statistical packages, 1996), the default of R and NumPy. The values must be in ascending
// order. The result is NaN if there are no values, if one of them is NaN, or if p is not from 0 to 1.
func Percentile(ascending []float64, p float64) float64 {
	n := len(ascending)
	if n == 0 || !(p >= 0 && p <= 1) || slices.ContainsFunc(ascending, math.IsNaN) {
		return math.NaN()
	}
	at := float64(p * float64(n-1))
	i := min(int(at), n-1)
	low, share := ascending[i], at-float64(i)
	if share == 0 || i == n-1 {
		return low
	}
	high := ascending[i+1]
	if low == high {
		return low // also two infinities
	}
	return min(max(float64(low*(1-share))+float64(high*share), low), high)
}
