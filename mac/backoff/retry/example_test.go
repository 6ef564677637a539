package retry_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/retry"
)

// The examples run on a clock of their own and with a stream of their own, so that they take no
// time and always have the same output.
func sameStream() backoff.Rand { return backoff.NewRand(1, "example", "backoff") }

// An operation that succeeds at its third attempt, with Ethernet's backoff in units of
// 10 ms.
func Example() {
	r := retry.Retrier{
		Policy: backoff.BEB(10), Unit: 10 * time.Millisecond,
		Clock: &retry.Virtual{}, Rand: sameStream, // leave both out in a program
		Notify: func(w retry.Wait) { fmt.Printf("attempt %d: %v, wait %v\n", w.Attempt, w.Err, w.Delay) },
	}
	n := 0
	err := r.Do(context.Background(), func(context.Context) error {
		if n++; n < 3 {
			return errors.New("the row is locked")
		}
		return nil
	})
	fmt.Println(n, "attempts, error:", err)
	// Output:
	// attempt 1: the row is locked, wait 0s
	// attempt 2: the row is locked, wait 10ms
	// 3 attempts, error: <nil>
}

// An operation with a value.
func ExampleDoValue() {
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Millisecond}
	id, err := retry.DoValue(context.Background(), &r, func(context.Context) (int, error) { return 7, nil })
	fmt.Println(id, err)
	// Output: 7 <nil>
}

// Limits of attempts and of time: the first one reached ends the retries. Fixed waits 4 units, so
// that a third wait would end after 10.
func ExampleRetrier_limits() {
	r := retry.Retrier{Policy: backoff.Fixed(4), Unit: time.Second, MaxAttempts: 10, MaxElapsed: 10 * time.Second, Clock: &retry.Virtual{}}
	err := r.Do(context.Background(), func(context.Context) error { return errors.New("no route to host") })
	fmt.Println(err)
	var e *retry.Error
	fmt.Println(errors.As(err, &e), e.Attempts, e.Elapsed, errors.Is(err, retry.ErrElapsed))
	// Output:
	// given up after 3 attempts in 8s: the next wait would end after the time allowed: no route to host
	// true 3 8s true
}

// An error of the caller does not go away by itself.
func ExamplePermanent() {
	errNoSuchRow := errors.New("no such row")
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Millisecond, Clock: &retry.Virtual{}}
	err := r.Do(context.Background(), func(context.Context) error { return retry.Permanent(errNoSuchRow) })
	fmt.Println(errors.Is(err, errNoSuchRow), err)
	// Output:
	// true given up after 1 attempt in 0s: the error is permanent: no such row
}

// The errors that are worth another attempt, chosen in one place.
func ExampleRetrier_retryIf() {
	errBusy, errSyntax := errors.New("busy"), errors.New("syntax error")
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Millisecond, Clock: &retry.Virtual{},
		RetryIf: func(err error) bool { return errors.Is(err, errBusy) }}
	answers := []error{errBusy, errSyntax}
	err := r.Do(context.Background(), func(context.Context) error {
		answer := answers[0]
		answers = answers[1:]
		return answer
	})
	fmt.Println(errors.Is(err, errSyntax), errors.Is(err, retry.ErrRetryIf))
	// Output: true true
}

// An attempt that hangs is ended and repeated.
func ExampleRetrier_attemptTimeout() {
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Millisecond, AttemptTimeout: 10 * time.Millisecond}
	n := 0
	err := r.Do(context.Background(), func(ctx context.Context) error {
		if n++; n == 1 {
			<-ctx.Done() // a server that does not answer
			return ctx.Err()
		}
		return nil
	})
	fmt.Println(n, "attempts, error:", err)
	// Output: 2 attempts, error: <nil>
}

// All errors, if the last alone does not tell what happened.
func ExampleRetrier_allErrors() {
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Millisecond, Clock: &retry.Virtual{}, MaxAttempts: 2, AllErrors: true}
	answers := []error{errors.New("the leader has moved"), errors.New("no route to host")}
	err := r.Do(context.Background(), func(context.Context) error {
		answer := answers[0]
		answers = answers[1:]
		return answer
	})
	var e *retry.Error
	if errors.As(err, &e) {
		fmt.Println(e.Err)
	}
	// Output:
	// the leader has moved
	// no route to host
}

// Metrics: the hooks count attempts and failures, and add up the time.
func ExampleRetrier_hooks() {
	var attempts, failed int
	var waited time.Duration
	r := retry.Retrier{Policy: backoff.Fixed(5), Unit: time.Millisecond, Clock: &retry.Virtual{}, MaxAttempts: 3,
		Attempted: func(retry.Attempt) { attempts++ },
		Notify:    func(w retry.Wait) { waited += w.Delay },
		Ended: func(o retry.Outcome) {
			if o.Err != nil {
				failed++
			}
		}}
	for range 10 {
		_ = r.Do(context.Background(), func(context.Context) error { return errors.New("down") })
	}
	fmt.Println(attempts, "attempts,", failed, "failed,", waited, "waited")
	// Output: 30 attempts, 10 failed, 100ms waited
}

// A context that ends stops a wait at once, and its cause is kept.
func ExampleRetrier_Do_context() {
	errShutdown := errors.New("the program is shutting down")
	ctx, cancel := context.WithCancelCause(context.Background())
	r := retry.Retrier{Policy: backoff.Fixed(1), Unit: time.Hour, Notify: func(retry.Wait) { cancel(errShutdown) }}
	err := r.Do(ctx, func(context.Context) error { return errors.New("busy") })
	fmt.Println(errors.Is(err, errShutdown), errors.Is(err, context.Canceled))
	// Output:
	// true true
}

// An HTTP request that follows Retry-After, up to five minutes.
func ExampleAfter() {
	busy := 2
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if busy--; busy >= 0 {
			w.Header().Set("Retry-After", "30")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	r := retry.Retrier{Policy: backoff.Fixed(1), Unit: time.Second, Clock: &retry.Virtual{},
		Notify: func(w retry.Wait) { fmt.Println(w.Err, "- wait", w.Delay) }}
	status, err := retry.DoValue(context.Background(), &r, func(ctx context.Context) (string, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
		if err != nil {
			return "", retry.Permanent(err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return "", err
		}
		defer resp.Body.Close()
		if resp.StatusCode == http.StatusServiceUnavailable {
			err = errors.New(resp.Status)
			if d, ok := retry.ParseRetryAfter(resp.Header.Get("Retry-After"), time.Now(), 5*time.Minute); ok {
				err = retry.After(d, err)
			}
		}
		return resp.Status, err
	})
	fmt.Println(status, err)
	// Output:
	// 503 Service Unavailable - wait 31s
	// 503 Service Unavailable - wait 31s
	// 200 OK <nil>
}

// Many callers of one server share a budget. While the server is down there is one retry per ten
// pieces of work, and no storm.
func ExampleBudget() {
	r := retry.Retrier{Policy: backoff.BEB(10), Unit: time.Millisecond, MaxAttempts: 4, Budget: retry.NewBudget(0.1, 0), Clock: &retry.Virtual{}}
	requests, refused := 0, 0
	for range 1000 {
		err := r.Do(context.Background(), func(context.Context) error { requests++; return errors.New("down") })
		if errors.Is(err, retry.ErrBudget) {
			refused++
		}
	}
	fmt.Println("1000 pieces of work,", requests, "requests;", refused, "ended by the budget")
	// Output:
	// 1000 pieces of work, 1100 requests; 1000 ended by the budget
}

// A row is loaded, with every limit that a program may want.
func ExampleRetrier() {
	type Row struct{ Name string }
	ctx, id := context.Background(), 7
	load := func(context.Context, int) (Row, error) { return Row{"seven"}, nil }

	r := retry.Retrier{
		Policy:      backoff.FullJitter(backoff.AWS), // up to 10, 20, 40 ... 2000 units
		Unit:        time.Millisecond,
		MaxAttempts: 8,
		MaxElapsed:  30 * time.Second,
		Budget:      retry.NewBudget(0.1, 1), // one retry per ten requests, and one per second
	}
	row, err := retry.DoValue(ctx, &r, func(ctx context.Context) (Row, error) { return load(ctx, id) })
	fmt.Println(row.Name, err)
	// Output: seven <nil>
}
