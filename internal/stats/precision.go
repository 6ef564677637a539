package stats

import "math"

// Precision decides when there are enough replications: when half the interval of a figure is at most Relative
// times its value, and there are at least Least replications.
//
// This is the sequential procedure of Law and Kelton (Simulation Modeling and Analysis,
// chapter 9). An interval that is computed again and again is sometimes narrow by luck,
// the more often the fewer the values. Least guards against that; ten is a good choice.
type Precision struct {
	Relative float64 // half-width over the absolute value: 0.01 for one per cent
	Least    int     // replications; below 2 it is 2
}

// LeastForPrecision is the smallest number of replications with which a precision can be decided. The procedure stops when the
// interval happens to be narrow, so that it holds less often than its confidence says: of 95 % intervals, 88 % hold
// if the procedure can stop after two replications, and 92 % if it starts with ten.
const LeastForPrecision = 10

// Enough reports whether a figure of n replications, whose interval has that half-width, has the precision.
func (p Precision) Enough(n int, value, half float64) bool {
	if n < max(2, p.Least) || math.IsNaN(value) {
		return false
	}
	// The interval of equal values has no width, whatever their mean.
	return half == 0 || half <= p.Relative*math.Abs(value)
}

// More returns the number of replications to add to n before the next decision, for a figure whose interval has that
// half-width: 0 if it has the precision. It is an estimate from the variance so
// far, and at most n, since estimates from few values are bad.
func (p Precision) More(n int, value, half float64) int {
	least := max(2, p.Least)
	switch {
	case n < least:
		return least - n
	case p.Enough(n, value, half):
		return 0
	}
	ratio := half / float64(p.Relative*math.Abs(value))
	more := math.Ceil(float64(n)*float64(ratio*ratio)) - float64(n)
	if !(more <= float64(n)) {
		more = float64(n) // also if the ratio is NaN
	}
	return max(1, int(more))
}
