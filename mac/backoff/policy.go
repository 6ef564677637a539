package backoff

import "errors"

// State is what a sender keeps between two failures of one piece of work. Its
// owner resets it when the work is done or given up.
type State struct {
	Attempt  int     // failures so far, the one being backed off from included: 1, 2, ...
	Previous float64 // the last delay, in units
	Elapsed  float64 // time since the work began, in units
	Spare    uint64  // one word that belongs to the policy, kept from one piece of work to the next
}

// Policy says how long to wait after a failure. A policy is immutable: senders
// share it, each with a state and a stream of its own.
type Policy interface {
	// Name is what a scenario calls the policy.
	Name() string
	// Next gives the delay before the next attempt in units (a slot on a cable),
	// or stop, when the policy gives up. s.Attempt is the number of the failure.
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
