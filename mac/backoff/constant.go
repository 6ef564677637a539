package backoff

import "math"

// Fixed returns a policy that waits the same number of units after every failure. For a whole
// number of slots the policy is a [Table], which the engine runs fast.
func Fixed(delay float64) Policy {
	delay = within(delay)
	if delay == math.Trunc(delay) && delay < math.MaxInt32 {
		return newTable("fixed", 1, func(int) (float64, float64) { return delay, 1 })
	}
	return constant{delay}
}

type constant struct{ delay float64 }

func (constant) Name() string { return "fixed" }

func (p constant) Next(s *State, _ *Rand) (delay float64, stop bool) { return s.wait(p.delay) }
