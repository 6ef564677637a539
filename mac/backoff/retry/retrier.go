package retry

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/csmacd/csmacd/mac/backoff"
)

// Retrier describes how operations are retried. Policy and Unit must be set; all other fields are
// optional. Its methods do not modify it, so that goroutines can share one.
type Retrier struct {
	Policy backoff.Policy
	Unit   time.Duration // the length of 1 in the policy's numbers

	MaxAttempts int           // number of attempts, the first included; 0: no limit
	MaxElapsed  time.Duration // time from the beginning to the end of the last wait; 0: no limit; negative: no wait
	Budget      *Budget       // shared with other Retriers; nil: none

	// AttemptTimeout limits each attempt by the context that the operation receives. Its cause is
	// [ErrAttemptTimeout]. An attempt that it ends counts as failed, and is repeated like any other.
	// The machine's clock measures it, whatever Clock is. 0: no limit.
	AttemptTimeout time.Duration

	// RetryIf, if not nil, reports whether an error is worth another attempt. An error marked by
	// [Permanent] never is.
	RetryIf func(error) bool

	// AllErrors makes the Err of an [Error] the errors of all attempts, joined by errors.Join from
	// the first to the last. They are kept in memory: limit the attempts. Otherwise it is the last.
	AllErrors bool

	// Hooks, for logs and metrics. Each, if not nil, is called by the goroutine that called Do:
	// Attempted after each attempt, Notify before each wait, and Ended once, at the end.
	Attempted func(Attempt)
	Notify    func(Wait)
	Ended     func(Outcome)

	// Rand returns the stream of random numbers of a piece of work. If it is nil, each stream has a
	// random seed, so that no two callers, on this machine or others, draw the same numbers.
	// Several goroutines may call it at once.
	Rand func() backoff.Rand

	Clock Clock // nil: System
}

// Attempt describes an attempt that has ended.
type Attempt struct {
	Number  int           // 1, 2, ...
	Took    time.Duration // the length of the attempt
	Elapsed time.Duration // time since the beginning
	Err     error         // nil if it succeeded
}

// Wait describes a wait that is about to begin.
type Wait struct {
	Attempt int           // number of attempts so far: 1, 2, ...
	Delay   time.Duration // the length of the wait
	Elapsed time.Duration // time since the beginning
	Err     error         // the error of the last attempt
}

// Outcome describes how a piece of work ended.
type Outcome struct {
	Attempts int
	Elapsed  time.Duration // time since the beginning
	Err      error         // what Do returns: nil or an *Error
}

// work is the state of one piece of work from its first failure on.
type work struct {
	state backoff.State
	rng   backoff.Rand
	all   []error // of all attempts, with AllErrors
}

// Do calls op until it returns nil. If it gives up, the error is an [*Error]. If Policy or Unit is
// missing, or MaxAttempts negative, the error says so, and op is not called.
func (r *Retrier) Do(ctx context.Context, op func(context.Context) error) error {
	if err := r.check(); err != nil {
		return err
	}
	clock := r.Clock
	if clock == nil {
		clock = System
	}
	begun := clock.Now()
	r.Budget.begin(begun)
	attempts, elapsed, err := r.repeat(ctx, clock, begun, op)
	if r.Ended != nil {
		r.Ended(Outcome{Attempts: attempts, Elapsed: elapsed, Err: err})
	}
	return err
}

// repeat calls op until it returns nil or there is no further attempt.
func (r *Retrier) repeat(ctx context.Context, clock Clock, begun time.Time, op func(context.Context) error) (attempts int, elapsed time.Duration, err error) {
	var w *work
	var last error
	for n := 1; ; n++ {
		if ctx.Err() != nil {
			elapsed = since(begun, clock.Now())
			return n - 1, elapsed, w.gaveUp(last, ended(ctx), n-1, elapsed)
		}
		elapsed, last = r.attempt(ctx, clock, begun, n, elapsed, op)
		if last == nil {
			return n, elapsed, nil
		}
		if w == nil {
			w = r.begin()
		}
		if r.AllErrors {
			w.all = append(w.all, last)
		}
		delay, why := r.next(ctx, w, n, begun.Add(elapsed), elapsed, last)
		if why == nil {
			if r.Notify != nil {
				r.Notify(Wait{Attempt: n, Delay: delay, Elapsed: elapsed, Err: last})
			}
			if why = clock.Sleep(ctx, delay); why != nil && ctx.Err() != nil {
				why = ended(ctx)
			}
			elapsed = since(begun, clock.Now())
		}
		if why != nil {
			return n, elapsed, w.gaveUp(last, why, n, elapsed)
		}
	}
}

// attempt calls op once, and returns the time since the beginning and its error.
func (r *Retrier) attempt(ctx context.Context, clock Clock, begun time.Time, n int, before time.Duration, op func(context.Context) error) (elapsed time.Duration, err error) {
	if r.AttemptTimeout > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, r.AttemptTimeout, ErrAttemptTimeout)
		defer cancel()
		ctx = limited
	}
	err = op(ctx)
	if err != nil && context.Cause(ctx) == ErrAttemptTimeout {
		err = fmt.Errorf("%w: %w", ErrAttemptTimeout, err)
	}
	if err == nil && r.Attempted == nil && r.Ended == nil {
		return 0, nil // nobody asks how long it took
	}
	elapsed = since(begun, clock.Now())
	if r.Attempted != nil {
		r.Attempted(Attempt{Number: n, Took: max(0, elapsed-before), Elapsed: elapsed, Err: err})
	}
	return elapsed, err
}

// DoValue is [Retrier.Do] for an operation that returns a value. If it gives up, the value is that
// of the last attempt.
func DoValue[T any](ctx context.Context, r *Retrier, op func(context.Context) (T, error)) (T, error) {
	var value T
	err := r.Do(ctx, func(ctx context.Context) (err error) {
		value, err = op(ctx)
		return err
	})
	return value, err
}

func (r *Retrier) check() error {
	switch {
	case r.Policy == nil:
		return errors.New("retry: the Retrier has no Policy: give it one, such as backoff.BEB(10)")
	case r.Unit <= 0:
		return errors.New("retry: the Retrier has no Unit: set it to the length of 1 in its policy's numbers, such as time.Millisecond")
	case r.MaxAttempts < 0:
		return fmt.Errorf("retry: MaxAttempts of the Retrier is %d: write the number of attempts, or 0 for no limit", r.MaxAttempts)
	}
	return nil
}

// begin makes the state that is needed from the first failure on.
func (r *Retrier) begin() *work {
	if r.Rand != nil {
		return &work{rng: r.Rand()}
	}
	return &work{rng: backoff.NewRand(rand.Uint64(), "", "retry")}
}

// next returns the delay after the n-th failure, or the reason for which there is no further
// attempt.
func (r *Retrier) next(ctx context.Context, w *work, n int, now time.Time, elapsed time.Duration, failure error) (delay time.Duration, why error) {
	switch {
	case ctx.Err() != nil:
		return 0, ended(ctx)
	case isPermanent(failure):
		return 0, ErrPermanent
	case r.RetryIf != nil && !r.RetryIf(failure):
		return 0, ErrRetryIf
	case r.MaxAttempts > 0 && n >= r.MaxAttempts:
		return 0, ErrAttempts
	}
	w.state.Attempt = n
	w.state.Elapsed = float64(elapsed) / float64(r.Unit)
	units, stop := r.Policy.Next(&w.state, &w.rng)
	if stop {
		return 0, stopped(r.Policy, &w.state)
	}
	if math.IsNaN(units) {
		return 0, ErrNotANumber
	}
	delay = duration(units, r.Unit)
	if after, ok := errors.AsType[*afterError](failure); ok {
		delay = add(delay, after.least)
	}
	switch deadline, ok := ctx.Deadline(); {
	case r.MaxElapsed != 0 && delay > r.MaxElapsed-elapsed:
		return 0, ErrElapsed
	case ok && delay > deadline.Sub(now):
		return 0, context.DeadlineExceeded
	case !r.Budget.take(now):
		return 0, ErrBudget
	}
	return delay, nil
}

// gaveUp returns the error of a piece of work for which there is no further attempt.
func (w *work) gaveUp(last, why error, attempts int, elapsed time.Duration) *Error {
	if w != nil && len(w.all) > 0 {
		last = errors.Join(w.all...)
	}
	return &Error{Err: last, Why: why, Attempts: attempts, Elapsed: elapsed}
}

// ended returns the reason for which a context has ended: its error, and the cause if it was given
// one.
func ended(ctx context.Context) error {
	err, cause := ctx.Err(), context.Cause(ctx)
	if errors.Is(cause, err) {
		return cause
	}
	return fmt.Errorf("%w: %w", err, cause)
}

// stopped returns the reason for which a policy gave up: its own error, or ErrStopped.
func stopped(p backoff.Policy, s *backoff.State) error {
	if e, ok := p.(backoff.Err); ok {
		if err := e.Err(s); err != nil {
			return err
		}
	}
	return ErrStopped
}
