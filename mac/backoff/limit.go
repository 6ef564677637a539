package backoff

import "math"

// Limited is a policy that gives up after a number of attempts or a time.
type Limited struct {
	Policy
	attempts int
	elapsed  float64
}

// Limit returns a policy that stops after failure number attempts, and where the next attempt
// would begin more than elapsed units after the work did; 0 is no such limit. All
// else is the policy's.
func Limit(p Policy, attempts int, elapsed float64) *Limited {
	if !(elapsed > 0) {
		elapsed = math.Inf(1)
	}
	if attempts <= 0 {
		attempts = math.MaxInt
	}
	return &Limited{p, attempts, elapsed}
}

// Next implements [Policy].
func (l *Limited) Next(s *State, r *Rand) (delay float64, stop bool) {
	if s.Attempt >= l.attempts {
		return 0, true
	}
	delay, stop = l.Policy.Next(s, r)
	if stop || s.Elapsed+delay > l.elapsed {
		return 0, true
	}
	return delay, false
}

// Err says why the policy could not go on, where it stopped for that.
func (l *Limited) Err(s *State) error {
	if e, ok := l.Policy.(Err); ok && s.Attempt < l.attempts {
		return e.Err(s)
	}
	return nil
}

// Window is the range that the draw after failure n lies in, of size 0 where the policy
// has none.
func (l *Limited) Window(n int) Window {
	if w, ok := l.Policy.(interface{ Window(int) Window }); ok {
		return w.Window(n)
	}
	return Window{}
}
