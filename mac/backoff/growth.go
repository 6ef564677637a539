package backoff

import "math"

// Growth is a delay that grows by a factor with each failure, up to a cap: after failure n it is
// min(Cap, Base * Factor^(First+n-1)), in units. A factor below 1 counts as 1, and a negative First
// as 0. A delay that overflows is the cap, which is at most [MaxDelay]. With a negative number, or
// NaN, in one of the others a policy gives up at the first failure (see [Err]).
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

// refuse returns a policy that gives up if a number of the growth is negative or NaN.
func (g Growth) refuse(name string) Policy {
	return refuse(name, parameter{"base", g.Base}, parameter{"factor", g.Factor}, parameter{"cap", g.Cap})
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

// jitter describes how a delay is drawn from the delay of a growth.
type jitter struct {
	Growth
	name string
	draw func(s *State, r *Rand, v float64) float64
}

func (p jitter) Name() string { return p.name }

func (p jitter) Next(s *State, r *Rand) (delay float64, stop bool) {
	return s.wait(p.draw(s, r, p.after(s.Attempt)))
}

// Exponential returns a policy that waits the delay of the growth, without a draw: ExpoBackoff of
// awslabs/aws-arch-backoff-simulator. It keeps no state and never stops.
func Exponential(g Growth) Policy {
	if p := g.refuse("exponential"); p != nil {
		return p
	}
	return jitter{g.bounded(), "exponential", func(_ *State, _ *Rand, v float64) float64 { return v }}
}

// FullJitter returns a policy that draws from 0 to v, the delay of the growth:
// ExpoBackoffFullJitter of awslabs/aws-arch-backoff-simulator. The cap applies before the draw. It
// keeps no state and never stops.
func FullJitter(g Growth) Policy {
	if p := g.refuse("full-jitter"); p != nil {
		return p
	}
	return jitter{g.bounded(), "full-jitter", func(s *State, r *Rand, v float64) float64 { return s.Uniform(r, 0, v) }}
}

// EqualJitter returns a policy that waits v/2 plus a draw from 0 to v/2, where v is the delay of
// the growth: ExpoBackoffEqualJitter of awslabs/aws-arch-backoff-simulator. The cap applies before
// the draw. It keeps no state and never stops.
func EqualJitter(g Growth) Policy {
	if p := g.refuse("equal-jitter"); p != nil {
		return p
	}
	return jitter{g.bounded(), "equal-jitter", func(s *State, r *Rand, v float64) float64 { return v/2 + s.Uniform(r, 0, v/2) }}
}

// Thain returns the rule of the article on the Ethernet approach to grid computing (Thain and Livny
// 2003): min(R T F^N, M), where R is a draw from 1 to 2, T the growth's base, F its factor, N its
// exponent, which begins at 0, and M its cap. The cap applies after the draw. It keeps no state and
// never stops. The article uses 1 s, 2 and an hour; the rule of its program is [Ftsh].
func Thain(g Growth) Policy {
	if p := g.refuse("thain"); p != nil {
		return p
	}
	g = g.bounded()
	p := jitter{Growth: g, name: "thain"}
	p.draw = func(s *State, r *Rand, v float64) float64 { return min(g.Cap, float64(v*s.Uniform(r, 1, 2))) }
	p.Cap = MaxDelay
	return p
}
