package backoff

import "math"

// Fixed returns a policy that waits the same number of units after every failure. For a whole
// number of slots the policy is a [Table], which the engine runs fast. With a negative delay, or
// NaN, it gives up at the first failure (see [Err]), as each policy does whose parameter is a time
// or a factor.
func Fixed(delay float64) Policy {
	if p := refuse("fixed", parameter{"delay", delay}); p != nil {
		return p
	}
	delay = within(delay)
	if delay == math.Trunc(delay) && delay < math.MaxInt32 {
		return newTable("fixed", 1, func(int) (float64, float64) { return delay, 1 })
	}
	return constant{delay}
}

type constant struct{ delay float64 }

func (constant) Name() string { return "fixed" }

func (p constant) Next(s *State, _ *Rand) (delay float64, stop bool) { return s.wait(p.delay) }
