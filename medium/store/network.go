package store

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Network is a store and its clients at some instant of a run. Build one with
// [New]. It implements [medium.Network].
//
// A draw is made at the instant that needs it, one leg for each message as it is sent:
// by the client at the beginning and when it has read, by the store as a request reaches
// it. After a refused write the client draws the leg of its next read first, then asks
// its policy; the read arrives after both. Each client has a stream for its legs, one for
// its policy and one for the times it thinks; recorded draws are given out in the order of
// all clients' instants.
//
// What happens at one picosecond happens in this order: clients begin; then who is further
// along goes first (answers to writes, writes, answers to reads, reads), so that a read
// sees what has been written by then; then by client. So of several writes of one picosecond the
// first client's wins.
//
// A client's instants are kept to a fraction of a picosecond, so that roundings do not add
// up: each event stands at the picosecond nearest to the sum of its draws.
type Network struct{ store *store }

var (
	_ medium.Network = (*Network)(nil)
	_ medium.Tallier = (*Network)(nil)
	_ medium.Placer  = (*Network)(nil)
)

// Run simulates everything that happens before the instant until, and nothing at or after it.
// It returns early when a condition of [Config.Until] has ended the run; see [Network.Done].
// With [phy.Forever] it returns when nothing more can happen. An error ends the run where it
// stands; its figures can still be read.
func (n *Network) Run(until phy.Time) error { return n.store.Run(until) }

// Interrupt ends the Run that is under way, or else the next one, with
// [medium.ErrInterrupted]. Any goroutine may call it, and more than once.
func (n *Network) Interrupt() { n.store.Interrupt() }

// Now returns the instant up to which the network has run.
func (n *Network) Now() phy.Time { return n.store.Now() }

// Done reports whether a condition has ended the run.
func (n *Network) Done() bool { return n.store.Done() }

// BitTime returns the bit time that results and events count simulated time in, beside
// picoseconds.
func (n *Network) BitTime() phy.Time { return n.store.BitTime() }

// Observe attaches an observer. It must be called before the first Run.
func (n *Network) Observe(o medium.Observer) { n.store.Observe(o) }

// Result returns the figures of the run so far. Scenario, Version and Engine are the caller's
// to fill in; Complete reports that the run has not failed.
func (n *Network) Result() *medium.Result { return n.store.Result() }

// Tally returns the counts of the run so far. It implements [medium.Tallier].
func (n *Network) Tally() medium.Tally { return n.store.Tally() }

// EachDelay calls its arguments with each delay so far, in ascending order, and the number of
// times that it was met. Delays are in nanoseconds, to a thousandth of themselves. The access
// delay is the same as the delay, since nothing waits in a queue first.
func (n *Network) EachDelay(access, delay func(ns int64, works uint64)) {
	n.store.EachDelay(access, delay)
}

// EachPlaced has f called for each change that is done from now on, with the time that it took
// up. It implements [medium.Placer].
func (n *Network) EachPlaced(f func(from, until phy.Time)) { n.store.EachPlaced(f) }

// Placed returns the instant before which no change lies that is not done yet. It implements
// [medium.Placer].
func (n *Network) Placed() phy.Time { return n.store.Placed() }

// Len returns the number of clients.
func (n *Network) Len() int { return n.store.Len() }

// Name returns the name of a client, by number from 0.
func (n *Network) Name(i int) string { return n.store.Name(i) }

// Address returns the address of a destination, that of [phy.StationAddress], or the zero
// address where the destination is negative.
func (n *Network) Address(destination int32) phy.Address { return n.store.Address(destination) }

// Release returns the memory for use by the networks that come after this one. Nothing may be asked of
// this one any more.
func (n *Network) Release() { n.store.Release() }
