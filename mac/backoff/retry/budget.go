package retry

import (
	"sync"
	"time"
)

// Budget bounds the retries of many callers together, so that a server that fails is
// not given several times its load: at no retry have the last ten seconds seen more
// retries than a share of the work begun in them, and a few a second besides. Work that
// finds the budget spent fails at once, with [ErrBudget]; first attempts always pass.
//
// It is the token bucket of Finagle's RetryBudget (Twitter 2016, whose defaults are 20 %
// and 10 a second): each piece of work pays in the share of a token, each retry takes
// one out, and both are forgotten after ten seconds. One budget serves one server, and
// may be shared by any number of Retriers and goroutines.
type Budget struct {
	share   float64
	reserve float64 // tokens that are there without any work

	mu      sync.Mutex
	started bool
	epoch   time.Time // the beginning of second 0
	second  int64     // the latest
	slots   [budgetSeconds]traffic
}

// traffic is what one second has seen.
type traffic struct{ begun, retries int64 }

const budgetSeconds = 10

// NewBudget allows retries for a share of the work begun (0.1: one retry to ten pieces
// of work), and perSecond besides. Less than 0, or not a number, is 0.
func NewBudget(share, perSecond float64) *Budget {
	return &Budget{share: atLeast0(share), reserve: atLeast0(float64(perSecond * budgetSeconds))}
}

func atLeast0(x float64) float64 {
	if x > 0 {
		return x
	}
	return 0
}

// begin counts a piece of work.
func (b *Budget) begin(now time.Time) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slot(now).begun++
}

// take asks for a retry.
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

// slot returns the second of an instant, and forgets those too long ago. An instant
// before the latest, which another goroutine's clock may bring, counts as that.
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
