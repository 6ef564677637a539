package stats

import "math"

// Precision decides when there are enough replications: when half the interval of the given
// confidence is at most Relative times the mean, or at most Absolute.
// One of the two is enough; 0 means that there is no such limit. There are at least Least replications, and never more than Most.
//
// This is the sequential procedure of Law and Kelton (Simulation Modeling and Analysis,
// chapter 9). An interval that is computed again and again is sometimes narrow by luck,
// the more often the fewer the values. Least guards against that; ten is a good choice.
type Precision struct {
	Relative   float64 // half-width over the mean's absolute value: 0.01 for one per cent
	Absolute   float64 // half-width, in the unit of the values
	Confidence float64 // of the interval: 0.95
	Least      int     // replications; below 2 it is 2
	Most       int     // replications; 0: no limit
}

// LeastForPrecision is the smallest number of replications with which a precision can be decided. The procedure stops when the
// interval happens to be narrow, so that it holds less often than its confidence says: of 95 % intervals, 88 % hold
// if the procedure can stop after two replications, and 92 % if it starts with ten.
const LeastForPrecision = 10

// Met reports whether a sample has the precision. A sample without a mean does not.
func (p Precision) Met(s Sample) bool { return p.Enough(s.N, s.Mean, s.HalfWidth(p.Confidence)) }

// Enough reports whether a figure of n replications, whose interval has that half-width, has the precision.
func (p Precision) Enough(n int, value, half float64) bool {
	if n < max(2, p.Least) || math.IsNaN(value) {
		return false
	}
	// The interval of equal values has no width, whatever their mean.
	return half == 0 || p.Relative > 0 && half <= p.Relative*math.Abs(value) || p.Absolute > 0 && half <= p.Absolute
}

// More returns the number of replications to add before the next decision: 0 if
// the sample has the precision, or Most replications. It is an estimate from the variance so
// far, and at most the number of replications so far, since estimates from few values are bad.
func (p Precision) More(s Sample) int { return p.MoreOf(s.N, s.Mean, s.HalfWidth(p.Confidence)) }

// MoreOf is like More, for a figure of n replications whose interval has that half-width.
func (p Precision) MoreOf(n int, value, half float64) int {
	least := max(2, p.Least)
	room := math.MaxInt
	if p.Most > 0 {
		room = max(0, p.Most-n)
	}
	switch {
	case n < least:
		return min(least-n, room)
	case p.Enough(n, value, half):
		return 0
	}
	want := max(float64(p.Relative*math.Abs(value)), p.Absolute)
	ratio := half / want
	more := math.Ceil(float64(n)*float64(ratio*ratio)) - float64(n)
	if !(more <= float64(n)) {
		more = float64(n) // also if the ratio is NaN
	}
	return min(max(1, int(more)), room)
}
