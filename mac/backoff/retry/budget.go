package retry

import (
	"sync"
	"time"
)

// Budget limits the retries of many callers together, so that a server that fails does not receive
// several times its load. Each retry is covered by work that has begun in the ten seconds before
// it, by a share of a retry each, or by one of a few that are always allowed each second. Work that finds the budget spent fails at once with
// [ErrBudget]. First attempts are always allowed.
//
// It is the token bucket of Finagle's RetryBudget (Twitter 2016, with defaults of 20 % and 10 per
// second). Each piece of work adds the share as a fraction of a token, each retry removes one
// token, and both are forgotten after ten seconds. One budget serves one server. Any number of
// Retriers and goroutines may share it.
type Budget struct {
	share   float64
	reserve float64 // tokens that exist without any work

	mu      sync.Mutex
	started bool
	epoch   time.Time // the start of second 0
	second  int64     // the latest second
	slots   [budgetSeconds]traffic
}

// traffic counts the events of one second.
type traffic struct{ begun, retries int64 }

const budgetSeconds = 10

// NewBudget returns a budget that allows retries for a share of the work begun (0.1: one retry per
// ten pieces of work), plus perSecond. A number that is negative or NaN counts as 0.
func NewBudget(share, perSecond float64) *Budget {
	return &Budget{share: atLeast0(share), reserve: atLeast0(float64(perSecond * budgetSeconds))}
}

func atLeast0(x float64) float64 {
	if x > 0 {
		return x
	}
	return 0
}

// begin counts the start of a piece of work.
func (b *Budget) begin(now time.Time) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slot(now).begun++
}

// take reports whether the budget allows a retry, and counts it if so.
func (b *Budget) take(now time.Time) bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	slot := b.slot(now)
	var all traffic
	for _, s := range b.slots {
		all.begun += s.begun
		all.retries += s.retries
	}
	if float64(all.retries+1) > b.reserve+float64(b.share*float64(all.begun)) {
		return false
	}
	slot.retries++
	return true
}

// slot returns the counts of the second of an instant, and clears those that are too old. An
// instant before the latest one, which the clock of another goroutine may produce, counts as the
// latest.
func (b *Budget) slot(now time.Time) *traffic {
	if !b.started {
		b.started, b.epoch = true, now
	}
	second := max(b.second, int64(now.Sub(b.epoch)/time.Second))
	if second-b.second >= budgetSeconds {
		clear(b.slots[:])
	} else {
		for s := b.second + 1; s <= second; s++ {
			b.slots[s%budgetSeconds] = traffic{}
		}
	}
	b.second = second
	return &b.slots[second%budgetSeconds]
}
