package server

import (
	"cmp"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// The naive model keeps what each request still needs, in exact numbers, and works at each of them
// whenever anything happens.

func units(t phy.Time, r rate) *big.Int {
	return new(big.Int).Mul(big.NewInt(int64(t)), new(big.Int).SetUint64(uint64(r)))
}

func (s *naive) speed() rate {
	growth := 1.0
	if s.inside > s.c.Limit {
		growth = backoff.Pow(s.c.Factor, float64(s.inside-s.c.Limit)/s.c.K)
	}
	return rate(0x1p63 / growth)
}

// nextEnd returns the instant at which the next request is done, at the speed of now.
func (s *naive) nextEnd() phy.Time {
	end, speed := phy.Forever, new(big.Int).SetUint64(uint64(s.speed()))
	for _, h := range s.present {
		switch {
		case !h.in || s.stopped:
		case h.todo.Sign() <= 0:
			return s.now
		case speed.Sign() > 0:
			t := new(big.Int).Add(h.todo, speed)
			if t.Sub(t, big.NewInt(1)).Div(t, speed); t.IsInt64() && t.Int64() < int64(phy.Forever-s.now) { // rounded up
				end = min(end, s.now+phy.Time(t.Int64()))
			}
		}
	}
	return end
}

func (s *naive) work(until phy.Time) {
	if !s.stopped {
		done := units(until-s.now, s.speed())
		for _, h := range s.present {
			h.todo.Sub(h.todo, done)
		}
	}
	s.now = until
}

func (s *naive) finish() {
	slices.SortFunc(s.present, func(a, b *handler) int { return cmp.Or(a.todo.Cmp(b.todo), a.serial-b.serial) })
	for _, h := range s.present {
		if h.in && h.todo.Sign() <= 0 {
			s.respond(h)
		}
	}
	s.present = slices.DeleteFunc(s.present, func(h *handler) bool { return !h.in })
}

// The heap of measured times agrees with a program that works at each request in turn: whatever the times,
// the stops, the load, and whether the server notices that clients leave.
func TestSameAsWorkingAtEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyServer(t)
		c.Overflow = Saturate
		for range rapid.IntRange(1, 5).Draw(t, "times") {
			c.Times = append(c.Times, rapid.SampledFrom([]phy.Time{0, 1, 70_000_000_001, 5 * phy.Millisecond, 60 * phy.Millisecond, 300 * phy.Millisecond}).Draw(t, "time"))
		}
		if slices.Max(c.Times) < 5*phy.Millisecond { // clients that do not think would ask without end
			c.Times[0] = 5 * phy.Millisecond
		}
		sameAsNaive(t, c, phy.Second/2)
	})
}

// Of a sample with nine fast answers and a slow one, one in ten is slow: those who give up before it get no answer.
func TestOneInTenIsSlow(t *testing.T) {
	times := slices.Repeat([]phy.Time{10 * phy.Millisecond}, 10)
	times[9] = 3 * phy.Second
	m := run(t, Config{
		Seed: 1, Times: times,
		Groups: []Group{{Group: medium.Group{Name: "c", Names: names("c", 20), Policy: backoff.Fixed(0.1)}, Think: phy.Second, Timeout: phy.Second}},
	}, 500*phy.Second).Result().Medium
	require.Greater(t, m.Attempts, uint64(5000))
	assert.InDelta(t, 0.1, float64(m.Collisions)/float64(m.Attempts), 0.01)
}

// Where the server is never overloaded, measured times that are all the same are its delay.
func TestEqualTimesAreTheDelay(t *testing.T) {
	digests := map[string]bool{}
	for _, times := range [][]phy.Time{nil, {70 * phy.Millisecond}, {70 * phy.Millisecond, 70 * phy.Millisecond}} {
		r := run(t, Config{
			Seed: 7, Rule: Rule{Delay: 70 * phy.Millisecond, Limit: 1000, Poll: 10 * phy.Millisecond}, Times: times,
			Groups: []Group{{Group: medium.Group{Name: "c", Names: names("c", 40), Policy: backoff.FullJitter(backoff.AWS), Unit: phy.Millisecond}, Think: phy.Second, Timeout: 75 * phy.Millisecond}},
		}, 100*phy.Second).Result()
		require.Positive(t, r.Medium.FramesSent)
		digests[r.Digest] = true
	}
	assert.Len(t, digests, 1)
}

// Two requests of 100 ms at a server for one: each is worked at with half the speed while the other is there. A stop
// of 50 ms is added to both.
func TestRequestsShareTheServer(t *testing.T) {
	c := Config{
		Rule: Rule{Limit: 1, Factor: 2, K: 1}, Times: []phy.Time{100 * phy.Millisecond}, Draws: recorded(0.5),
		Stops: []Stop{{At: 800 * phy.Millisecond, For: 50 * phy.Millisecond}},
		Groups: []Group{
			{Group: medium.Group{Name: "a", Names: []string{"a"}, Policy: backoff.Fixed(1)}, Think: phy.Second, Timeout: phy.Second},
			{Group: medium.Group{Name: "b", Names: []string{"b"}, Policy: backoff.Fixed(1)}, Think: phy.Second + phy.Second/10, Timeout: phy.Second},
		},
	}
	n, err := New(c)
	require.NoError(t, err)
	seen := &outcomes{}
	n.Observe(seen)
	require.NoError(t, n.Run(phy.Second+phy.Millisecond))
	// They come at ln 2 and 1.1 ln 2 s, 693.147 and 762.462 ms. The first has 30.685 ms to go then, which take 61.371 ms
	// and the stop; the other has 69.315 ms to go when it is alone.
	assert.Equal(t, []string{"873832462504 0 response true", "943147180560 1 response true"}, seen.log)
}

// Requests that nobody awaits leave a server that notices; its memory does not grow with the time.
func TestMeasuredServerForgets(t *testing.T) {
	c := impatient(1000)
	c.Delay, c.Times = 0, []phy.Time{MostTime}
	n := run(t, c, 20*phy.Second)
	assert.Greater(t, n.Result().Medium.Attempts, uint64(380_000))
	assert.LessOrEqual(t, n.server.held(), 2*len(n.server.clients)+leeway+1)
	assert.Less(t, n.server.Due.Len(), 10*len(n.server.clients))
}

// A sum of parts is the whole, and time and work are each other's inverse.
func TestProgressIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rate(rapid.Uint64Range(1, uint64(fullSpeed)).Draw(t, "rate"))
		a, b := phy.Time(rapid.Int64Range(0, int64(phy.MaxTime)/2).Draw(t, "a")), phy.Time(rapid.Int64Range(0, int64(phy.MaxTime)/2).Draw(t, "b"))
		both := r.during(a).plus(r.during(b))
		require.Equal(t, r.during(a+b), both)
		require.Equal(t, r.during(a), both.minus(r.during(b)))
		require.Equal(t, a+b, both.takes(r))
		require.Equal(t, progress{}, r.during(a).minus(r.during(a+b)))
		require.Equal(t, phy.Forever, workOf(phy.Second).takes(0))
	})
}
