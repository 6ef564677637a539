package stats

import (
	"math"
	"strconv"

	"gonum.org/v1/gonum/mathext"
)

// Student returns the t such that Student's distribution is between -t and t with the
// given confidence: 2.2621571628 for 9 degrees of freedom and 0.95. It is rounded to
// eleven digits, since further digits differ between platforms. It is NaN unless
// freedom is above 0 and the confidence between 0 and 1.
func Student(freedom, confidence float64) float64 {
	if !(freedom > 0) || !(confidence > 0 && confidence < 1) {
		return math.NaN()
	}
	if math.IsInf(freedom, 1) {
		return digits(mathext.NormalQuantile((1 + confidence) / 2))
	}
	p := (1 + confidence) / 2
	if p == 0.5 {
		return 0
	}
	// Both sides together are I_x(freedom/2, 1/2), with x = freedom/(t^2 + freedom).
	x := mathext.InvRegIncBeta(freedom/2, 0.5, 2*(1-p))
	return digits(math.Sqrt(freedom * (1 - x) / x))
}

// Chance returns the probability that Student's t is at least as far from 0 as t, on either side,
// by chance alone: the p of a two-sided test.
func Chance(t, freedom float64) float64 {
	switch {
	case math.IsNaN(t) || !(freedom > 0):
		return math.NaN()
	case math.IsInf(t, 0):
		return 0
	case math.IsInf(freedom, 1):
		return digits(math.Erfc(math.Abs(t) / math.Sqrt2))
	}
	// From the incomplete beta function, which keeps its digits far from 0,
	// where one minus the distribution function has none left.
	return digits(mathext.RegIncBeta(freedom/2, 0.5, freedom/(float64(t*t)+freedom)))
}

// digits rounds to eleven significant digits.
func digits(x float64) float64 {
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 10, 64), 64)
	if err != nil {
		return x // too large to be rounded
	}
	return r
}
