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

// Met says whether a sample is as tight as wanted. One that has no mean is not.
func (p Precision) Met(s Sample) bool {
	if s.N < max(2, p.Least) {
		return false
	}
	h := s.HalfWidth(p.Confidence)
	// Equal values have no width, whatever the mean.
	return h == 0 || p.Relative > 0 && h <= p.Relative*math.Abs(s.Mean) || p.Absolute > 0 && h <= p.Absolute
}

// More is how many more replications are worth making before one looks again: 0 where
// the sample is tight enough, or has reached Most. It is a guess from the spread so
// far, of at most as many as there are, since a guess from few values is a bad one.
func (p Precision) More(s Sample) int {
	least := max(2, p.Least)
	room := math.MaxInt
	if p.Most > 0 {
		room = max(0, p.Most-s.N)
	}
	switch {
	case s.N < least:
		return min(least-s.N, room)
	case p.Met(s):
		return 0
	}
	want := max(float64(p.Relative*math.Abs(s.Mean)), p.Absolute)
	ratio := s.HalfWidth(p.Confidence) / want
	more := math.Ceil(float64(s.N)*float64(ratio*ratio)) - float64(s.N)
	if !(more <= float64(s.N)) {
		more = float64(s.N) // also where the ratio is none
	}
	return min(max(1, int(more)), room)
}
