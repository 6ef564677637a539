package backoff

import "math"

// FtshRule is the environment of ftsh, the fault tolerant shell (Thain, cctools until 2023):
// FTSH_EXPMIN, FTSH_EXPMAX, FTSH_EXPFACTOR and FTSH_EXPRAND, whole numbers of seconds.
type FtshRule struct {
	Min, Max int64 // seconds
	Factor   int64
	Fixed    bool // FTSH_EXPRAND=0: no random factor
}

// FtshDefault is what ftsh does where its environment says nothing.
var FtshDefault = FtshRule{Min: 1, Max: 3600, Factor: 2}

type ftsh struct {
	FtshRule
	second float64
}

// Ftsh is ftsh's own backoff: a sleep of int(interval*(1+u)) seconds, u from 0 to 1, then
// interval = min(interval*factor, max), the first being min whatever max is. The cap is
// before the draw, so that a sleep may be twice max; it sleeps whole seconds. second is a
// second in units. What would overflow there is the cap here. It keeps no state, and
// never stops (a script's try does).
func Ftsh(rule FtshRule, second float64) Policy {
	const most = MaxDelay / 2
	rule.Min, rule.Max = max(0, min(rule.Min, most)), max(0, min(rule.Max, most))
	rule.Factor = max(1, rule.Factor)
	return ftsh{rule, within(second)}
}

func (ftsh) Name() string { return "ftsh" }

func (p ftsh) Next(s *State, r *Rand) (delay float64, stop bool) {
	sleep := float64(p.interval(s.Attempt))
	if !p.Fixed {
		sleep = math.Floor(float64(sleep * (1 + s.Uniform(r, 0, 1))))
	}
	return s.wait(float64(sleep * p.second))
}

// interval returns the seconds that sleep n is drawn from.
func (p ftsh) interval(n int) int64 {
	v := p.Min
	for i := 1; i < n; i++ {
		last := v
		if v > 0 && p.Factor > p.Max/v {
			v = p.Max
		} else {
			v *= p.Factor
		}
		if v == last {
			break // it stays so
		}
	}
	return v
}
