package backoff

import "math"

// Fixed waits the same after every failure, any number of units. A whole number of slots
// is a [Table], for the hot path of a cable.
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
