package submit_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

// starts returns the first starts of clients, then NaN.
type starts struct{ left []float64 }

func (s *starts) Uniform(float64, float64) float64 {
	if len(s.left) == 0 {
		return math.NaN()
	}
	u := s.left[0]
	s.left = s.left[1:]
	return u
}
func (*starts) Normal(float64, float64) float64 { return math.NaN() }

// diary records events: tenths of a second, client, kind.
type diary struct {
	n     *submit.Network
	lines []string
}

func (*diary) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }

func (d *diary) Observe(e *medium.Event) {
	who := "queue"
	if e.Station != medium.NoStation {
		who = d.n.Name(int(e.Station))
	}
	line := fmt.Sprintf("%d %s %s", int64(e.At/(100*phy.Millisecond)), who, e.Kind)
	if e.Kind == medium.TxEnd && e.OK {
		line += " ok"
	}
	d.lines = append(d.lines, line)
}

// small returns a queue with room for two.
func small(t *testing.T, wait float64, at []float64, groups ...submit.Group) (*submit.Network, *diary) {
	for i := range groups {
		groups[i].Policy = backoff.Fixed(wait)
	}
	n, err := submit.New(submit.Config{
		Rule: submit.Rule{
			Descriptors: 2, PerJob: 1, SenseBelow: 1, Service: 500 * phy.Millisecond, Startup: phy.Second, Down: 2 * phy.Second,
		},
		Groups: groups, Draws: &starts{at},
	})
	require.NoError(t, err)
	d := &diary{n: n}
	n.Observe(d)
	return n, d
}

// Three clients and room for two, by hand. a and b wait in the queue when c comes. The queue
// crashes with both in it, and refuses all three until it is up again at 3.2 s.
func TestStoryOfACrash(t *testing.T) {
	n, d := small(t, 0.3, []float64{0, 0.1, 0.2}, clients("a", 1, submit.Fixed), clients("b", 1, submit.Fixed), clients("c", 1, submit.Fixed))
	require.NoError(t, n.Run(4*phy.Second))
	assert.Equal(t, []string{
		"0 a0 queued", "1 b0 queued", "2 c0 queued",
		"10 a0 tx_start", "11 b0 tx_start", "12 c0 tx_start",
		"12 queue crash", "12 c0 tx_end", "12 c0 backoff", "12 a0 tx_end", "12 a0 backoff", "12 b0 tx_end", "12 b0 backoff",
		"25 a0 tx_start", "25 a0 refused", "25 a0 tx_end", "25 a0 backoff",
		"25 b0 tx_start", "25 b0 refused", "25 b0 tx_end", "25 b0 backoff",
		"25 c0 tx_start", "25 c0 refused", "25 c0 tx_end", "25 c0 backoff",
		"32 queue restart",
		"38 a0 tx_start", "38 b0 tx_start", "38 c0 tx_start",
		"38 queue crash", "38 c0 tx_end", "38 c0 backoff", "38 a0 tx_end", "38 a0 backoff", "38 b0 tx_end", "38 b0 backoff",
	}, d.lines)
	r := n.Result()
	assert.Equal(t, medium.Submit{Refused: 3, Crashes: 2, Aborted: 4}, *r.Medium.Submit)
	assert.Equal(t, medium.Submit{Refused: 1, Crashes: 2}, *r.Groups[2].Submit, "a crash is counted for who came")
	// It is down from 1.2 to 3.2 and from 3.8 to 4.0, and works in vain from 1.0 to 1.2.
	assert.InDelta(t, 2.4/4, r.Medium.ShareCollision, 1e-12)
	assert.Zero(t, r.Medium.ShareSuccess)
	assert.InDelta(t, 1.6/4, r.Medium.ShareIdle, 1e-12)
}

// A client that looks sees the free descriptors when it starts, not when it arrives.
func TestStoryOfADeferral(t *testing.T) {
	n, d := small(t, 0.3, []float64{0, 0.1, 1}, clients("a", 1, submit.Fixed), clients("b", 1, submit.Fixed), clients("c", 1, submit.Ethernet))
	require.NoError(t, n.Run(16*phy.Second/10))
	assert.Equal(t, []string{
		"0 a0 queued", "1 b0 queued", "10 a0 tx_start", "10 c0 queued", // one is free: c starts
		"11 b0 tx_start", "15 a0 tx_end ok", "15 a0 sent", "15 a0 queued",
	}, d.lines)

	// Fewer than two are free: c waits for a second by ftsh's rule, looks again, and starts.
	n, err := submit.New(submit.Config{
		Rule:   submit.Rule{Descriptors: 2, PerJob: 1, SenseBelow: 2, Service: 500 * phy.Millisecond, Startup: phy.Second, Down: phy.Second},
		Groups: []submit.Group{clients("a", 1, submit.Fixed), clients("c", 1, submit.Ethernet)}, Draws: &starts{[]float64{0, 1, 0.5, 0.5}},
	})
	require.NoError(t, err)
	d = &diary{n: n}
	n.Observe(d)
	require.NoError(t, n.Run(31*phy.Second/10))
	assert.Equal(t, []string{
		"0 a0 queued", "10 a0 tx_start", "10 c0 queued", "10 c0 defer", "10 c0 backoff",
		"15 a0 tx_end ok", "15 a0 sent", "15 a0 queued",
		"25 a0 tx_start", "30 c0 tx_start", "30 a0 tx_end ok", "30 a0 sent", "30 a0 queued",
	}, d.lines)
	assert.Equal(t, uint64(1), n.Result().Groups[1].Deferred)
	assert.Zero(t, n.Result().Groups[1].Failures, "a deferral is no attempt")
}

// At one instant an attempt comes too early for the descriptors of the attempt that is served then,
// and in time for the restart.
func TestTies(t *testing.T) {
	n, _ := small(t, 9, []float64{0, 0.1, 0.5}, clients("a", 3, submit.Fixed))
	require.NoError(t, n.Run(16*phy.Second/10))
	assert.Equal(t, uint64(1), n.Result().Medium.Crashes)

	n, _ = small(t, 1, []float64{0, 0, 0}, clients("a", 3, submit.Fixed))
	require.NoError(t, n.Run(31*phy.Second/10))
	assert.Zero(t, n.Result().Medium.Refused)
	assert.Equal(t, uint64(2), n.Result().Medium.Crashes, "at 1 s, and at 3 s, as it is up again")
}

// Every attempt is counted; the figures of the groups add up; a warm-up only leaves out.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := submit.Config{Seed: rapid.Uint64().Draw(t, "seed"), Rule: submit.Standard, Warmup: 15 * phy.Second}
		for g, d := range submit.Disciplines {
			c.Groups = append(c.Groups, clients(string(rune('a'+g)), rapid.IntRange(1, 40).Draw(t, d.String()), d))
		}
		n, err := submit.New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(45*phy.Second))
		c.Warmup = 0
		whole, err := submit.New(c)
		require.NoError(t, err)
		require.NoError(t, whole.Run(15*phy.Second))
		before := whole.Result()
		require.NoError(t, whole.Run(45*phy.Second))
		r, b := n.Result(), whole.Result()
		assert.Equal(t, b.Digest, r.Digest)
		in := b.Medium.Attempts - b.Medium.Submitted - b.Medium.Refused - b.Medium.Crashes - b.Medium.Aborted
		assert.LessOrEqual(t, in, uint64(40), "in the queue")
		var sum medium.Submit
		for g := range r.Groups {
			s := r.Groups[g].Submit
			assert.Equal(t, b.Groups[g].Submitted-before.Groups[g].Submitted, s.Submitted)
			assert.Equal(t, b.Groups[g].Deferred-before.Groups[g].Deferred, s.Deferred)
			assert.Equal(t, s.Submitted, r.Groups[g].FramesSent)
			sum.Submitted, sum.Refused, sum.Crashes = sum.Submitted+s.Submitted, sum.Refused+s.Refused, sum.Crashes+s.Crashes
			sum.Aborted, sum.Deferred = sum.Aborted+s.Aborted, sum.Deferred+s.Deferred
		}
		assert.Equal(t, sum, *r.Medium.Submit)
		assert.Equal(t, r.Medium.Collisions, sum.Crashes)
		assert.InDelta(t, 1, r.Medium.ShareSuccess+r.Medium.ShareCollision+r.Medium.ShareIdle, 1e-9)
		share := func(r *medium.Result) float64 { return r.Medium.ShareCollision * float64(r.SimulatedPs) }
		// An attempt that was being served when the warm-up ended may have failed later.
		assert.InDelta(t, share(b)-share(before), share(r), float64(c.Service)+1e6)
		assert.InDelta(t, r.Medium.ShareSuccess, r.Medium.Throughput, 0.2/30)
	})
}

// Once a run has grown to its size it allocates nothing.
func TestRunAllocatesNothing(t *testing.T) {
	for _, d := range submit.Disciplines {
		n, err := submit.New(submit.Config{Rule: submit.Standard, Groups: []submit.Group{clients("c", 70, d)}})
		require.NoError(t, err)
		require.NoError(t, n.Run(3000*phy.Second))
		before := n.Result().Medium.Attempts
		assert.Zero(t, testing.AllocsPerRun(20, func() { require.NoError(t, n.Run(n.Now()+10*phy.Second)) }), d)
		assert.Greater(t, n.Result().Medium.Attempts, before+1000)
	}
}

func TestNewRefuses(t *testing.T) {
	for says, spoil := range map[string]func(*submit.Config){
		"an attempt needs":       func(c *submit.Config) { c.PerJob = 0 },
		"number of descriptors":  func(c *submit.Config) { c.Descriptors = -1 },
		"negative":               func(c *submit.Config) { c.Service = -1 },
		"too long":               func(c *submit.Config) { c.Down = phy.Forever },
		"no discipline 3":        func(c *submit.Config) { c.Groups[0].Discipline = 3 },
		"at least one client":    func(c *submit.Config) { c.Groups = nil },
		"\"c0\" is empty or tak": func(c *submit.Config) { c.Groups = append(c.Groups, c.Groups[0]) },
	} {
		c := submit.Config{Rule: submit.Standard, Groups: []submit.Group{clients("c", 2, submit.Fixed)}}
		spoil(&c)
		_, err := submit.New(c)
		assert.ErrorContains(t, err, says)
		assert.ErrorContains(t, err, "submit: ")
	}
}

// If draws run out, the run ends, wherever that is. It also ends if no time passes for its clients.
func TestRunsThatCannotGoOn(t *testing.T) {
	for _, have := range []int{0, 1, 2} {
		n, err := submit.New(submit.Config{
			Rule: submit.Rule{PerJob: 1}, Draws: &starts{make([]float64, have)}, Groups: []submit.Group{clients("c", 2, submit.Aloha)},
		})
		require.NoError(t, err)
		assert.ErrorContains(t, n.Run(10*phy.Second), "c")
		assert.False(t, n.Result().Complete)
	}
	n, err := submit.New(submit.Config{Rule: submit.Rule{PerJob: 1}, Groups: []submit.Group{clients("c", 2, submit.Fixed)}})
	require.NoError(t, err)
	assert.ErrorContains(t, n.Run(10*phy.Second), "retry endlessly")
}
