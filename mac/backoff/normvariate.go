package backoff

// NormVariateRule holds the parameters of smira/exponential-backoff, in units.
type NormVariateRule struct {
	Min, Cap float64
	Factor   float64
	Jitter   float64 // in the article a fraction of the delay, in the code a fraction of a second
}

// NormVariateDefault holds the program's parameters, in seconds.
var NormVariateDefault = NormVariateRule{Min: 0.1, Cap: 300, Factor: 2.71828, Jitter: 0.1}

type normVariate struct {
	NormVariateRule
	code   bool
	second float64
}

// NormVariateArticle returns the policy of the pseudo-code in the article on exponential backoff
// that accompanies smira/exponential-backoff. The first delay is Min, each next one
// min(last*Factor, Cap); a normally distributed number with a standard deviation of Jitter times
// the delay is added. The cap applies before the draw. A delay below 0 is 0. The policy keeps the
// last delay, jitter included, in State.Previous, and never stops.
func NormVariateArticle(rule NormVariateRule) Policy {
	if p := rule.refuse(0); p != nil {
		return p
	}
	return normVariate{NormVariateRule: rule.bounded()}
}

// NormVariateCode returns the policy that the program of smira/exponential-backoff implements
// instead: min(last*Factor, Cap) plus a normally distributed number with a standard deviation of
// Jitter seconds, whatever the delay. At the first failure the last delay is the time for which the
// client had waited before the request that failed, its think time (State.Previous; Min only if
// that is 0). A delay may be negative; then all later ones are negative too, and the program does
// not wait. The cap applies before the draw. second is the length of a second in units. The policy
// keeps the last delay in State.Previous, negative ones too, and never stops.
func NormVariateCode(rule NormVariateRule, second float64) Policy {
	if p := rule.refuse(second); p != nil {
		return p
	}
	return normVariate{rule.bounded(), true, within(second)}
}

// refuse returns a policy that gives up if a number is negative or NaN.
func (r NormVariateRule) refuse(second float64) Policy {
	return refuse("norm-variate", parameter{"minimum", r.Min}, parameter{"cap", r.Cap}, parameter{"factor", r.Factor},
		parameter{"jitter", r.Jitter}, parameter{"length of a second", second})
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

// fed returns the delay by the rule of the code.
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
