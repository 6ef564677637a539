package aloha

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// diary keeps all events.
type diary struct{ events []medium.Event }

func (d *diary) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (d *diary) Observe(e *medium.Event)   { d.events = append(d.events, *e) }

// scripted is a policy that waits for the given slots after failures 1, 2, ...
func scripted(slots ...int) backoff.Policy { return backoff.Script(backoff.BEB(10), slots...) }

// Two users that always have a frame collide in slot 0. One draws 0 slots and sends in the next
// slot. The other draws 1 and sends in the one after, at the same time as the first one's next
// frame.
func TestAStoryOfTwoUsers(t *testing.T) {
	d := &diary{}
	n, err := New(Config{Slotted: true, Frame: phy.Millisecond, Groups: []Group{
		{Group: medium.Group{Name: "a", Names: []string{"a"}, Policy: scripted(0, 1, 3)}, S: 1},
		{Group: medium.Group{Name: "b", Names: []string{"b"}, Policy: scripted(1, 0, 0)}, S: 1},
	}})
	require.NoError(t, err)
	n.Observe(d)
	require.NoError(t, n.Run(3*phy.Millisecond+1))
	r := n.Result()
	require.EqualValues(t, 6, r.Medium.Attempts)
	require.EqualValues(t, 2, r.Medium.Collisions)
	require.EqualValues(t, 1, r.Medium.FramesSent)
	// Backlogged: both in slot 1, b alone in slot 2.
	require.InDelta(t, 3.0/3, r.Medium.BacklogMean, 1e-6)
	require.Equal(t, 2000.0, r.Delay.Max)
	kinds := []medium.Kind{}
	for _, e := range d.events {
		if e.At == phy.Millisecond {
			kinds = append(kinds, e.Kind)
		}
	}
	require.Equal(t, []medium.Kind{medium.TxEnd, medium.Collision, medium.Backoff, medium.TxEnd, medium.Collision, medium.Backoff, medium.TxStart}, kinds)
}

// The same two users: the run that a's frame ends does not include the next slot, in which both
// would begin at that instant.
func TestNothingStartsAtTheInstantThatEndsARun(t *testing.T) {
	n, err := New(Config{Slotted: true, Frame: phy.Millisecond, Until: medium.Until{FramesSent: 1}, Groups: []Group{
		{Group: medium.Group{Name: "a", Names: []string{"a"}, Policy: scripted(0, 1, 3)}, S: 1},
		{Group: medium.Group{Name: "b", Names: []string{"b"}, Policy: scripted(1, 0, 0)}, S: 1},
	}})
	require.NoError(t, err)
	require.NoError(t, n.Run(phy.Second))
	m := n.Result().Medium
	require.Equal(t, [...]uint64{3, 1, 1}, [...]uint64{m.Attempts, m.Collisions, m.FramesSent})
	require.Equal(t, 2*phy.Millisecond, n.Now())
}

// Frames that only touch do not collide; those that share a picosecond do.
func TestFramesThatTouchDoNotCollide(t *testing.T) {
	for _, c := range []struct {
		gap        phy.Time
		collisions uint64
	}{{0, 0}, {-1, 1}, {1, 0}} {
		n, err := New(Config{Frame: phy.Millisecond, Groups: population(2, 1e-12, backoff.Uniform(1000))})
		require.NoError(t, err)
		n.channel.Due = crowd.Agenda{} // of our own making
		n.channel.push(0, arrival, sender{client: 0}, false)
		n.channel.push(phy.Millisecond+c.gap, arrival, sender{client: 1}, false)
		require.NoError(t, n.Run(phy.Millisecond+c.gap+1))
		require.Equal(t, c.collisions > 0, n.channel.air.met, "%+v", c)
	}
}

// Of G frames begun in a frame's time, those that meet no other are received: G e^-2G by Abramson,
// G e^-G by Roberts. The frames form a Poisson process, and none is sent twice.
func TestThroughputIsThatOfTheory(t *testing.T) {
	const slots = 300_000
	once := backoff.Limit(backoff.None(), 1, 0)
	for _, slotted := range []bool{false, true} {
		for _, g := range []float64{0.1, 0.5, 1, 1.5} {
			every := phy.Time(float64(phy.Millisecond) / g)
			r := run(t, Config{Slotted: slotted, Seed: 1, Groups: []Group{{Group: medium.Group{Name: "users", Names: []string{"users"}, Policy: once}, Every: every, Endless: true}}}, slots)
			want := g * math.Exp(-2*g)
			if slotted {
				want = g * math.Exp(-g)
			}
			require.InDelta(t, want, r.Medium.Throughput, 0.003, "slotted %v, G %v", slotted, g)
			require.InEpsilon(t, g, float64(r.Medium.Attempts)/slots, 0.01)
			require.InDelta(t, 1, r.Medium.ShareSuccess+r.Medium.ShareCollision+r.Medium.ShareIdle, 1e-12)
			require.InDelta(t, r.Medium.Throughput, r.Medium.ShareSuccess, 2.0/slots)
		}
	}
}

func channels(t *rapid.T) Config {
	policies := []backoff.Policy{backoff.BEB(5), backoff.Uniform(7), backoff.Geometric(0.2), backoff.FullJitter(backoff.Growth{Base: 3, Factor: 2, Cap: 50}), backoff.Limit(backoff.BEB(3), 4, 0), backoff.None()}
	policy := func(name string) backoff.Policy { return rapid.SampledFrom(policies).Draw(t, name) }
	c := Config{
		Slotted: rapid.Bool().Draw(t, "slotted"), Frame: phy.Millisecond, Seed: rapid.Uint64().Draw(t, "seed"),
		Feedback: rapid.SampledFrom([]phy.Time{0, phy.Millisecond, 2500 * phy.Microsecond, 12 * phy.Millisecond}).Draw(t, "feedback"),
		Warmup:   rapid.SampledFrom([]phy.Time{0, 0, 10*phy.Millisecond + 7}).Draw(t, "warmup"),
	}
	if rapid.Bool().Draw(t, "endless") {
		c.Groups = []Group{{Group: medium.Group{Name: "users", Names: []string{"users"}, Policy: policy("policy")}, Every: phy.Time(rapid.IntRange(1, 20).Draw(t, "every")) * phy.Millisecond, Endless: true}}
		c.Limit = 200
		return c
	}
	c.Groups = population(rapid.IntRange(1, 12).Draw(t, "users"), rapid.SampledFrom([]float64{0.001, 0.1, 0.6, 1}).Draw(t, "s"), policy("policy"))
	c.Groups = append(c.Groups, Group{Group: medium.Group{Name: "v", Names: []string{"v1", "v2"}, Policy: policy("other")}, Every: 3 * phy.Millisecond})
	return c
}

// The events about overlaps agree with the outcome of each frame and add up to the figures, and
// Little's law holds for them.
func TestEventsAreTheOutcome(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := channels(t)
		c.Warmup = 0
		n, err := New(c)
		require.NoError(t, err)
		d := &diary{}
		n.Observe(d)
		require.NoError(t, n.Run(200*phy.Millisecond))
		type on struct{ from, to phy.Time }
		var sent []on
		ends := map[int]bool{} // by index in sent: whether it was received
		begun := map[[2]int64]int{}
		for _, e := range d.events {
			key := [2]int64{int64(e.Station), int64(e.Frame.Number)}
			switch e.Kind {
			case medium.TxStart:
				if c.Slotted {
					require.Zero(t, e.At%c.Frame)
				}
				begun[key] = len(sent)
				sent = append(sent, on{e.At, e.At + c.Frame})
			case medium.TxEnd:
				i := begun[key]
				require.Equal(t, sent[i].to, e.At)
				ends[i] = e.OK
			}
		}
		r := n.Result()
		through := uint64(0)
		for i, ok := range ends {
			alone := true
			for k, o := range sent {
				alone = alone && (i == k || o.to <= sent[i].from || sent[i].to <= o.from)
			}
			require.Equal(t, alone, ok)
			if ok && sent[i].to+c.Feedback < 200*phy.Millisecond {
				through++
			}
		}
		m := &r.Medium
		require.Equal(t, through, m.FramesSent)
		require.EqualValues(t, len(sent), m.Attempts)
		require.Equal(t, m.FramesOffered, m.FramesSent+m.FramesDropped+m.FramesQueued)
		require.LessOrEqual(t, m.BacklogMean, float64(m.FramesOffered))
	})
}

// A run in pieces, with or without an observer, is the same run. So is a run with an additional
// user that does nothing.
func TestARunIsARun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := channels(t)
		a, err := New(c)
		require.NoError(t, err)
		require.NoError(t, a.Run(300*phy.Millisecond))
		c.Groups = append(c.Groups, Group{Group: medium.Group{Name: "idle", Names: []string{"idle"}, Policy: backoff.None()}, S: 1e-300})
		b, err := New(c)
		require.NoError(t, err)
		b.Observe(&diary{})
		for at := phy.Time(0); at < 300; at += phy.Time(rapid.IntRange(1, 40).Draw(t, "step")) {
			require.NoError(t, b.Run(at*phy.Millisecond))
		}
		require.NoError(t, b.Run(300*phy.Millisecond))
		require.Equal(t, a.Result().Digest, b.Result().Digest)
		x, y := a.Result().Medium, b.Result().Medium
		x.Jain, y.Jain = 0, 0 // more users change these
		require.Equal(t, x, y)
	})
}

// By Little's law a frame's delay is its share of the backlog, its own time and R.
func TestDelayIsLittles(t *testing.T) {
	for _, r := range []phy.Time{0, 3, 12} {
		x := run(t, Config{Slotted: true, Feedback: r * phy.Millisecond, Groups: population(50, 0.2/50, backoff.Uniform(60)), Seed: 3}, 400_000)
		require.InEpsilon(t, x.Medium.BacklogMean/x.Medium.Throughput+float64(r)+1, x.Delay.Mean/1000, 1e-3)
	}
}

// A channel that is lost has a limit: the run ends, and the result says when.
func TestUnlimitedUsersHaveALimit(t *testing.T) {
	r := run(t, Config{Slotted: true, Limit: 1000, Groups: []Group{{Group: medium.Group{Name: "users", Names: []string{"users"}, Policy: backoff.Uniform(8)}, Every: 2 * phy.Millisecond, Endless: true}}}, 10_000_000)
	require.Greater(t, r.Medium.FramesQueued, uint64(1000))
	require.Less(t, r.Medium.FramesQueued, uint64(1100))
	require.Greater(t, r.Medium.FirstExitUs, 0.0)
	require.Less(t, r.SimulatedPs, int64(100_000*phy.Millisecond))
}

// After the setup a run allocates nothing.
func TestNothingIsAllocated(t *testing.T) {
	for _, slotted := range []bool{false, true} {
		n, err := New(Config{Slotted: slotted, Frame: phy.Millisecond, Groups: append(population(400, 0.3/400, backoff.Uniform(200)),
			Group{Group: medium.Group{Name: "v", Names: []string{"v"}, Policy: backoff.BEB(10)}, Every: 50 * phy.Millisecond, Endless: true})})
		require.NoError(t, err)
		until := 300 * phy.Second
		require.NoError(t, n.Run(until))
		require.Less(t, testing.AllocsPerRun(5, func() {
			until += 10 * phy.Second
			require.NoError(t, n.Run(until))
		}), 4.0)
	}
}

func TestNewSaysWhatIsWrong(t *testing.T) {
	good := Config{Frame: phy.Millisecond, Groups: population(2, 0.5, backoff.None())}
	for want, spoil := range map[string]func(*Config){
		"the time of a frame must be":  func(c *Config) { c.Frame = 0 },
		"the feedback time must":       func(c *Config) { c.Feedback = -1 },
		"is negative":                  func(c *Config) { c.Limit = -1 },
		"exactly one of":               func(c *Config) { c.Groups[0].Every = 1 },
		"is not a probability":         func(c *Config) { c.Groups[0].S = 2 },
		"an unlimited number of users": func(c *Config) { c.Groups[0].Endless = true },
		"at least one client":          func(c *Config) { c.Groups = nil },
	} {
		c := good
		c.Groups = population(2, 0.5, backoff.None())
		spoil(&c)
		_, err := New(c)
		require.ErrorContains(t, err, want)
	}
}
