package store

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

const ms = phy.Millisecond

func run(t require.TestingT, c Config, until phy.Time) (*medium.Result, *Network) {
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(until))
	return n.Result(), n
}

// If all legs are equal and there is no backoff, clients go in rounds of four legs. Each round lets
// one client through, the first: N clients take N rounds, and N(N+1)/2 writes.
func TestRoundsInStep(t *testing.T) {
	for _, clients := range []int{1, 2, 7, 100} {
		r, n := run(t, Config{
			Leg: Constant(5 * ms), Until: medium.Until{Idle: true},
			Groups: []Group{clientsOf("c", clients, backoff.None())},
		}, phy.Forever)
		require.True(t, n.Done())
		require.Equal(t, uint64(clients*(clients+1)/2), r.Medium.Calls)
		require.Equal(t, float64(clients*20_000), r.Medium.CompletionUs)
		require.Equal(t, phy.Time(clients)*20*ms, n.Now())
		for i, s := range r.Stations {
			require.Len(t, s.CollisionsPerFrame, i+1, "the %d. is through after %d failures", i+1, i)
			require.Equal(t, float64(20_000*(i+1)), s.AccessDelay.Max)
		}
	}
}

// A read that comes with a write sees the written version: the write is first.
func TestReadOfTheInstantOfAWrite(t *testing.T) {
	// A begins at 0 and writes at 30 ms. B's first change is through before A's: it reads
	// again as A writes, and its write is good.
	r, _ := run(t, Config{
		Draws: backoff.NewRecorded(
			uniformDraw(10), uniformDraw(10), // reads of A and B
			uniformDraw(10), uniformDraw(10), // answers
			uniformDraw(10), uniformDraw(1), // writes of A, at 30, and B, at 21
			uniformDraw(1),                   // B's answer, at 22
			uniformDraw(8),                   // B's next read, at 30
			uniformDraw(10), uniformDraw(10), // answers: A's write was refused
			uniformDraw(10), uniformDraw(10), uniformDraw(10), uniformDraw(10), uniformDraw(10), uniformDraw(10),
		),
		Leg: Uniform(0, 20*ms), Until: medium.Until{FramesSent: 3},
		Groups: []Group{
			{Group: medium.Group{Name: "A", Names: []string{"A"}, Policy: backoff.None()}},
			{Group: medium.Group{Name: "B", Names: []string{"B"}, Policy: backoff.None()}, Works: 2},
		},
	}, phy.Forever)
	require.Equal(t, uint64(1), r.Groups[0].Failures)
	require.Equal(t, uint64(0), r.Groups[1].Failures)
}

func uniformDraw(v float64) backoff.RecordedDraw {
	return backoff.RecordedDraw{Kind: backoff.UniformDraw, A: 0, B: 20, Value: v}
}

// Groups that have a row each do not contend: each has the figures that it has alone, if the names,
// and therefore the streams, are the same.
func TestGroupsOfARowEachDoNotMeet(t *testing.T) {
	groups := []Group{
		clientsOf("a", 30, backoff.None()), clientsOf("b", 20, backoff.FullJitter(backoff.AWS)), clientsOf("c", 1, backoff.None()),
	}
	both, _ := run(t, Config{Seed: 3, Leg: Article, Rows: GroupRow, Groups: groups, Until: medium.Until{Idle: true}}, phy.Forever)
	var calls uint64
	for i, g := range groups {
		alone, _ := run(t, Config{Seed: 3, Leg: Article, Groups: []Group{g}, Until: medium.Until{Idle: true}}, phy.Forever)
		require.Equal(t, alone.Medium.Store, both.Groups[i].Store)
		require.Equal(t, alone.Delay, both.Groups[i].Delay)
		calls += alone.Medium.Calls
	}
	require.Equal(t, calls, both.Medium.Calls)
	shared, _ := run(t, Config{Seed: 3, Leg: Article, Groups: groups, Until: medium.Until{Idle: true}}, phy.Forever)
	require.Greater(t, shared.Medium.Calls, calls, "on one row they are in each other's way")
}

// Whatever the configuration, every change is made or given up, no row is written by two clients at
// once, and two runs are the same.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		policies := []backoff.Policy{
			backoff.None(), backoff.FullJitter(backoff.AWS), backoff.BEB(10), backoff.Limit(backoff.Fixed(3), 4, 0), backoff.Decorrelated(5, 2000, 3),
		}
		c := Config{
			Seed: rapid.Uint64().Draw(t, "seed"), Until: medium.Until{Idle: true},
			Rows: Rows(rapid.IntRange(0, 1).Draw(t, "rows")),
			Leg: rapid.SampledFrom([]Leg{
				Article, Constant(ms), Uniform(0, ms), Exponential(ms), Normal(ms, 4*ms), {kind: exponential, a: 1, Min: ms},
			}).Draw(t, "leg"),
		}
		var works uint64
		for i := range rapid.IntRange(1, 3).Draw(t, "groups") {
			g := clientsOf(string(rune('a'+i)), rapid.IntRange(1, 12).Draw(t, "clients"), rapid.SampledFrom(policies).Draw(t, "policy"))
			g.Works = rapid.Uint64Range(1, 5).Draw(t, "works")
			g.Think = phy.Time(rapid.IntRange(0, 10).Draw(t, "think")) * ms
			works += g.Works * uint64(len(g.Names))
			c.Groups = append(c.Groups, g)
		}
		r, n := run(t, c, phy.Forever)
		m := &r.Medium
		require.Equal(t, works, m.FramesOffered)
		require.Equal(t, works, m.FramesSent+m.FramesDropped)
		require.Equal(t, m.Calls, m.FramesSent+m.Collisions)
		require.Equal(t, m.Calls, m.Attempts)
		require.Zero(t, m.FramesQueued)
		var written uint64
		for _, v := range n.store.rows {
			written += v
		}
		require.Equal(t, m.FramesSent, written)
		again, _ := run(t, c, phy.Forever)
		require.Equal(t, r, again)
	})
}

// In a closed loop the figures of a warm-up are left out, and a run ends where it is told to.
func TestClosedLoop(t *testing.T) {
	g := clientsOf("c", 5, backoff.FullJitter(backoff.AWS))
	g.Endless, g.Think = true, 200*ms
	c := Config{Leg: Article, Groups: []Group{g}}
	whole, _ := run(t, c, 60*phy.Second)
	first, _ := run(t, c, 20*phy.Second)
	c.Warmup = 20 * phy.Second
	rest, n := run(t, c, 60*phy.Second)
	require.Equal(t, 60*phy.Second, n.Now())
	require.Equal(t, whole.Medium.FramesSent, first.Medium.FramesSent+rest.Medium.FramesSent)
	require.Equal(t, whole.Medium.Calls, first.Medium.Calls+rest.Medium.Calls)
	require.InDelta(t, whole.Medium.CompletionUs-20e6, rest.Medium.CompletionUs, 1e-3)
	require.Equal(t, whole.Digest, rest.Digest)
	// Each client makes at most 5 to 6 changes per second, and seldom contends with another.
	require.InDelta(t, 60*5/0.3, float64(whole.Medium.FramesSent), 250)
}

func TestImpossible(t *testing.T) {
	good := clientsOf("c", 1, backoff.None())
	thinks := good
	thinks.Think = -1
	for want, c := range map[string]Config{
		"store: a leg takes no time: set it to 10 ms, say, or to a distribution": {Groups: []Group{good}},
		"store: a leg's time is negative":                                        {Leg: Constant(-1), Groups: []Group{good}},
		"store: a uniform leg ends before it begins":                             {Leg: Uniform(2, 1), Groups: []Group{good}},
		`store: group "c": the time to think is negative`:                        {Leg: Article, Groups: []Group{thinks}},
		"store: a medium needs at least one client":                              {Leg: Article},
	} {
		_, err := New(c)
		require.EqualError(t, err, want)
	}
}

// After the setup, an event allocates nothing.
func TestAllocations(t *testing.T) {
	g := clientsOf("c", 50, backoff.None())
	g.Endless = true
	n, err := New(Config{Leg: Article, Groups: []Group{g}})
	require.NoError(t, err)
	until := 60 * phy.Second
	require.NoError(t, n.Run(until))
	require.Less(t, testing.AllocsPerRun(20, func() {
		until += phy.Second
		require.NoError(t, n.Run(until))
	}), 10.0, "in some ten thousand events")
}
