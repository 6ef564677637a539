package submit

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Network is a queue and its clients at some instant of a run. Build one with [New].
// It implements [medium.Network].
//
// A frame of the result is a job, an attempt one that has reached the queue, a collision a
// crash. Failures of a job count deferrals too. Throughput is the share of the time that
// jobs were served which came to be submitted; share_collision is the time that the
// queue was down, or served an attempt that a crash aborted.
//
// At one picosecond the queue restarts first, then attempts arrive, in the order of clients,
// then one is served, then clients look and start. So the queue is up for who arrives at the
// end of its down-time; an attempt that is served gives its descriptors back when that instant
// is over, too late for one that arrives at it, in time for a client that looks.
type Network struct{ schedd *schedd }

var (
	_ medium.Network = (*Network)(nil)
	_ medium.Tallier = (*Network)(nil)
	_ medium.Placer  = (*Network)(nil)
)

// Run simulates everything that happens before the instant until, and nothing at or after it.
// It returns early when a condition of [Config.Until] has ended the run; see [Network.Done].
// With [phy.Forever] it returns when nothing more can happen. An error ends the run where it
// stands; its figures can still be read.
func (n *Network) Run(until phy.Time) error { return n.schedd.Run(until) }

// Interrupt ends the Run that is under way, or else the next one, with
// [medium.ErrInterrupted]. Any goroutine may call it, and more than once.
func (n *Network) Interrupt() { n.schedd.Interrupt() }

// Now returns the instant up to which the network has run.
func (n *Network) Now() phy.Time { return n.schedd.Now() }

// Done reports whether a condition has ended the run.
func (n *Network) Done() bool { return n.schedd.Done() }

// BitTime returns the bit time that results and events count simulated time in, beside
// picoseconds.
func (n *Network) BitTime() phy.Time { return n.schedd.BitTime() }

// Observe attaches an observer. It must be called before the first Run.
func (n *Network) Observe(o medium.Observer) { n.schedd.Observe(o) }

// Result returns the figures of the run so far. Scenario, Version and Engine are the caller's
// to fill in; Complete reports that the run has not failed.
func (n *Network) Result() *medium.Result { return n.schedd.Result() }

// Tally returns the counts of the run so far. It implements [medium.Tallier].
func (n *Network) Tally() medium.Tally { return n.schedd.Tally() }

// EachDelay calls its arguments with each delay so far, in ascending order, and the number of
// times that it was met. Delays are in nanoseconds, to a thousandth of themselves. The access
// delay is the same as the delay, since nothing waits in a queue first.
func (n *Network) EachDelay(access, delay func(ns int64, works uint64)) {
	n.schedd.EachDelay(access, delay)
}

// EachPlaced has f called for each job that is done from now on, with the time that it took
// up. It implements [medium.Placer].
func (n *Network) EachPlaced(f func(from, until phy.Time)) { n.schedd.EachPlaced(f) }

// Placed returns the instant before which no job lies that is not done yet. It implements
// [medium.Placer].
func (n *Network) Placed() phy.Time { return n.schedd.Placed() }

// Len returns the number of clients.
func (n *Network) Len() int { return n.schedd.Len() }

// Name returns the name of a client, by number from 0.
func (n *Network) Name(i int) string { return n.schedd.Name(i) }

// Address returns the address of a destination, that of [phy.StationAddress], or the zero
// address where the destination is negative.
func (n *Network) Address(destination int32) phy.Address { return n.schedd.Address(destination) }

// Release returns the memory for use by the networks that come after this one. Nothing may be asked of
// this one any more.
func (n *Network) Release() { n.schedd.Release() }
