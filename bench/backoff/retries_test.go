package backoff

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	avast "github.com/avast/retry-go/v5"
	cenkalti7 "github.com/cenkalti/backoff/v7"
	eapache "github.com/eapache/go-resiliency/retrier"
	failsafe "github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	hashicorp "github.com/hashicorp/go-retryablehttp"
	sethvargo "github.com/sethvargo/go-retry"

	"github.com/csmacd/csmacd/mac/backoff"
	csmacd "github.com/csmacd/csmacd/mac/backoff/retry"
	"github.com/csmacd/csmacd/mac/backoff/retry/retryhttp"
)

// retries are the libraries that repeat an operation. Each waits 1 ns after a failure, by the system's
// timer: what a program waits in addition is the same with all. What can be prepared once and shared is.
var retries = []struct {
	name string
	// repeater returns a function that calls op until it succeeds.
	repeater func(op func() error) func() error
}{
	{"csmacd", func(op func() error) func() error {
		r := csmacd.Retrier{Policy: backoff.Fixed(1), Unit: time.Nanosecond, MaxAttempts: attempts}
		return func() error { return r.Do(context.Background(), func(context.Context) error { return op() }) }
	}},
	{"avast", func(op func() error) func() error {
		r := avast.New(avast.Attempts(attempts), avast.Delay(time.Nanosecond), avast.DelayType(avast.FixedDelay))
		return func() error { return r.Do(op) }
	}},
	{"cenkalti-v7", func(op func() error) func() error {
		wait := &cenkalti7.ConstantBackOff{Interval: time.Nanosecond}
		return func() error {
			_, err := cenkalti7.Retry(context.Background(), func() (struct{}, error) { return struct{}{}, op() },
				cenkalti7.WithBackOff(wait), cenkalti7.WithMaxTries(attempts), cenkalti7.WithMaxElapsedTime(0))
			return err
		}
	}},
	{"eapache", func(op func() error) func() error {
		r := eapache.New(eapache.ConstantBackoff(attempts-1, time.Nanosecond), nil)
		return func() error { return r.Run(op) }
	}},
	{"failsafe", func(op func() error) func() error {
		r := failsafe.With(retrypolicy.NewBuilder[any]().WithMaxAttempts(attempts).WithDelay(time.Nanosecond).Build())
		return func() error { return r.Run(op) }
	}},
	{"sethvargo", func(op func() error) func() error {
		return func() error { // its backoffs keep the number of the attempt
			return sethvargo.Do(context.Background(), sethvargo.WithMaxRetries(attempts-1, sethvargo.NewConstant(time.Nanosecond)), func(context.Context) error {
				if err := op(); err != nil {
					return sethvargo.RetryableError(err)
				}
				return nil
			})
		}
	}},
	// The same for a request of HTTP, which a function in place of the network answers.
	{"csmacd-http", func(op func() error) func() error {
		client := &http.Client{Transport: &retryhttp.Transport{
			Retrier: csmacd.Retrier{Policy: backoff.Fixed(1), Unit: time.Nanosecond, MaxAttempts: attempts}, Base: network(op),
		}}
		return func() error { return answered(client.Get("http://localhost/")) }
	}},
	{"hashicorp-http", func(op func() error) func() error {
		client := hashicorp.NewClient()
		client.HTTPClient.Transport, client.Logger, client.RetryMax = network(op), nil, attempts-1
		client.RetryWaitMin, client.RetryWaitMax = time.Nanosecond, time.Nanosecond
		return func() error { return answered(client.Get("http://localhost/")) }
	}},
}

// network answers a request with 503 if its function fails, and else with 200.
type network func() error

func (n network) RoundTrip(req *http.Request) (*http.Response, error) {
	status := http.StatusOK
	if n() != nil {
		status = http.StatusServiceUnavailable
	}
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader("")), Header: http.Header{}, Request: req}, nil
}

func answered(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return errBusy
	}
	return nil
}

var errBusy = errors.New("busy")

// failing returns an operation that fails a number of times before each success.
func failing(failures int) (op func() error, calls *int) {
	calls = new(int)
	return func() error {
		if *calls++; *calls%(failures+1) != 0 {
			return errBusy
		}
		return nil
	}, calls
}

// BenchmarkRetry is an operation that succeeds at once, and one that fails once before. x-csmacd is the time
// relative to that of the entry of csmacd before it in the list, the two measured in turn.
func BenchmarkRetry(b *testing.B) {
	for failures, kind := range []string{"success", "retried"} {
		var own func(op func() error) func() error
		for _, c := range retries {
			if strings.HasPrefix(c.name, "csmacd") {
				own = c.repeater
			}
			b.Run(kind+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				op, _ := failing(failures)
				run, start := c.repeater(op), cpu()
				for range b.N {
					if err := run(); err != nil {
						b.Fatal(err)
					}
				}
				used := cpu() - start
				b.StopTimer()
				b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
				some := func(run func() error) func() {
					return func() {
						for range 300 {
							if err := run(); err != nil {
								b.Fatal(err)
							}
						}
					}
				}
				other, _ := failing(failures)
				b.ReportMetric(relative(21, some(run), some(own(other))), "x-csmacd")
			})
		}
	}
}

// All of them do the same: they call the operation until it succeeds, and give up after ten attempts.
func TestRetriesAreAlike(t *testing.T) {
	for _, c := range retries {
		for _, failures := range []int{0, 1, attempts - 1} {
			op, calls := failing(failures)
			if err := c.repeater(op)(); err != nil || *calls != failures+1 {
				t.Errorf("%s: %d calls and the error %v after %d failures", c.name, *calls, err, failures)
			}
		}
		op, calls := failing(attempts)
		if err := c.repeater(op)(); err == nil || *calls != attempts {
			t.Errorf("%s: %d calls and the error %v where the operation fails too often", c.name, *calls, err)
		}
	}
}
