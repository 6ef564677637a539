package stats

import "math"

// Precision says when there are enough replications: once the interval of the given
// confidence is within Relative of the mean, on both sides, or no wider than Absolute.
// One met is enough; 0 is no such bound. At least Least are made, and never more than Most.
//
// It is the sequential procedure of Law and Kelton (Simulation Modeling and Analysis,
// chapter 9). An interval that is looked at again and again is met by luck
// now and then, the more so the fewer the values: hence Least, for which ten is a good choice.
type Precision struct {
	Relative   float64 // half-width over the mean's size: 0.01 for one per cent
	Absolute   float64 // half-width, in the unit of the values
	Confidence float64 // of the interval: 0.95
	Least      int     // replications; below 2 it is 2
	Most       int     // replications; 0: no bound
}

// LeastForPrecision is the fewest replications that a precision can be decided by. The procedure stops where the
// interval happens to be short, so that it covers less than its confidence: of 95 % intervals, 88 % hold
// where it may stop after two replications, and 92 % where it starts with ten.
const LeastForPrecision = 10

// Met says whether a sample is as tight as wanted. One that has no mean is not.
func (p Precision) Met(s Sample) bool { return p.Enough(s.N, s.Mean, s.HalfWidth(p.Confidence)) }

// Enough reports whether a figure of n replications, whose interval has that half-width, is as tight as wanted.
func (p Precision) Enough(n int, value, half float64) bool {
	if n < max(2, p.Least) || math.IsNaN(value) {
		return false
	}
	// Equal values have no width, whatever the mean.
	return half == 0 || p.Relative > 0 && half <= p.Relative*math.Abs(value) || p.Absolute > 0 && half <= p.Absolute
}

// More is how many more replications are worth making before one looks again: 0 where
// the sample is tight enough, or has reached Most. It is a guess from the spread so
// far, of at most as many as there are, since a guess from few values is a bad one.
func (p Precision) More(s Sample) int { return p.MoreOf(s.N, s.Mean, s.HalfWidth(p.Confidence)) }

// MoreOf is More for a figure of n replications whose interval has that half-width.
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
		more = float64(n) // also where the ratio is not a number
	}
	return min(max(1, int(more)), room)
}
