package backoff

import (
	"errors"
	"math"
)

// MaxDelay is the longest delay that a policy gives, in units: what would be longer, or
// overflow, is this. Whoever turns a delay into a time has to bound it to times of its own.
const MaxDelay = 1 << 52

// State is what a sender keeps between two failures of one piece of work. Its
// owner resets it when the work is done or given up.
type State struct {
	Attempt  int     // failures so far, the one being backed off from included: 1, 2, ...
	Previous float64 // the last delay, in units; at failure 1 what was waited for before the first attempt, 0: not known
	Elapsed  float64 // time since the work began, in units
	Spare    uint64  // one word that belongs to the policy, kept from one piece of work to the next
	Draws    Draws   // where variates come from; nil: the sender's stream
	Failed   error   // why the policy could not go on, where it stopped for that; see [Err]
}

// Reset makes the state that of new work, which begins after a wait (0: none, or not
// known). The policy's own word and the source of draws stay.
func (s *State) Reset(waited float64) {
	*s = State{Previous: waited, Spare: s.Spare, Draws: s.Draws}
}

// Policy says how long to wait after a failure. A policy is immutable: senders
// share it, each with a state and a stream of its own.
type Policy interface {
	// Name is what a scenario calls the policy.
	Name() string
	// Next returns the delay before the next attempt in units (a slot on a cable),
	// 0 to [MaxDelay], or stop, when the policy gives up. s.Attempt is the number of
	// the failure; Next sets s.Previous.
	Next(s *State, r *Rand) (delay float64, stop bool)
}

// Err is implemented by a policy that can fail, such as a script that runs out:
// Next then says stop, and the error that made it so is read here.
type Err interface{ Err(s *State) error }

// ErrScriptEnded is the error of a [Scripted] policy asked for one draw too many.
var ErrScriptEnded = errors.New("the scripted draws have run out")

// ErrScriptRange is the error of a [Scripted] policy whose draw lies outside of
// what the standard's draw could have been.
var ErrScriptRange = errors.New("a scripted draw is out of range")

// wait makes a delay the last one. It stops where that is no number: recorded draws
// have run out.
func (s *State) wait(delay float64) (float64, bool) {
	if math.IsNaN(delay) {
		return 0, true
	}
	s.Previous = within(delay)
	return s.Previous, false
}

// within bounds a delay, or a parameter that is one: no number is 0.
func within(delay float64) float64 {
	if delay >= 0 {
		return min(delay, MaxDelay)
	}
	return 0
}

// atLeast bounds a factor from below; no number is the bound.
func atLeast(least, v float64) float64 {
	if v >= least {
		return min(v, MaxDelay)
	}
	return least
}
