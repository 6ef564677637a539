package backoff

type decorrelated struct{ base, cap, factor float64 }

// Decorrelated waits min(cap, a draw from base to factor times the last delay), the delay
// before the first failure being base: ExpoBackoffDecorr of
// awslabs/aws-arch-backoff-simulator, with 5, 2000 and 3. The cap is after the draw. Each
// client keeps its last delay, in State.Previous, for as long as its work lasts (there a client has one
// piece of work, and never forgets). It never stops.
func Decorrelated(base, cap, factor float64) Policy {
	return decorrelated{within(base), within(cap), atLeast(1, factor)}
}

func (decorrelated) Name() string { return "decorrelated" }

func (p decorrelated) Next(s *State, r *Rand) (delay float64, stop bool) {
	last := p.base
	if s.Attempt > 1 {
		last = within(s.Previous)
	}
	high := max(p.base, float64(last*p.factor))
	d := s.Uniform(r, p.base, high)
	if d > p.cap {
		d = p.cap
	}
	return s.wait(d)
}
