package retry

import (
	"context"
	"sync"
	"time"
)

// Clock is what a [Retrier] tells the time by, and waits on. [System] is the machine's;
// [Virtual] serves tests.
type Clock interface {
	Now() time.Time
	// Sleep waits for d. Where ctx ends before that, it returns context.Cause(ctx) at
	// once.
	Sleep(ctx context.Context, d time.Duration) error
}

// System is the clock of the machine. Within a bubble of testing/synctest its time is
// that bubble's.
var System Clock = system{}

type system struct{}

func (system) Now() time.Time { return time.Now() }

func (system) Sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return context.Cause(ctx)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Virtual is a clock on which a wait takes no time at all: it moves the clock forward.
// The zero value stands at the beginning of 1970, so that the deadline of a context, which
// is the machine's, is far away. Goroutines may share one; each moves it by its own waits.
type Virtual struct {
	mu      sync.Mutex
	elapsed time.Duration
}

// Now is when all waits so far have brought the clock to.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return time.Unix(0, 0).UTC().Add(v.elapsed)
}

// Sleep moves the clock forward by d, unless ctx has ended.
func (v *Virtual) Sleep(ctx context.Context, d time.Duration) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.elapsed = add(v.elapsed, max(d, 0))
	return nil
}
