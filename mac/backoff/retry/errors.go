package retry

import (
	"errors"
	"fmt"
	"time"
)

// The reasons for which there is no further attempt, found in [Error.Why]. The reason may also be
// the context's error with its cause, or the error of a policy that failed (backoff.Err).
var (
	ErrPermanent  = errors.New("the error is permanent")
	ErrRetryIf    = errors.New("RetryIf does not retry the error")
	ErrAttempts   = errors.New("the limit of attempts is reached")
	ErrElapsed    = errors.New("the next wait would end after the time allowed")
	ErrStopped    = errors.New("the policy gives up")
	ErrBudget     = errors.New("the budget of retries is spent")
	ErrNotANumber = errors.New("the policy's delay is not a number")
)

// ErrAttemptTimeout is in the error of an attempt that took longer than [Retrier.AttemptTimeout], and is
// the cause of its context.
var ErrAttemptTimeout = errors.New("the attempt took too long")

// Error describes how a piece of work ended without success. It unwraps to both of its errors.
type Error struct {
	Err      error // the error of the last attempt, or of all with Retrier.AllErrors; nil if there was no attempt
	Why      error // the reason for which there was no further attempt
	Attempts int
	Elapsed  time.Duration // time since the beginning
}

// Error returns a text with the number of attempts, the time, the reason and the last error.
func (e *Error) Error() string {
	tries := "attempts"
	if e.Attempts == 1 {
		tries = "attempt"
	}
	text := fmt.Sprintf("given up after %d %s in %v: %v", e.Attempts, tries, e.Elapsed.Round(e.precision()), e.Why)
	if e.Err == nil {
		return text
	}
	return text + ": " + e.Err.Error()
}

// precision returns the unit to which the time is rounded for a reader.
func (e *Error) precision() time.Duration {
	if e.Elapsed < time.Second {
		return time.Microsecond
	}
	return time.Millisecond
}

// Unwrap returns both errors, for errors.Is and errors.As.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Why}
	}
	return []error{e.Err, e.Why}
}

// permanentError marks an error after which another attempt is of no use.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// Permanent marks an error after which another attempt is of no use. The error's text stays the
// same, and so does what errors.Is and errors.As find in it. If err is nil, Permanent returns nil.
// The mark is found however deep the error is wrapped, so that a retrier around another one does
// not repeat what that one gave up.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanentError{err}
}

func isPermanent(err error) bool {
	_, is := errors.AsType[permanentError](err)
	return is
}
