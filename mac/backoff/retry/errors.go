package retry

import (
	"errors"
	"fmt"
	"time"
)

// Why there was no further attempt: [Error.Why]. Beside these it is the context's
// error with its cause, or the error of a policy that failed (backoff.Err).
var (
	ErrPermanent  = errors.New("the error is permanent")
	ErrAttempts   = errors.New("that is as many attempts as allowed")
	ErrElapsed    = errors.New("the next wait would end after the time allowed")
	ErrStopped    = errors.New("the policy stops here")
	ErrBudget     = errors.New("the budget of retries is spent")
	ErrNotANumber = errors.New("the policy's delay is not a number")
)

// Error is how a piece of work ended without success. It unwraps to both of its errors.
type Error struct {
	Err      error // of the last attempt; nil where there was none
	Why      error // there was no further one
	Attempts int
	Elapsed  time.Duration // from the beginning
}

// Error says all of it.
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

// precision is how exactly a person wants to know the time.
func (e *Error) precision() time.Duration {
	if e.Elapsed < time.Second {
		return time.Microsecond
	}
	return time.Millisecond
}

// Unwrap returns both errors to errors.Is and errors.As.
func (e *Error) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Why}
	}
	return []error{e.Err, e.Why}
}

// permanentError marks an error after which there is no use in another attempt.
type permanentError struct{ error }

func (e permanentError) Unwrap() error { return e.error }

// Permanent marks an error after which there is no use in another attempt. Its text and
// its kind stay what they are; nil stays nil. The mark holds however deep it is wrapped,
// so that a retrier around another one does not begin again what that one gave up.
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
