package backoff

import "math"

// FtshRule holds the parameters that ftsh, the fault tolerant shell (Thain, cctools until 2023),
// reads from its environment: FTSH_EXPMIN, FTSH_EXPMAX, FTSH_EXPFACTOR and FTSH_EXPRAND, whole
// numbers of seconds.
type FtshRule struct {
	Min, Max int64 // seconds
	Factor   int64
	Fixed    bool // FTSH_EXPRAND=0: no random factor
}

// FtshDefault holds the parameters that ftsh uses when its environment does not set them.
var FtshDefault = FtshRule{Min: 1, Max: 3600, Factor: 2}

type ftsh struct {
	FtshRule
	second float64
}

// Ftsh returns ftsh's own backoff: a sleep of int(interval*(1+u)) seconds, u from 0 to 1, then
// interval = min(interval*factor, max). The first interval is min, whatever max is. The cap applies
// before the draw, so that a sleep may be twice max. Sleeps are whole seconds; second is the length
// of a second in units. An interval that would overflow in ftsh is the cap here. The policy keeps
// no state and never stops (a script's try does).
func Ftsh(rule FtshRule, second float64) Policy {
	if p := refuse("ftsh", parameter{"length of a second", second}); p != nil {
		return p
	}
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

// interval returns the interval, in seconds, from which sleep n is drawn.
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
			break // all further intervals are the same
		}
	}
	return v
}
