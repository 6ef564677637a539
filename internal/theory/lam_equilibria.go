package theory

import "fmt"

// Equilibrium is a backlog at which as much comes as gets through, not only whole ones.
type Equilibrium struct {
	Backlog float64 `json:"backlog"`
	Stable  bool    `json:"stable"` // what is a little away from it drifts back
}

// Verdict says how a channel behaves in the long run.
type Verdict int

// Verdicts. Lam calls a channel unstable that is bistable here.
const (
	Stable     Verdict = iota // one equilibrium, at which most gets through
	Bistable                  // two that are stable, one of them saturated; between them one that is not
	Overloaded                // one equilibrium, at which the channel is saturated
)

var verdictNames = [...]string{"stable", "bistable", "overloaded"}

// String names it.
func (v Verdict) String() string {
	if v < 0 || int(v) >= len(verdictNames) {
		return fmt.Sprintf("Verdict(%d)", int(v))
	}
	return verdictNames[v]
}

// Equilibria gives the equilibria, from the least backlog on: the zeros of the drift, what
// comes in a slot less what gets through. The backlog is a whole number; between two the
// drift is taken to be a straight line.
func (l *Lam) Equilibria() (list []Equilibrium) {
	drift := func(n int) float64 { return l.In(float64(n)) - l.Out(float64(n)) }
	last := drift(0)
	if last <= 0 { // of one user there is no backlog
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

// Judge gives the verdict of equilibria; of a bistable channel also the limit of the
// backlog that the channel comes back from, Lam's n_c: the whole part of the unstable one.
//
// One equilibrium is saturated where more than one frame is sent in a slot: of fewer, more would
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

// StableWindow gives the least K, for retransmission in one of K slots, from which on a
// channel is stable: Lam's K(N, s). For a load below what a channel can carry there always is
// one: users that wait long enough hardly send. 0 is none up to most.
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
