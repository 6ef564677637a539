package store

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Network is a store and its clients, at some instant of a run. Make one with [New]. It implements
// [medium.Network].
//
// A draw is made at the instant that needs it: one leg for each message when it is sent, by the
// client at the beginning and when it has read, by the store when a request reaches it. After a
// refused write the client first draws the leg of its next read and then asks its policy; the read
// arrives after both times. Each client has one stream for its legs, one for its policy and one for
// its think times. Recorded draws are used in the order of the instants of all clients.
//
// What happens at one picosecond happens in this order: clients begin; then the client that is
// further along goes first (responses to writes, writes, responses to reads, reads), so that a read
// sees all writes up to then; then by client. Of several writes at one picosecond the first
// client's therefore succeeds.
//
// A client's instants are kept to a fraction of a picosecond, so that roundings do not accumulate:
// each event is at the picosecond nearest to the sum of its draws.
type Network struct{ store *store }

var (
	_ medium.Network = (*Network)(nil)
	_ medium.Tallier = (*Network)(nil)
	_ medium.Placer  = (*Network)(nil)
)

// Run simulates everything that happens before the instant until, and nothing at or after it. It
// returns early if a condition of [Config.Until] ends the run; see [Network.Done]. With
// [phy.Forever] it returns when nothing more can happen. An error ends the run at once; the figures
// so far can still be read.
func (n *Network) Run(until phy.Time) error { return n.store.Run(until) }

// Interrupt ends the current Run, or the next one if there is none, with [medium.ErrInterrupted].
// Any goroutine may call it, any number of times.
func (n *Network) Interrupt() { n.store.Interrupt() }

// Now returns the instant up to which the network has run.
func (n *Network) Now() phy.Time { return n.store.Now() }

// Done reports whether a condition has ended the run.
func (n *Network) Done() bool { return n.store.Done() }

// BitTime returns the unit, besides picoseconds, in which results and events show simulated time.
func (n *Network) BitTime() phy.Time { return n.store.BitTime() }

// Observe attaches an observer. It must be called before the first Run.
func (n *Network) Observe(o medium.Observer) { n.store.Observe(o) }

// Result returns the figures of the run so far. The caller may set Scenario, Version and Engine.
// Complete reports whether the run has not failed.
func (n *Network) Result() *medium.Result { return n.store.Result() }

// Tally returns the counts of the run so far. It implements [medium.Tallier].
func (n *Network) Tally() medium.Tally { return n.store.Tally() }

// EachDelay calls its arguments with each delay so far, in ascending order, and the number of times
// that it occurred. Delays are in nanoseconds, to a thousandth of themselves. The access delay is
// the same as the delay, because nothing waits in a queue first.
func (n *Network) EachDelay(access, delay func(ns int64, works uint64)) {
	n.store.EachDelay(access, delay)
}

// EachPlaced calls f for each change that is done from now on, with the time that it took. It
// implements [medium.Placer].
func (n *Network) EachPlaced(f func(from, until phy.Time)) { n.store.EachPlaced(f) }

// Placed returns an instant after which every change that is not done yet takes its time. It
// implements [medium.Placer].
func (n *Network) Placed() phy.Time { return n.store.Placed() }

// Len returns the number of clients.
func (n *Network) Len() int { return n.store.Len() }

// Name returns the name of a client, by number from 0.
func (n *Network) Name(i int) string { return n.store.Name(i) }

// Address returns the address of a destination, that of [phy.StationAddress], or the zero address
// if the destination is negative.
func (n *Network) Address(destination int32) phy.Address { return n.store.Address(destination) }

// Release returns the network's memory for use by later networks. The network must not be used
// after it.
func (n *Network) Release() { n.store.Release() }
