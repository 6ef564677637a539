package medium

import (
	"errors"

	"github.com/csmacd/csmacd/phy"
)

// ErrInterrupted is the error of a run that [Network.Interrupt] ended. As after any
// other error, the figures of the run so far can still be read.
var ErrInterrupted = errors.New("interrupted")

// Network is a medium of any kind and those who contend for it, at some instant of a
// run: what whoever runs one, watches it, and reads its figures needs to know of it.
// It must not be used by two goroutines at once.
type Network interface {
	Stations
	// Run works off everything that happens before the instant until, and nothing
	// at or after it. It returns early when a condition has ended the run. An error
	// ends the run where it stands; its figures can still be read.
	Run(until phy.Time) error
	// Interrupt ends the Run that is under way, or else the next one, with
	// ErrInterrupted. It may be called by any goroutine, and more than once. Run
	// returns between two instants; only an instant at which very much happens is
	// left in its middle.
	Interrupt()
	Now() phy.Time
	Done() bool
	// BitTime is what results and events count simulated time in, beside picoseconds.
	BitTime() phy.Time
	// Observe attaches an observer. It must be called before the first Run.
	Observe(Observer)
	// Result gives the figures of the run so far. Scenario, Version and Engine are the
	// caller's to fill in; Complete says that the run has not failed.
	Result() *Result
	// Release gives memory back for the networks that come after this one, of which
	// nothing may be asked any more. It need not be called: many short runs are
	// faster for it.
	Release()
}
