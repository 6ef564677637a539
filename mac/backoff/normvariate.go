package backoff

// NormVariateRule is the numbers of smira/exponential-backoff, in units.
type NormVariateRule struct {
	Min, Cap float64
	Factor   float64
	Jitter   float64 // a share of the delay in the article, a share of a second in the code
}

// NormVariateDefault is the program's numbers, in seconds.
var NormVariateDefault = NormVariateRule{Min: 0.1, Cap: 300, Factor: 2.71828, Jitter: 0.1}

type normVariate struct {
	NormVariateRule
	code   bool
	second float64
}

// NormVariateArticle is the pseudo-code of the article on exponential backoff that
// smira/exponential-backoff goes with: the first delay is Min; then min(last*Factor, Cap), and to
// that a normal number of deviation Jitter times as much. The cap is before the draw. It
// keeps the last delay, jitter and all, in State.Previous, and never stops. Below 0 is 0.
func NormVariateArticle(rule NormVariateRule) Policy {
	return normVariate{NormVariateRule: rule.bounded()}
}

// NormVariateCode is what the program of smira/exponential-backoff does instead:
// min(last*Factor, Cap) and a normal number of deviation Jitter seconds, whatever the delay.
// The last delay is at the first failure the time that the client had waited before the
// request that failed, its think time (State.Previous; Min only where that is 0), and
// may be negative, in which case all that follow are, and the program does not wait. The cap
// is before the draw. second is a second in units. It keeps the last delay in
// State.Previous, the negative ones too, and never stops.
func NormVariateCode(rule NormVariateRule, second float64) Policy {
	return normVariate{rule.bounded(), true, within(second)}
}

func (r NormVariateRule) bounded() NormVariateRule {
	return NormVariateRule{within(r.Min), within(r.Cap), atLeast(1, r.Factor), within(r.Jitter)}
}

func (normVariate) Name() string { return "norm-variate" }

func (p normVariate) Next(s *State, r *Rand) (delay float64, stop bool) {
	if p.code {
		return p.fed(s, r)
	}
	if s.Attempt <= 1 {
		return s.wait(p.Min)
	}
	d := min(float64(within(s.Previous)*p.Factor), p.Cap)
	return s.wait(d + s.Normal(r, 0, float64(d*p.Jitter)))
}

// fed is the code's rule.
func (p normVariate) fed(s *State, r *Rand) (delay float64, stop bool) {
	last := max(-MaxDelay, min(s.Previous, MaxDelay))
	if s.Attempt <= 1 && s.Previous == 0 || last != last {
		last = p.Min
	}
	d := min(float64(last*p.Factor), p.Cap)
	d += s.Normal(r, 0, float64(p.Jitter*p.second))
	delay, stop = s.wait(d)
	if !stop {
		s.Previous = max(-MaxDelay, min(d, MaxDelay))
	}
	return delay, stop
}
