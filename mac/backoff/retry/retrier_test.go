package retry_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/retry"
)

// delays is a policy that waits the delays listed, and then stops.
type delays []float64

func (delays) Name() string { return "delays" }

func (d delays) Next(s *backoff.State, _ *backoff.Rand) (float64, bool) {
	if s.Attempt > len(d) {
		return 0, true
	}
	return d[s.Attempt-1], false
}

var errBusy = errors.New("busy")

// busy is an operation that fails n times.
func busy(n int) func(context.Context) error {
	return func(context.Context) error {
		if n--; n >= 0 {
			return errBusy
		}
		return nil
	}
}

const always = 1 << 30

// gaveUp requires an error of this package.
func gaveUp(t *testing.T, err error) *retry.Error {
	t.Helper()
	var e *retry.Error
	require.ErrorAs(t, err, &e)
	return e
}

// A shop saves an order in a database that is busy three times. The waits are those of the policy,
// in its unit.
func TestSucceedsInTheEnd(t *testing.T) {
	var clock retry.Virtual
	var waits []retry.Wait
	r := retry.Retrier{Policy: delays{1, 2.5, 4}, Unit: 10 * time.Millisecond, Clock: &clock,
		Notify: func(w retry.Wait) { waits = append(waits, w) }}
	require.NoError(t, r.Do(t.Context(), busy(3)))
	assert.Equal(t, []retry.Wait{
		{1, 10 * time.Millisecond, 0, errBusy},
		{2, 25 * time.Millisecond, 10 * time.Millisecond, errBusy},
		{3, 40 * time.Millisecond, 35 * time.Millisecond, errBusy},
	}, waits)
	assert.Equal(t, 75*time.Millisecond, clock.Now().Sub(time.Unix(0, 0)))
}

// Every way to end, each with the operation's last error, the reason, the number of attempts and
// the time.
func TestGivesUp(t *testing.T) {
	cause := errors.New("the shop is closed")
	for _, k := range []struct {
		name    string
		retrier retry.Retrier
		op      func(context.Context) error
		why     error
		tries   int
		elapsed time.Duration
	}{
		{"attempts", retry.Retrier{Policy: backoff.Fixed(3), MaxAttempts: 4}, busy(always), retry.ErrAttempts, 4, 9 * time.Second},
		{"one attempt", retry.Retrier{Policy: backoff.Fixed(3), MaxAttempts: 1}, busy(always), retry.ErrAttempts, 1, 0},
		{"a wait to the very end of the time is begun", retry.Retrier{Policy: backoff.Fixed(3), MaxElapsed: 9 * time.Second}, busy(always), retry.ErrElapsed, 4, 9 * time.Second},
		{"a wait beyond it is not", retry.Retrier{Policy: backoff.Fixed(3), MaxElapsed: 9*time.Second - 1}, busy(always), retry.ErrElapsed, 3, 6 * time.Second},
		{"the policy stops", retry.Retrier{Policy: delays{1, 1}}, busy(always), retry.ErrStopped, 3, 2 * time.Second},
		{"the policy fails", retry.Retrier{Policy: backoff.Script(nil, 5)}, busy(always), backoff.ErrScriptEnded, 2, 5 * time.Second},
		{"no budget", retry.Retrier{Policy: backoff.Fixed(0), Budget: retry.NewBudget(2, 0)}, busy(always), retry.ErrBudget, 3, 0},
		{"permanent", retry.Retrier{Policy: backoff.Fixed(3)}, func(context.Context) error { return fmt.Errorf("save: %w", retry.Permanent(errBusy)) }, retry.ErrPermanent, 1, 0},
		{"after too long", retry.Retrier{Policy: backoff.Fixed(1), MaxElapsed: time.Minute}, func(context.Context) error { return retry.After(time.Minute, errBusy) }, retry.ErrElapsed, 1, 0},
	} {
		t.Run(k.name, func(t *testing.T) {
			k.retrier.Unit, k.retrier.Clock = time.Second, &retry.Virtual{}
			err := k.retrier.Do(t.Context(), k.op)
			e := gaveUp(t, err)
			require.ErrorIs(t, err, k.why)
			require.ErrorIs(t, err, errBusy)
			assert.Equal(t, k.tries, e.Attempts)
			assert.Equal(t, k.elapsed, e.Elapsed)
			assert.ErrorContains(t, err, "busy")
		})
	}
	t.Run("cancelled by the operation", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		r := retry.Retrier{Policy: backoff.Fixed(0), Unit: time.Second}
		err := r.Do(ctx, func(context.Context) error { cancel(cause); return errBusy })
		require.ErrorIs(t, err, cause)
		require.ErrorIs(t, err, errBusy)
		assert.Equal(t, 1, gaveUp(t, err).Attempts)
	})
	t.Run("cancelled before", func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(cause)
		r := retry.Retrier{Policy: backoff.Fixed(0), Unit: time.Second, Clock: &retry.Virtual{}}
		err := r.Do(ctx, func(context.Context) error { panic("called") })
		require.ErrorIs(t, err, cause)
		assert.Equal(t, "given up after 0 attempts in 0s: context canceled: the shop is closed", err.Error())
	})
	t.Run("a Retrier without its parts", func(t *testing.T) {
		r := retry.Retrier{Unit: time.Second}
		require.ErrorContains(t, r.Do(t.Context(), busy(0)), "has no Policy")
		r = retry.Retrier{Policy: backoff.Fixed(1)}
		require.ErrorContains(t, r.Do(t.Context(), busy(0)), "has no Unit")
		r = retry.Retrier{Policy: backoff.Fixed(1), Unit: time.Second, MaxAttempts: -1}
		require.ErrorContains(t, r.Do(t.Context(), busy(0)), "MaxAttempts of the Retrier is -1")
	})
	t.Run("no time is left", func(t *testing.T) { // such as time.Until a deadline that has passed
		r := retry.Retrier{Policy: backoff.Fixed(0), Unit: time.Second, MaxElapsed: -time.Second, Clock: &retry.Virtual{}}
		err := r.Do(t.Context(), func(context.Context) error { return errors.New("down") })
		require.ErrorIs(t, err, retry.ErrElapsed)
		assert.Equal(t, "given up after 1 attempt in 0s: the next wait would end after the time allowed: down", err.Error())
	})
}

// During a wait on the machine's clock, the end of a context is noticed at once. A wait beyond the
// context's deadline is not begun.
func TestHearsTheContext(t *testing.T) {
	cause := errors.New("the shop is closed")
	r := retry.Retrier{Policy: backoff.Fixed(1), Unit: time.Hour}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		go func() {
			time.Sleep(20 * time.Minute)
			cancel(cause)
		}()
		err := r.Do(ctx, busy(always))
		require.ErrorIs(t, err, cause)
		assert.Equal(t, 20*time.Minute, gaveUp(t, err).Elapsed)
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 150*time.Minute)
		defer cancel()
		err := r.Do(ctx, busy(always))
		require.ErrorIs(t, err, context.DeadlineExceeded)
		e := gaveUp(t, err)
		assert.Equal(t, 3, e.Attempts)
		assert.Equal(t, 2*time.Hour, e.Elapsed, "the third wait is not begun")
	})
}

// A mark on an error does not hide the error.
func TestMarksAreTransparent(t *testing.T) {
	assert.NoError(t, retry.Permanent(nil))
	assert.NoError(t, retry.After(time.Second, nil))
	for _, mark := range []func(error) error{retry.Permanent, func(err error) error { return retry.After(time.Second, err) }} {
		err := mark(io.ErrUnexpectedEOF)
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
		assert.Equal(t, io.ErrUnexpectedEOF.Error(), err.Error())
	}
	// A retrier around another one does not repeat what that one found permanent.
	inner := retry.Retrier{Policy: backoff.Fixed(1), Unit: 1}
	outer := retry.Retrier{Policy: backoff.Fixed(1), Unit: 1}
	calls := 0
	err := outer.Do(t.Context(), func(ctx context.Context) error {
		return inner.Do(ctx, func(context.Context) error { calls++; return retry.Permanent(errBusy) })
	})
	assert.ErrorIs(t, err, errBusy)
	assert.Equal(t, 1, calls)
}

// The delay that a server asks for is the minimum; the policy's delay is added.
func TestAfter(t *testing.T) {
	var clock retry.Virtual
	n := 0
	r := retry.Retrier{Policy: delays{2, 3}, Unit: time.Second, Clock: &clock}
	require.NoError(t, r.Do(t.Context(), func(context.Context) error {
		switch n++; n {
		case 1:
			return fmt.Errorf("get: %w", retry.After(30*time.Second, errBusy))
		case 2:
			return errBusy
		}
		return nil
	}))
	assert.Equal(t, 35*time.Second, clock.Now().Sub(time.Unix(0, 0)))
}

// One Retrier and one budget serve many goroutines. Each piece of work has a state of its own, so
// that none waits longer because others failed.
func TestIsShared(t *testing.T) {
	var mu sync.Mutex
	longest := 0
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Nanosecond, Budget: retry.NewBudget(5, 0),
		Notify: func(w retry.Wait) {
			mu.Lock()
			defer mu.Unlock()
			longest = max(longest, w.Attempt)
			assert.Less(t, w.Delay, time.Duration(1)<<w.Attempt)
		}}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { assert.NoError(t, r.Do(t.Context(), busy(5))) })
	}
	all.Wait()
	assert.Equal(t, 5, longest)
}

// Without Rand each piece of work draws other numbers; with it, the same numbers again.
func TestDraws(t *testing.T) {
	elapsed := func(source func() backoff.Rand) time.Duration {
		clock := &retry.Virtual{}
		r := retry.Retrier{Policy: backoff.Uniform(1_000_000), Unit: time.Nanosecond, MaxAttempts: 5, Clock: clock, Rand: source}
		return gaveUp(t, r.Do(t.Context(), busy(always))).Elapsed
	}
	same := func() backoff.Rand { return backoff.NewRand(1, "A", "backoff") }
	assert.Equal(t, elapsed(same), elapsed(same))
	assert.NotEqual(t, elapsed(nil), elapsed(nil))
}

// RetryIf chooses the errors that are worth another attempt.
func TestRetryIf(t *testing.T) {
	errGone := errors.New("gone")
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Second, Clock: &retry.Virtual{},
		RetryIf: func(err error) bool { return errors.Is(err, errBusy) }}
	n := 0
	err := r.Do(context.Background(), func(context.Context) error {
		if n++; n < 3 {
			return fmt.Errorf("attempt %d: %w", n, errBusy)
		}
		return errGone
	})
	var e *retry.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, 3, e.Attempts)
	assert.ErrorIs(t, err, retry.ErrRetryIf)
	assert.ErrorIs(t, err, errGone)
}

// An attempt that takes too long is ended and counts as a failure. The context of the caller goes on.
func TestAttemptTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := retry.Retrier{Policy: backoff.Fixed(1), Unit: time.Second, AttemptTimeout: 3 * time.Second}
		begun := time.Now()
		n := 0
		err := r.Do(context.Background(), func(ctx context.Context) error {
			if n++; n == 3 {
				return ctx.Err()
			}
			<-ctx.Done()
			assert.Equal(t, retry.ErrAttemptTimeout, context.Cause(ctx))
			return ctx.Err()
		})
		require.NoError(t, err)
		assert.Equal(t, 8*time.Second, time.Since(begun)) // two attempts of 3 s, two waits of 1 s

		r.MaxAttempts = 2
		err = r.Do(context.Background(), func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		assert.ErrorIs(t, err, retry.ErrAttempts)
		assert.ErrorIs(t, err, retry.ErrAttemptTimeout)
		assert.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

// With AllErrors the result holds the error of each attempt, in order.
func TestAllErrors(t *testing.T) {
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Second, Clock: &retry.Virtual{}, MaxAttempts: 3, AllErrors: true}
	n := 0
	err := r.Do(context.Background(), func(context.Context) error { n++; return fmt.Errorf("error %d", n) })
	var e *retry.Error
	require.ErrorAs(t, err, &e)
	assert.Equal(t, "error 1\nerror 2\nerror 3", e.Err.Error())
	assert.ErrorIs(t, err, retry.ErrAttempts)

	_ = r.Do(context.Background(), func(context.Context) error { return errBusy }) // keeps nothing of the first work
	n = 0
	require.ErrorAs(t, r.Do(context.Background(), func(context.Context) error { n++; return retry.Permanent(errBusy) }), &e)
	assert.Equal(t, errBusy.Error(), e.Err.Error())
}

// The hooks see each attempt, each wait and the end, in order.
func TestHooks(t *testing.T) {
	clock := &retry.Virtual{}
	var seen []string
	r := retry.Retrier{Policy: backoff.Fixed(2), Unit: time.Second, Clock: clock,
		Attempted: func(a retry.Attempt) {
			seen = append(seen, fmt.Sprintf("attempt %d took %v until %v: %v", a.Number, a.Took, a.Elapsed, a.Err))
		},
		Notify: func(w retry.Wait) { seen = append(seen, fmt.Sprintf("wait %v after attempt %d", w.Delay, w.Attempt)) },
		Ended: func(o retry.Outcome) {
			seen = append(seen, fmt.Sprintf("ended after %d attempts and %v: %v", o.Attempts, o.Elapsed, o.Err))
		}}
	n := 0
	require.NoError(t, r.Do(context.Background(), func(ctx context.Context) error {
		_ = clock.Sleep(ctx, time.Second)
		if n++; n < 2 {
			return errBusy
		}
		return nil
	}))
	assert.Equal(t, []string{
		"attempt 1 took 1s until 1s: " + errBusy.Error(),
		"wait 2s after attempt 1",
		"attempt 2 took 1s until 4s: <nil>",
		"ended after 2 attempts and 4s: <nil>",
	}, seen)

	seen = nil
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, r.Do(ctx, func(context.Context) error { return nil }), context.Canceled)
	assert.Equal(t, []string{"ended after 0 attempts and 0s: given up after 0 attempts in 0s: context canceled"}, seen)
}
