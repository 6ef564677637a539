package server

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// recorded returns the same number for ever.
type recorded float64

func (r recorded) Uniform(a, b float64) float64    { return a + float64(r)*(b-a) }
func (r recorded) Normal(mean, sd float64) float64 { return mean }

// One client, traced to the picosecond: it thinks, its request is looked at twice, and gets its
// response at the second look.
func TestOneRequest(t *testing.T) {
	c := Config{
		Rule: Standard, Draws: recorded(1 - 0x1p-1),
		Groups: []Group{{Group: medium.Group{Name: "c", Names: []string{"c"}, Policy: backoff.Fixed(1)}, Think: phy.Second, Timeout: phy.Second}},
	}
	n, err := New(c)
	require.NoError(t, err)
	seen := &outcomes{}
	n.Observe(seen)
	require.NoError(t, n.Run(2*phy.Second))
	// A think time of ln 2 s, and 0.1 s in the server, again and again.
	assert.Equal(t, []string{"793147180560 0 response true", "1586294361120 0 response true"}, seen.log)
	r := n.Result()
	assert.Equal(t, uint64(2), r.Medium.FramesSent)
	assert.Equal(t, 1e5, r.Delay.Max)
	assert.Nil(t, r.Medium.RecoveredUs)
	assert.Empty(t, r.Medium.Windows)
	assert.Equal(t, uint64(1), r.Medium.ConcurrencyPeak)
}

// Offered work is done, dropped or queued; attempts get a response, are given up or under way; the
// windows contain them all; and the figures of groups add up to the total.
func TestNothingIsLost(t *testing.T) {
	c := stopped(3, backoff.Fixed(0.1), 2*phy.Second)
	c.Warmup = 10 * phy.Second
	c.Groups = append(c.Groups, Group{
		Group: medium.Group{Name: "d", Names: names("d", 100), Policy: backoff.Limit(backoff.Fixed(0.5), 2, 0)},
		Think: phy.Second, Timeout: phy.Second / 2,
	})
	r := run(t, c, 60*phy.Second).Result()
	m := &r.Medium
	require.Len(t, m.Windows, 10)
	require.Len(t, r.Groups, 2)
	for k := range m.Windows {
		assert.InDelta(t, m.Windows[k].OK, r.Groups[0].Windows[k].OK+r.Groups[1].Windows[k].OK, 1e-9)
	}
	ok, timedOut := 0.0, 0.0
	for _, w := range m.Windows {
		ok, timedOut = ok+5*w.OK, timedOut+5*w.TimedOut
	}
	assert.InDelta(t, m.FramesSent, ok, 1e-6)
	assert.InDelta(t, m.Collisions, timedOut, 1e-6)
	assert.Equal(t, r.Groups[0].Failures+r.Groups[1].Failures, m.Collisions)
	assert.Positive(t, r.Groups[1].FramesDropped)
	// Only little work and few attempts are under way at the end of the warm-up.
	assert.InDelta(t, m.FramesOffered, m.FramesSent+m.FramesDropped+m.FramesQueued, 100)
	assert.InDelta(t, m.Attempts, m.FramesSent+m.Collisions, 1100)
}

// In parts or at once, with or without an observer, it is the same run.
func TestSameInParts(t *testing.T) {
	whole := run(t, stopped(1, code, 10*phy.Second), 60*phy.Second).Result()
	n, err := New(stopped(1, code, 10*phy.Second))
	require.NoError(t, err)
	n.Observe(&outcomes{})
	for s := phy.Time(0); s <= 60*phy.Second; s += 7 * phy.Second / 10 {
		require.NoError(t, n.Run(min(s, 60*phy.Second)))
	}
	require.NoError(t, n.Run(60*phy.Second))
	assert.Equal(t, whole, n.Result())
	assert.NotEqual(t, whole.Digest, run(t, stopped(2, code, 10*phy.Second), 60*phy.Second).Result().Digest)
}

// Looks that change nothing cost next to nothing, however many there are.
func TestLooksAreCheap(t *testing.T) {
	c := stopped(1, backoff.Fixed(0.1), 10*phy.Second)
	c.Poll = phy.Nanosecond
	r := run(t, c, 40*phy.Second).Result()
	assert.Len(t, r.Medium.Windows, 8)

	// One request for ten days, looked at every 50 ms.
	c = Config{Rule: Standard, Groups: []Group{{Group: medium.Group{Name: "c", Names: []string{"c"}, Policy: backoff.Fixed(1)}, Timeout: phy.MaxTime}}}
	c.Delay = 10 * 24 * 3600 * phy.Second
	assert.Equal(t, uint64(2), run(t, c, phy.MaxTime).Result().Medium.FramesSent)
}

func TestNoAllocations(t *testing.T) {
	n, err := New(stopped(1, code, 10*phy.Second))
	require.NoError(t, err)
	require.NoError(t, n.Run(200*phy.Second))
	at := n.Now()
	assert.Less(t, testing.AllocsPerRun(20, func() {
		at += phy.Second
		require.NoError(t, n.Run(at))
	}), 5.0) // of about 200 events; a new window, a longer count of failures
}

func TestNewRefuses(t *testing.T) {
	good := stopped(1, backoff.Fixed(1), phy.Second)
	for want, spoil := range map[string]func(c *Config){
		"poll must be more than 0":           func(c *Config) { c.Poll = -1 },
		"the delay is more than 30 days":     func(c *Config) { c.Delay = phy.MaxTime + 1 },
		"the limit more than 2^31-1":         func(c *Config) { c.Limit = math.MaxInt32 + 1 },
		"there is no overflow 2":             func(c *Config) { c.Overflow = 2 },
		"is more than 30 days":               func(c *Config) { c.Groups = []Group{{Group: c.Groups[0].Group, Timeout: math.MaxInt64}} },
		"the factor has to be at least 1":    func(c *Config) { c.Factor = 0.5 },
		"stops have to be in order of time":  func(c *Config) { c.Stops = []Stop{{1, 5}, {6, 5}} },
		"the time-out is not more than 0":    func(c *Config) { c.Groups = []Group{{Group: c.Groups[0].Group}} },
		"a medium needs at least one client": func(c *Config) { c.Groups = nil },
		"it needs a policy":                  func(c *Config) { c.Groups = []Group{{Group: medium.Group{Names: []string{"a"}}, Timeout: 1}} },
	} {
		c := good
		spoil(&c)
		_, err := New(c)
		assert.ErrorContains(t, err, want)
	}
}

// A 0 in a rule means the number of the original, as the documentation says.
func TestZeroIsTheOriginals(t *testing.T) {
	digest := func(r Rule) string {
		c := stopped(100, backoff.Fixed(0.1), 10*phy.Second)
		c.Rule = r
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(60*phy.Second))
		return n.Result().Digest
	}
	want := digest(Standard)
	for _, r := range []Rule{
		{}, {Delay: Standard.Delay}, {Limit: Standard.Limit}, {Factor: Standard.Factor}, {K: Standard.K}, {Poll: Standard.Poll},
	} {
		assert.Equal(t, want, digest(r), "%+v", r)
	}
	assert.NotEqual(t, want, digest(Rule{Limit: -1}), "no limit at all")
	assert.NotEqual(t, want, digest(Rule{Delay: -1}), "no delay at all")
}

// A server that cannot recover ends the run before it uses up the machine's memory.
func TestTooManyRequests(t *testing.T) {
	defer func(most int) { mostRequests = most }(mostRequests)
	mostRequests = 10_000
	c := stopped(1, backoff.Fixed(0), phy.MaxTime/2)
	c.Stops[0].At = 1
	c.Groups[0].Think, c.Groups[0].Timeout = 0, 1
	n, err := New(c)
	require.NoError(t, err)
	require.ErrorIs(t, n.Run(phy.Second), errTooMany)
	assert.False(t, n.Result().Complete)
}
