package backoff

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/retry"
	cenkalti4 "github.com/cenkalti/backoff/v4"
	cenkalti7 "github.com/cenkalti/backoff/v7"
	hashicorp "github.com/hashicorp/go-retryablehttp"
	jpillora "github.com/jpillora/backoff"
	sethvargo "github.com/sethvargo/go-retry"
	grpcbackoff "google.golang.org/grpc/backoff"
	grpc "google.golang.org/grpc/exponential"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/csmacd/csmacd/mac/backoff"
)

// All calls do the same: the delay after failure 1, 2, ... 10 of a piece of work, which doubles
// each time and is random; then the next piece of work, from 1.
const (
	attempts = 10
	base     = time.Second
	most     = base << attempts // no delay is limited
)

// call is a call of one library.
type call struct {
	name string
	// run makes count calls. Each has a loop of its own: a call through a function value would add
	// its own cost to all of them.
	run func(count int) (sum int64)
}

// If a library keeps the number of the attempt, or an equivalent, the time includes the call that
// resets it, once in ten calls. The others receive the number as an argument.
var calls = []call{
	// Table.Draw: whole slots, 0 to 2^n-1, from a stream of the caller. It is what the engine
	// calls.
	{"csmacd-draw", func(count int) (sum int64) {
		p, rng, attempt := backoff.BEB(10), backoff.NewRand(1, "A", "backoff"), 0
		for range count {
			attempt = after(attempt)
			sum += int64(p.Draw(attempt, &rng))
		}
		return sum
	}},
	// Policy.Next: the same through the interface of all policies, with State.
	{"csmacd-next", func(count int) (sum int64) {
		p, rng, s := beb, backoff.NewRand(1, "A", "backoff"), backoff.State{}
		for range count {
			s.Attempt = after(s.Attempt)
			slots, _ := p.Next(&s, &rng)
			sum += int64(slots)
		}
		return sum
	}},
	// ExponentialBackOff.NextBackOff, from half the interval to one and a half of it; Reset.
	// Version 4 reads the clock in both, even without a limit of time.
	{"cenkalti-v4", func(count int) (sum int64) {
		b, attempt := cenkalti4.NewExponentialBackOff(cenkalti4.WithInitialInterval(base), cenkalti4.WithMultiplier(2),
			cenkalti4.WithMaxInterval(most), cenkalti4.WithMaxElapsedTime(0)), 0
		for range count {
			if attempt = after(attempt); attempt == 1 {
				b.Reset()
			}
			sum += int64(b.NextBackOff())
		}
		return sum
	}},
	{"cenkalti-v7", func(count int) (sum int64) {
		b, attempt := cenkalti7.NewExponentialBackOff(), 0
		b.InitialInterval, b.Multiplier, b.MaxInterval = base, 2, most
		for range count {
			if attempt = after(attempt); attempt == 1 {
				b.Reset()
			}
			sum += int64(b.NextBackOff())
		}
		return sum
	}},
	// Backoff.Duration, with Jitter: from the minimum to the delay of the attempt; Reset.
	{"jpillora", func(count int) (sum int64) {
		b, attempt := jpillora.Backoff{Min: base, Max: most, Factor: 2, Jitter: true}, 0
		for range count {
			if attempt = after(attempt); attempt == 1 {
				b.Reset()
			}
			sum += int64(b.Duration())
		}
		return sum
	}},
	// NewExponential, with full jitter; a new one for each piece of work.
	{"sethvargo", func(count int) (sum int64) {
		var b sethvargo.Backoff
		attempt := 0
		for range count {
			if attempt = after(attempt); attempt == 1 {
				b = sethvargo.WithFullJitter(sethvargo.NewExponential(base))
			}
			d, _ := b.Next()
			sum += int64(d)
		}
		return sum
	}},
	// DefaultBackoff, which is not random. The number of the attempt is an argument.
	{"hashicorp", func(count int) (sum int64) {
		attempt := 0
		for range count {
			attempt = after(attempt)
			sum += int64(hashicorp.DefaultBackoff(base, most, attempt-1, nil))
		}
		return sum
	}},
	// Exponential.Backoff, after which a client connects again: 0.8 to 1.2 times the interval. The
	// number of the attempt is an argument.
	{"grpc", func(count int) (sum int64) {
		b, attempt := grpc.New(grpcbackoff.Config{BaseDelay: base, Multiplier: 2, Jitter: 0.2, MaxDelay: most}), 0
		for range count {
			attempt = after(attempt)
			sum += int64(b.Backoff(attempt))
		}
		return sum
	}},
	// Backoff.Step, once to twice the interval; a copy of the initial one.
	{"k8s-wait", func(count int) (sum int64) {
		fresh := wait.Backoff{Duration: base, Factor: 2, Jitter: 1, Steps: attempts + 1, Cap: most}
		b, attempt := fresh, 0
		for range count {
			if attempt = after(attempt); attempt == 1 {
				b = fresh
			}
			sum += int64(b.Step())
		}
		return sum
	}},
	// ExponentialJitterBackoff.BackoffDelay, 0 to the interval, from the operating system's
	// generator. The number of the attempt is an argument.
	{"aws-sdk-v2", func(count int) (sum int64) {
		b, attempt := retry.NewExponentialJitterBackoff(most), 0
		for range count {
			attempt = after(attempt)
			d, err := b.BackoffDelay(attempt, nil)
			if err != nil {
				panic(err)
			}
			sum += int64(d)
		}
		return sum
	}},
}

// beb is a variable, so that the compiler does not know which policy it calls.
var beb backoff.Policy = backoff.BEB(10)

// after returns the number of the attempt after this one.
func after(attempt int) int {
	if attempt == attempts {
		return 1
	}
	return attempt + 1
}
