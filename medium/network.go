package medium

import (
	"errors"

	"github.com/csmacd/csmacd/phy"
)

// The errors of media that a program may want to tell apart, with errors.Is. The text of an error
// of a call, such as bus.New or Inject, begins with the name of its package. The text of an error
// that ends a run, which Run returns, begins with the station and the instant if it has them.
var (
	// ErrInterrupted is the error of a run that [Network.Interrupt] ended. As after any
	// other error, the figures of the run so far can still be read.
	ErrInterrupted = errors.New("interrupted")

	// ErrOver is the error of a call after a condition has ended the run.
	ErrOver = errors.New("the run is over")

	// ErrRefused is the error of a frame that cannot be queued: the line does not accept its size,
	// its destination does not exist, or the instant has been run already.
	ErrRefused = errors.New("the frame is refused")

	// ErrNoStation is the error of a station that the network does not have.
	ErrNoStation = errors.New("no such station")
)

// Network is a medium of any kind with its stations or clients, at some instant of a run. It is all
// that a program needs to run it, observe it and read its figures. It must not be used by two
// goroutines at once.
type Network interface {
	Stations
	// Run processes everything that happens before the instant until, and nothing at or after it.
	// It returns early if a condition ends the run. An error ends the run at once; the figures so
	// far can still be read.
	Run(until phy.Time) error
	// Interrupt ends the current Run, or the next one if there is none, with ErrInterrupted. Any
	// goroutine may call it, any number of times. Run returns between two instants, except at an
	// instant at which very much happens.
	Interrupt()
	Now() phy.Time
	Done() bool
	// BitTime returns the unit, besides picoseconds, in which results and events show simulated
	// time.
	BitTime() phy.Time
	// Observe attaches an observer. It must be called before the first Run.
	Observe(Observer)
	// Result returns the figures of the run so far. The caller may set Scenario, Version and
	// Engine. Complete reports whether the run has not failed.
	Result() *Result
	// Release returns the network's memory for use by later networks. The network must not be used
	// after it. The call is optional: it makes many short runs faster.
	Release()
}
