package retry

import (
	"context"
	"sync"
	"time"
)

// Clock tells a [Retrier] the time, and waits. [System] is the machine's clock; [Virtual] is for
// tests.
type Clock interface {
	Now() time.Time
	// Sleep waits for d. If ctx ends first, it returns context.Cause(ctx) at once.
	Sleep(ctx context.Context, d time.Duration) error
}

// System is the machine's clock. In a bubble of testing/synctest it shows the time of the bubble.
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

// Virtual is a clock on which a wait takes no time: it moves the clock forward. The zero value
// starts at the beginning of 1970. The deadline of a context is a time of the machine's clock and
// therefore far away. Goroutines may share one; each moves it by its own waits.
type Virtual struct {
	mu      sync.Mutex
	elapsed time.Duration
}

// Now returns the start plus all waits so far.
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
