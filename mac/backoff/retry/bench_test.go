package retry_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/retry"
)

// A wait allocates only its timer, and success allocates nothing.
func TestAllocates(t *testing.T) {
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Nanosecond, Clock: &retry.Virtual{}, Budget: retry.NewBudget(1000, 0)}
	cost := func(failures int) float64 {
		n := 0
		op := func(context.Context) error {
			if n++; n%(failures+1) != 0 {
				return errBusy
			}
			return nil
		}
		return testing.AllocsPerRun(200, func() { _ = r.Do(context.Background(), op) })
	}
	assert.Zero(t, cost(0))
	assert.Equal(t, cost(1), cost(9))
}

// Our part of a retry: a failure, the budget, the policy, on a clock that does not wait.
func BenchmarkWait(b *testing.B) {
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Nanosecond, Clock: &retry.Virtual{}, Budget: retry.NewBudget(1e9, 0)}
	n := 0
	b.ReportAllocs()
	_ = r.Do(context.Background(), func(context.Context) error {
		if n++; n <= b.N {
			return errBusy
		}
		return nil
	})
}

// An operation that succeeds at once.
func BenchmarkSuccess(b *testing.B) {
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Nanosecond}
	op := func(context.Context) error { return nil }
	b.ReportAllocs()
	for b.Loop() {
		_ = r.Do(context.Background(), op)
	}
}
