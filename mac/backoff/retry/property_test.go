package retry_test

import (
	"context"
	"errors"
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/retry"
)

// anything is a policy that returns anything at all.
type anything struct {
	delay float64
	stop  bool
}

func (anything) Name() string                                         { return "anything" }
func (a anything) Next(*backoff.State, *backoff.Rand) (float64, bool) { return a.delay, a.stop }

// Whatever the policy, the unit and the server's answer, Do ends within its limits, and no wait is
// negative or exceeds the time allowed.
func FuzzDo(f *testing.F) {
	f.Add(1.0, false, int64(time.Second), int64(0), 3, int64(0))
	f.Add(math.NaN(), false, int64(1), int64(0), 3, int64(0))
	f.Add(math.Inf(1), false, int64(math.MaxInt64), int64(math.MaxInt64), 5, int64(math.MaxInt64))
	f.Add(-1e308, false, int64(math.MaxInt64), int64(math.MinInt64), 1000, int64(1))
	f.Fuzz(func(t *testing.T, delay float64, stop bool, unit, after int64, attempts int, elapsed int64) {
		attempts = 1 + int(uint(attempts)%100)
		waits := 0
		total := time.Duration(0)
		r := retry.Retrier{Policy: anything{delay, stop}, Unit: time.Duration(unit), MaxAttempts: attempts, MaxElapsed: time.Duration(elapsed),
			Clock: &retry.Virtual{}, Notify: func(w retry.Wait) {
				waits++
				assert.GreaterOrEqual(t, w.Delay, time.Duration(0))
				if elapsed > 0 {
					assert.LessOrEqual(t, w.Delay, time.Duration(elapsed)-total)
				}
				if total += w.Delay; total < 0 {
					total = math.MaxInt64
				}
			}}
		err := r.Do(context.Background(), func(context.Context) error { return retry.After(time.Duration(after), errBusy) })
		assert.Error(t, err)
		assert.Less(t, waits, attempts)
	})
}

// policies returns one of each kind with any parameters at all.
func policies(t *rapid.T) backoff.Policy {
	x := func(name string) float64 {
		return rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64})).Draw(t, name)
	}
	n := func(name string) int { return rapid.IntRange(-5, 100).Draw(t, name) }
	g := backoff.Growth{Base: x("base"), Factor: x("factor"), Cap: x("cap"), First: n("first")}
	return rapid.SampledFrom([]backoff.Policy{
		backoff.BEB(n("limit")), backoff.OpenCores(n("limit")), backoff.Windowed(n("limit")), backoff.ExponentialWindow(x("base"), n("limit")), backoff.Polynomial(n("degree"), n("limit")),
		backoff.Fixed(x("delay")), backoff.Geometric(x("p")), backoff.Exponential(g), backoff.FullJitter(g), backoff.EqualJitter(g), backoff.Thain(g),
		backoff.Decorrelated(g.Base, g.Cap, g.Factor), backoff.SIPInvite(x("t1")), backoff.SIPNonInvite(x("t1"), x("t2")),
		backoff.Google(backoff.GoogleRule{Initial: math.MaxInt64, Max: math.MaxInt64, MaxElapsed: math.MaxInt64, Multiplier: g.Factor, Jitter: x("jitter")}, x("millisecond")),
		backoff.NormVariateArticle(backoff.NormVariateRule{Min: g.Base, Cap: g.Cap, Factor: g.Factor, Jitter: x("jitter")}),
		backoff.Limit(backoff.BEB(10), n("attempts"), x("elapsed")),
	}).Draw(t, "policy")
}

// For any policy with any parameters and any unit, no wait is negative, however many attempts there
// are, and the elapsed time never goes back.
func TestNothingOverflows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		last := time.Duration(0)
		r := retry.Retrier{Policy: policies(t), Unit: time.Duration(rapid.Int64Range(1, math.MaxInt64).Draw(t, "unit")), MaxAttempts: 100, Clock: &retry.Virtual{},
			Notify: func(w retry.Wait) {
				if w.Delay < 0 || w.Elapsed < last {
					t.Fatalf("a wait of %v after %v, and before that %v", w.Delay, w.Elapsed, last)
				}
				last = w.Elapsed
			}}
		var e *retry.Error
		if err := r.Do(context.Background(), busy(always)); !errors.As(err, &e) || e.Attempts > 100 {
			t.Fatalf("%v", err)
		}
	})
}

// A Retry-After has the meaning that net/http gives its date, and is always within its bounds.
func FuzzParseRetryAfter(f *testing.F) {
	for _, s := range []string{"120", "0", "99999999999999999999", "Fri, 31 Dec 1999 23:59:59 GMT", "Friday, 31-Dec-99 23:59:59 GMT", "Fri Dec 31 23:59:59 1999", "-1", "1.5", "", " 7 ", "soon"} {
		f.Add(s, int64(time.Hour))
	}
	now := time.Date(1999, 12, 31, 23, 59, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, value string, most int64) {
		d, ok := retry.ParseRetryAfter(value, now, time.Duration(most))
		assert.GreaterOrEqual(t, d, time.Duration(0))
		assert.LessOrEqual(t, d, time.Duration(max(most, 0)))
		if at, err := http.ParseTime(value); err == nil {
			assert.True(t, ok)
			assert.Equal(t, min(max(at.Sub(now), 0), time.Duration(max(most, 0))), d)
		}
	})
}

func TestParseRetryAfter(t *testing.T) {
	now := time.Date(1999, 12, 31, 23, 59, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"120": 2 * time.Minute, "0": 0, " 7\t": 7 * time.Second, "007": 7 * time.Second, "3600": time.Hour, "3601": time.Hour,
		"99999999999999999999999999": time.Hour, "9223372036854775807": time.Hour,
		"Fri, 31 Dec 1999 23:59:59 GMT": 59 * time.Second, "Friday, 31-Dec-99 23:59:59 GMT": 59 * time.Second,
		"Fri Dec 31 23:59:59 1999": 59 * time.Second, "Thu, 30 Dec 1999 23:59:59 GMT": 0, "Sat, 31 Dec 2050 23:59:59 GMT": time.Hour,
	} {
		d, ok := retry.ParseRetryAfter(value, now, time.Hour)
		assert.True(t, ok, value)
		assert.Equal(t, want, d, value)
	}
	for _, value := range []string{"", "-1", "1.5", "+1", "soon", "1s", "²"} {
		_, ok := retry.ParseRetryAfter(value, now, time.Hour)
		assert.False(t, ok, value)
	}
}

// The budget grants a retry exactly if the last ten seconds, counted separately here, have room for
// it.
func TestBudgetHoldsItsPromise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.Float64Range(0, 2).Draw(t, "share")
		perSecond := rapid.Float64Range(0, 1).Draw(t, "per second")
		clock := &retry.Virtual{}
		r := retry.Retrier{Policy: backoff.Fixed(0), Unit: 1, MaxAttempts: 2, Clock: clock, Budget: retry.NewBudget(share, perSecond)}
		var begun, retried []int64 // seconds
		epoch := clock.Now()
		for range rapid.IntRange(1, 60).Draw(t, "works") {
			_ = clock.Sleep(context.Background(), time.Duration(rapid.Int64Range(0, int64(4*time.Second)).Draw(t, "pause")))
			if len(begun) == 0 {
				epoch = clock.Now()
			}
			second := int64(clock.Now().Sub(epoch) / time.Second)
			begun = append(begun, second)
			recent := func(list []int64) (n float64) {
				for _, s := range list {
					if s > second-10 {
						n++
					}
				}
				return n
			}
			want := recent(retried)+1 <= 10*perSecond+share*recent(begun)
			calls := 0
			err := r.Do(context.Background(), func(context.Context) error { calls++; return errBusy })
			if got := calls == 2; got != want {
				t.Fatalf("work %d: retried %v, want %v (%v)", len(begun), got, want, err)
			}
			if want {
				retried = append(retried, second)
			}
		}
	})
}
