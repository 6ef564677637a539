package server

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Network is a server and its clients, at some instant of a run. Make one with [New]. It implements
// [medium.Network].
//
// What happens at one picosecond happens in the order that the original would have if each of its
// timers were a little late, as timers are: the server stops or continues; clients give up;
// requests are sent; the server looks at the clock, for the newest request first. A response at the
// very instant of its client's time-out is therefore too late, and a request that has been in the
// server for exactly its delay is done.
type Network struct{ server *server }

var (
	_ medium.Network = (*Network)(nil)
	_ medium.Tallier = (*Network)(nil)
	_ medium.Placer  = (*Network)(nil)
)

// Run simulates everything that happens before the instant until, and nothing at or after it. It
// returns early if a condition of [Config.Until] ends the run; see [Network.Done]. With
// [phy.Forever] it returns when nothing more can happen. An error ends the run at once; the figures
// so far can still be read.
func (n *Network) Run(until phy.Time) error { return n.server.Run(until) }

// Interrupt ends the current Run, or the next one if there is none, with [medium.ErrInterrupted].
// Any goroutine may call it, any number of times.
func (n *Network) Interrupt() { n.server.Interrupt() }

// Now returns the instant up to which the network has run.
func (n *Network) Now() phy.Time { return n.server.Now() }

// Done reports whether a condition has ended the run.
func (n *Network) Done() bool { return n.server.Done() }

// BitTime returns the unit, besides picoseconds, in which results and events show simulated time.
func (n *Network) BitTime() phy.Time { return n.server.BitTime() }

// Observe attaches an observer. It must be called before the first Run.
func (n *Network) Observe(o medium.Observer) { n.server.Observe(o) }

// Result returns the figures of the run so far. The caller may set Scenario, Version and Engine.
// Complete reports whether the run has not failed.
func (n *Network) Result() *medium.Result { return n.server.Result() }

// Tally returns the counts of the run so far. It implements [medium.Tallier].
func (n *Network) Tally() medium.Tally { return n.server.Tally() }

// EachDelay calls its arguments with each delay so far, in ascending order, and the number of times
// that it occurred. Delays are in nanoseconds, to a thousandth of themselves. The access delay is
// the same as the delay, because nothing waits in a queue first.
func (n *Network) EachDelay(access, delay func(ns int64, works uint64)) {
	n.server.EachDelay(access, delay)
}

// EachPlaced calls f for each piece of work that is done from now on, with the time that it took.
// It implements [medium.Placer].
func (n *Network) EachPlaced(f func(from, until phy.Time)) { n.server.EachPlaced(f) }

// Placed returns an instant after which every piece of work that is not done yet takes its time. It
// implements [medium.Placer].
func (n *Network) Placed() phy.Time { return n.server.Placed() }

// Len returns the number of clients.
func (n *Network) Len() int { return n.server.Len() }

// Name returns the name of a client, by number from 0.
func (n *Network) Name(i int) string { return n.server.Name(i) }

// Address returns the address of a destination, that of [phy.StationAddress], or the zero address
// if the destination is negative.
func (n *Network) Address(destination int32) phy.Address { return n.server.Address(destination) }

// Release returns the network's memory for use by later networks. The network must not be used
// after it.
func (n *Network) Release() { n.server.Release() }
