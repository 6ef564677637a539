package medium

import (
	"errors"

	"github.com/csmacd/csmacd/phy"
)

// The errors of media that a program may want to tell apart, by errors.Is. An error of a call, such as a
// bus.New or an Inject, begins with the name of its package. An error that ends a run, which
// Run returns, begins with the station and the instant, where it has them.
var (
	// ErrInterrupted is the error of a run that [Network.Interrupt] ended. As after any
	// other error, the figures of the run so far can still be read.
	ErrInterrupted = errors.New("interrupted")

	// ErrOver is the error of a call that came too late: the run has ended by one of its
	// conditions.
	ErrOver = errors.New("the run is over")

	// ErrRefused is the error of a frame that cannot be queued as it is: the line does not take
	// its size, there is no such destination, or the run has passed its instant.
	ErrRefused = errors.New("the frame is refused")

	// ErrNoStation is the error of a station that the network does not have.
	ErrNoStation = errors.New("no such station")
)

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
	// Result returns the figures of the run so far. Scenario, Version and Engine are the
	// caller's to fill in; Complete says that the run has not failed.
	Result() *Result
	// Release returns the memory for use by the networks that come after this one, of which
	// nothing may be asked any more. It need not be called: many short runs are
	// faster for it.
	Release()
}
