package backoff

import "math"

// Growth is a delay that grows by a factor with each failure, up to a cap: after failure n
// min(Cap, Base * Factor^(First+n-1)), in units. A factor below 1 is taken as 1, a negative
// First as 0, a negative number or none as 0; what overflows is the cap, and that at most
// [MaxDelay].
type Growth struct {
	Base, Factor, Cap float64
	First             int // the exponent after the first failure
}

// AWS is the growth of Amazon's simulator of optimistic concurrency
// (awslabs/aws-arch-backoff-simulator), which counts failures from 1: 10, 20, 40, ... 2000.
var AWS = Growth{Base: 5, Factor: 2, Cap: 2000, First: 1}

func (g Growth) bounded() Growth {
	return Growth{Base: within(g.Base), Factor: atLeast(1, g.Factor), Cap: within(g.Cap), First: max(0, min(g.First, 1<<20))}
}

// after returns the delay after failure n.
func (g Growth) after(n int) float64 {
	if g.Base == 0 {
		return 0
	}
	e := float64(g.First) + float64(max(n, 1)-1)
	if g.Factor == 2 {
		return min(g.Cap, math.Ldexp(g.Base, int(min(e, 2000))))
	}
	return min(g.Cap, float64(g.Base*Pow(g.Factor, e)))
}

// jitter says how a delay is drawn from a growth's.
type jitter struct {
	Growth
	name string
	draw func(s *State, r *Rand, v float64) float64
}

func (p jitter) Name() string { return p.name }

func (p jitter) Next(s *State, r *Rand) (delay float64, stop bool) {
	return s.wait(p.draw(s, r, p.after(s.Attempt)))
}

// Exponential waits what the growth says, without a draw: ExpoBackoff of
// awslabs/aws-arch-backoff-simulator. It keeps no state and never stops.
func Exponential(g Growth) Policy {
	return jitter{g.bounded(), "exponential", func(_ *State, _ *Rand, v float64) float64 { return v }}
}

// FullJitter draws from 0 to v, where the growth says v: ExpoBackoffFullJitter of
// awslabs/aws-arch-backoff-simulator. The cap is before the draw. It keeps no state and
// never stops.
func FullJitter(g Growth) Policy {
	return jitter{g.bounded(), "full-jitter", func(s *State, r *Rand, v float64) float64 { return s.Uniform(r, 0, v) }}
}

// EqualJitter waits v/2 and draws from 0 to v/2, where the growth says v:
// ExpoBackoffEqualJitter of awslabs/aws-arch-backoff-simulator. The cap is before the draw. It
// keeps no state and never stops.
func EqualJitter(g Growth) Policy {
	return jitter{g.bounded(), "equal-jitter", func(s *State, r *Rand, v float64) float64 { return v/2 + s.Uniform(r, 0, v/2) }}
}

// Thain is the rule of the article on the Ethernet approach to grid computing (Thain and Livny
// 2003): min(R T F^N, M), R from 1 to 2, T the growth's base, F its factor, N its exponent,
// which begins at 0, and M its cap. The cap is after the draw. It keeps no state and never
// stops. The article's are 1 s, 2 and an hour; its program's own rule is [Ftsh].
func Thain(g Growth) Policy {
	g = g.bounded()
	p := jitter{Growth: g, name: "thain"}
	p.draw = func(s *State, r *Rand, v float64) float64 { return min(g.Cap, float64(v*s.Uniform(r, 1, 2))) }
	p.Cap = MaxDelay
	return p
}
