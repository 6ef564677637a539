package backoff

type decorrelated struct{ base, cap, factor float64 }

// Decorrelated returns ExpoBackoffDecorr of awslabs/aws-arch-backoff-simulator, which has the
// parameters 5, 2000 and 3. The delay is min(cap, a draw from base to factor times the last delay);
// the delay before the first failure is base. The cap applies after the draw. Each client keeps its
// last delay in State.Previous until its work is done. (In the original a client has one piece of
// work and never resets.) The policy never stops.
func Decorrelated(base, cap, factor float64) Policy {
	if p := refuse("decorrelated", parameter{"base", base}, parameter{"cap", cap}, parameter{"factor", factor}); p != nil {
		return p
	}
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
