package backoff

import "math"

type geometric struct{ rate float64 } // -log(1-p)

// Geometric returns a policy that draws the number of failures before the first success, 0, 1, 2,
// ..., in trials that succeed with probability p: a sender that tries again in each slot with
// probability p (Abramson 1970; Kleinrock and Lam 1975, whose p for a window of K slots is 2/(K+1),
// which has the same mean). The delay is floor(log(1-u)/log(1-p)) for one uniform number u. It is
// always 0 for p of 1 or more, and [MaxDelay] for p of 0 or less. The policy keeps no state and
// never stops.
func Geometric(p float64) Policy {
	return geometric{FailureRate(p)}
}

func (geometric) Name() string { return "geometric" }

func (p geometric) Next(s *State, r *Rand) (delay float64, stop bool) {
	u := s.Uniform(r, 0, 1)
	if p.rate == 0 {
		return s.wait(u*0 + MaxDelay)
	}
	return s.wait(math.Floor(-Log(1-u) / p.rate))
}
