// Package profile describes a backoff policy by itself: how long it waits after each
// failure, and when clients that failed together retry. All clients begin their
// first attempt at 0, and no attempt ever succeeds.
//
// The delays of a table of windows are computed exactly, whether the windows follow one another or each begins at its
// failure, and so are delays that are uniform
// between bounds that depend on the number of the failure only. Every other policy, with
// state, draws and limits of its own, is simulated for many clients.
package profile

import (
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Options determine how a policy is simulated. All are required.
type Options struct {
	Failures int     // of each client
	Clients  int     // number of clients
	Seed     uint64  // of their random streams, which are the same for every policy
	Scale    float64 // the policy's 1, in units
	Takes    float64 // length of an attempt, in units
}

// MostDelays limits the delays that one profile draws: clients times failures.
const MostDelays = 100_000_000

// Profile is the behaviour of a policy. Times are in units.
type Profile struct {
	Failures []Failure `json:"failures"`
	Rate     []Bin     `json:"rate"`              // of retries, for each client and unit of time, over the time since the first attempts
	Slots    []Slot    `json:"slots,omitempty"`   // the exact rate in every slot; absent if it is unknown or too long
	Peaks    []Peak    `json:"peaks"`             // to which the rate rises after it was lower
	Exact    bool      `json:"exact"`             // rate and peaks are exact; false: peaks are those that chance does not explain
	Stopped  string    `json:"stopped,omitempty"` // why clients gave up, if some did
}

// Failure is the delay after the n-th failure of the clients that go on.
type Failure struct {
	N     int     `json:"failure"`
	Share float64 `json:"share"` // of all clients that go on, 0 to 1

	Mean float64 `json:"mean"`
	Half float64 `json:"half"` // half the 95 % interval of the mean; 0: the mean is exact

	P5    float64 `json:"p5"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	Exact bool    `json:"exact"` // all of these are exact; false: they are of the simulated clients

	Total     float64 `json:"total"`      // mean of all delays up to this one
	TotalHalf float64 `json:"total_half"` // as Half

	Binary float64 `json:"binary,omitempty"` // (2^n-1)/2, the mean of binary exponential backoff without a limit; 0 for other policies
}

// Bin is an interval of time with the rate of retries in it.
type Bin struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`    // if times are whole numbers, the first one after the bin
	At    float64 `json:"at"`    // its middle
	Rate  float64 `json:"rate"`  // retries for each client and unit of time
	Error float64 `json:"error"` // standard error of Rate; 0: exact
}

// Slot is the number of retries that a client makes in a slot, on average.
type Slot struct {
	At   float64 `json:"at"`
	Rate float64 `json:"rate"`
}

// Peak is the highest rate between two intervals with lower rates.
type Peak struct {
	At     float64 `json:"at"`
	Rate   float64 `json:"rate"`
	Trough float64 `json:"trough"` // the lowest rate before it, since the last peak
}

// Of returns the profile of a policy.
func Of(p backoff.Policy, o Options) Profile {
	f := follow(p, o)
	prof := Profile{Failures: f.failures, Stopped: f.stopped}
	var slots []float64
	if f.together { // otherwise a delay depends on which clients are left
		if table := tableOf(p); table != nil {
			windows(prof.Failures, table, o)
			slots = convolve(table, len(f.waiting()), o)
		} else if sizes := consecutive(p, len(f.waiting())); sizes != nil {
			slots = following(prof.Failures, sizes, o)
		} else if worked := slices.Clone(prof.Failures); even(worked, p, o) {
			prof.Failures = worked
		}
	}
	if slots == nil {
		prof.Rate = f.rate.bins(o.Clients, f.whole)
		prof.Peaks = peaks(prof.Rate)
		return prof
	}
	prof.Rate, prof.Exact = gather(slots, o), true
	prof.Peaks = peaks(single(slots, o))
	if len(slots) <= mostSlots {
		prof.Slots = listed(slots, o)
	}
	return prof
}
