package backoff

import "math"

// Limited is a policy that gives up after a number of attempts or a time; [Limit] makes one.
type Limited struct {
	Policy
	attempts int
	elapsed  float64
}

// Limit returns a policy that stops after failure number attempts, and when the next attempt would
// begin more than elapsed units after the work began. A limit of 0 is not applied, nor
// is one that is negative or NaN. In everything else it is the policy p.
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

// Err returns the error at which the policy stopped, or nil.
func (l *Limited) Err(s *State) error {
	if e, ok := l.Policy.(Err); ok && s.Attempt < l.attempts {
		return e.Err(s)
	}
	return nil
}

// Window returns the range of the draw after failure n. Its size is 0 if the policy has none.
func (l *Limited) Window(n int) Window {
	if w, ok := l.Policy.(interface{ Window(int) Window }); ok {
		return w.Window(n)
	}
	return Window{}
}
