package backoff

import "math"

// Draws is a source of variates that replaces a sender's stream, such as recorded draws or a
// program's own generator. A method that has no number to return returns NaN, at which a policy
// stops.
type Draws interface {
	// Uniform returns a number at least a and below b.
	Uniform(a, b float64) float64
	// Normal returns a normally distributed number with the given mean and standard deviation.
	Normal(mean, sd float64) float64
}

// Uniform draws a number at least a and below b from s.Draws, or from the stream if s.Draws is nil.
// Policies draw by Uniform and [State.Normal].
func (s *State) Uniform(r *Rand, a, b float64) float64 {
	if s.Draws != nil {
		return s.Draws.Uniform(a, b)
	}
	return between(a, b, r.Float64())
}

// Normal draws a normally distributed number with the given mean and standard deviation.
func (s *State) Normal(r *Rand, mean, sd float64) float64 {
	if s.Draws != nil {
		return s.Draws.Normal(mean, sd)
	}
	return mean + float64(sd*r.Normal())
}

// below draws a whole number from 0 to n-1. ok is false if the source has no number.
func (s *State) below(r *Rand, n uint64) (k uint64, ok bool) {
	if s.Draws == nil {
		return r.Below(n), true
	}
	if n <= 1 { // nothing is drawn if there is no choice
		return 0, true
	}
	x := s.Draws.Uniform(0, float64(n))
	if !(x >= 0) {
		return 0, false
	}
	return min(uint64(min(x, float64(n))), n-1), true
}

// between maps u, at least 0 and below 1, to a number at least a and below b.
func between(a, b, u float64) float64 {
	x := a + float64((b-a)*u)
	if x >= b && a < b { // it was rounded up
		return math.Nextafter(b, a)
	}
	return x
}
