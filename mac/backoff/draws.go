package backoff

import "math"

// Draws is a source of variates in place of a sender's stream: recorded draws, a
// program's own generator. What cannot give one gives NaN, at which a policy stops.
type Draws interface {
	// Uniform returns a number at least a and below b.
	Uniform(a, b float64) float64
	// Normal returns a normal number of a mean and a standard deviation.
	Normal(mean, sd float64) float64
}

// Uniform draws a number at least a and below b from s.Draws, or where that is nil from
// the stream. Policies draw by it and by [State.Normal].
func (s *State) Uniform(r *Rand, a, b float64) float64 {
	if s.Draws != nil {
		return s.Draws.Uniform(a, b)
	}
	return between(a, b, r.Float64())
}

// Normal draws a normal number of a mean and a standard deviation.
func (s *State) Normal(r *Rand, mean, sd float64) float64 {
	if s.Draws != nil {
		return s.Draws.Normal(mean, sd)
	}
	return mean + float64(sd*r.Normal())
}

// below draws a whole number from 0 to n-1; ok is false where there is none.
func (s *State) below(r *Rand, n uint64) (k uint64, ok bool) {
	if s.Draws == nil {
		return r.Below(n), true
	}
	if n <= 1 { // nothing is drawn where there is no choice
		return 0, true
	}
	x := s.Draws.Uniform(0, float64(n))
	if !(x >= 0) {
		return 0, false
	}
	return min(uint64(min(x, float64(n))), n-1), true
}

// between takes u, at least 0 and below 1, to a number at least a and below b.
func between(a, b, u float64) float64 {
	x := a + float64((b-a)*u)
	if x >= b && a < b { // rounded up
		return math.Nextafter(b, a)
	}
	return x
}
