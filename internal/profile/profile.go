// Package profile says what a backoff policy comes to: how long it waits after each
// failure, and when those come back who have all failed at once. Clients begin their
// first attempt together at 0, and no attempt ever succeeds.
//
// What a table of windows waits is worked out exactly, one after the other or from each
// failure on, and so are delays that are uniform
// between bounds which hang on the number of the failure alone. Every other policy, with
// state, draws and limits of its own, is followed for many clients.
package profile

import (
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Options say how a policy is followed. All are given.
type Options struct {
	Failures int     // of each client
	Clients  int     // that are followed
	Seed     uint64  // of their streams, which are the same for every policy
	Scale    float64 // what the policy's 1 is, in units
	Takes    float64 // how long an attempt takes, in units
}

// MostDelays is how many delays one profile may draw: clients times failures.
const MostDelays = 100_000_000

// Profile is what a policy comes to. Times are in units.
type Profile struct {
	Failures []Failure `json:"failures"`
	Rate     []Bin     `json:"rate"`              // of retries, a client and unit of time, over the time since the first attempts
	Slots    []Slot    `json:"slots,omitempty"`   // the same of every single slot, exact; none where it is not known, or too long
	Peaks    []Peak    `json:"peaks"`             // to which the rate rises after it has been lower
	Exact    bool      `json:"exact"`             // rate and peaks are; else peaks are what chance does not explain
	Stopped  string    `json:"stopped,omitempty"` // why clients gave up, where some did
}

// Failure is the delay after the n-th failure of those clients who go on.
type Failure struct {
	N     int     `json:"failure"`
	Share float64 `json:"share"` // of all clients that wait once more, 0 to 1

	Mean float64 `json:"mean"`
	Half float64 `json:"half"` // of the interval of 95 % around the mean; 0: the mean is exact

	P5    float64 `json:"p5"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	Exact bool    `json:"exact"` // all of these are; else they are of the clients followed

	Total     float64 `json:"total"`      // mean of all delays up to this one
	TotalHalf float64 `json:"total_half"` // as Half

	Binary float64 `json:"binary,omitempty"` // (2^n-1)/2, the mean of binary exponential backoff without a limit; 0 where the policy is none such
}

// Bin is a stretch of time with the rate of retries in it.
type Bin struct {
	From  float64 `json:"from"`
	To    float64 `json:"to"`    // where times are whole, the first that is no more in it
	At    float64 `json:"at"`    // its middle
	Rate  float64 `json:"rate"`  // retries a client and unit of time
	Error float64 `json:"error"` // standard error of Rate; 0: exact
}

// Slot is the number of retries that a client makes in a slot, on average.
type Slot struct {
	At   float64 `json:"at"`
	Rate float64 `json:"rate"`
}

// Peak is where the rate is highest between two stretches that are lower.
type Peak struct {
	At     float64 `json:"at"`
	Rate   float64 `json:"rate"`
	Trough float64 `json:"trough"` // the lowest rate before it, since the last peak
}

// Of gives the profile of a policy.
func Of(p backoff.Policy, o Options) Profile {
	f := follow(p, o)
	prof := Profile{Failures: f.failures, Stopped: f.stopped}
	var slots []float64
	if f.together { // else a delay hangs on who is left
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
