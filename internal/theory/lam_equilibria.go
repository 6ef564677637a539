package theory

import "fmt"

// Equilibrium is a backlog at which as many frames arrive as get through. It need not be a whole number.
type Equilibrium struct {
	Backlog float64 `json:"backlog"`
	Stable  bool    `json:"stable"` // from a backlog near it, the chain drifts back to it
}

// Verdict is the behaviour of a channel in the long run.
type Verdict int

// The verdicts. What is called bistable here is unstable in Lam's words.
const (
	Stable     Verdict = iota // one equilibrium, at which most frames get through
	Bistable                  // two stable equilibria, one of them saturated, and an unstable one between them
	Overloaded                // one equilibrium, at which the channel is saturated
)

var verdictNames = [...]string{"stable", "bistable", "overloaded"}

// String returns the name of the verdict.
func (v Verdict) String() string {
	if v < 0 || int(v) >= len(verdictNames) {
		return fmt.Sprintf("Verdict(%d)", int(v))
	}
	return verdictNames[v]
}

// Equilibria returns the equilibria, in ascending order of backlog. They are the zeros of the drift: the frames that
// arrive in a slot less those that get through. The drift is known for whole numbers, and interpolated linearly between
// them.
func (l *Lam) Equilibria() (list []Equilibrium) {
	drift := func(n int) float64 { return l.In(float64(n)) - l.Out(float64(n)) }
	last := drift(0)
	if last <= 0 { // a single user has no backlog
		return []Equilibrium{{0, true}}
	}
	for n := 1; n <= l.Users; n++ {
		next := drift(n)
		if last > 0 != (next > 0) {
			list = append(list, Equilibrium{float64(n-1) + last/(last-next), last > 0})
		}
		last = next
	}
	return list
}

// Judge returns the verdict on equilibria. For a bistable channel it also returns the greatest
// backlog from which the channel recovers, Lam's n_c: the integer part of the unstable equilibrium.
//
// A single equilibrium is saturated if more than one frame is sent in a slot: if fewer were sent, more would
// get through.
func (l *Lam) Judge(list []Equilibrium) (v Verdict, limit int) {
	if len(list) >= 3 {
		return Bistable, int(list[1].Backlog)
	}
	if n := list[0].Backlog; l.In(n)+float64(n*l.P) > 1 {
		return Overloaded, 0
	}
	return Stable, 0
}

// StableWindow returns the least K, for retransmission in one of K slots, from which on a
// channel is stable: Lam's K(N, s). If the load is below what the channel can carry, there is always
// such a K, because users that wait long enough hardly send. StableWindow returns 0 if there is none up to most.
func StableWindow(users int, s, r float64, most int) int {
	stable := func(k int) bool {
		l := Lam{Users: users, S: s, P: OverWindow(float64(k), r), R: r}
		v, _ := l.Judge(l.Equilibria())
		return v == Stable
	}
	if !stable(most) {
		return 0
	}
	low, high := 0, most // low is not stable, high is
	for high-low > 1 {
		if mid := (low + high) / 2; stable(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return high
}
