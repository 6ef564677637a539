package backoff

import (
	"errors"
	"math"
)

// MaxDelay is the longest delay that a policy returns, in units. It replaces a delay that would be
// longer or would overflow. A caller that converts a delay to a time has to limit it to the range
// of that time.
const MaxDelay = 1 << 52

// State is what a sender keeps between two failures of one piece of work. The owner resets it when
// the work is done or given up.
type State struct {
	Attempt  int     // number of failures so far, including the one being backed off from: 1, 2, ...
	Previous float64 // the last delay, in units; at failure 1 the wait before the first attempt, 0 if not known
	Elapsed  float64 // time since the work began, in units
	Spare    uint64  // one word of the policy's own, kept from one piece of work to the next
	Draws    Draws   // the source of variates; nil: the sender's stream
	Failed   error   // the error at which the policy stopped, if any; see [Err]
}

// Reset makes the state that of new work, which begins after a wait (0: none, or not known). The
// policy's own word and the source of draws stay.
func (s *State) Reset(waited float64) {
	*s = State{Previous: waited, Spare: s.Spare, Draws: s.Draws}
}

// Policy determines how long to wait after a failure. A policy is immutable: senders share it, and
// each has a state and a stream of its own.
type Policy interface {
	// Name returns the policy's name in a scenario.
	Name() string
	// Next returns the delay before the next attempt in units (a slot on a cable), 0 to [MaxDelay].
	// stop is true if the policy gives up. s.Attempt is the number of the failure; Next sets
	// s.Previous.
	Next(s *State, r *Rand) (delay float64, stop bool)
}

// Err is implemented by a policy that can fail, such as a script that runs out, or one that was made
// with a time or a factor that is negative or NaN. Next then returns stop, and Err the reason.
type Err interface{ Err(s *State) error }

// ErrScriptEnded is the error of a [Scripted] policy that is asked for more draws than it has.
var ErrScriptEnded = errors.New("the scripted draws have run out")

// ErrScriptRange is the error of a [Scripted] policy with a draw that the standard's policy cannot
// make.
var ErrScriptRange = errors.New("a scripted draw is out of range")

// wait records a delay as the last one and returns it. It stops if the delay is not a number:
// recorded draws have run out.
func (s *State) wait(delay float64) (float64, bool) {
	if math.IsNaN(delay) {
		return 0, true
	}
	s.Previous = within(delay)
	return s.Previous, false
}

// within limits a delay, or a parameter that is one. NaN and negative numbers become 0.
func within(delay float64) float64 {
	if delay >= 0 {
		return min(delay, MaxDelay)
	}
	return 0
}

// atLeast limits a factor from below. NaN becomes the limit.
func atLeast(least, v float64) float64 {
	if v >= least {
		return min(v, MaxDelay)
	}
	return least
}
