package crowd_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/stats"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// The figures count the events. An observer gets those that it wants, in order.
func TestEventsAreTheFigures(t *testing.T) {
	d := build(t, crowd.Options{Seed: 2}, 3*ms, mixed(4, 4)...)
	all, some := &diary{want: medium.Interest{Kinds: medium.AllKinds}}, &diary{want: medium.Interest{Kinds: medium.Of(medium.Sent), Stations: []int{1, 5}}}
	d.Observe(all)
	d.Observe(some)
	require.NoError(t, d.Run(300*ms))
	r := d.Result()
	m := &r.Medium
	assert.Equal(t, []uint64{m.FramesOffered, m.Attempts, m.FramesSent, m.FramesDropped},
		[]uint64{all.of(medium.Queued), all.of(medium.TxStart), all.of(medium.Sent), all.of(medium.Dropped)})
	assert.Equal(t, r.Groups[0].Failures+r.Groups[1].Failures, all.of(medium.Backoff)+all.of(medium.Dropped))
	assert.NotZero(t, m.FramesDropped)
	assert.Equal(t, r.Stations[1].FramesDelivered+r.Stations[5].FramesDelivered, uint64(len(some.events)))
	ends := map[int32]medium.Event{}
	for i, e := range all.events {
		if i > 0 {
			assert.LessOrEqual(t, all.events[i-1].At, e.At)
		}
		switch e.Kind {
		case medium.Backoff:
			ends[e.Station] = e
			assert.Equal(t, e.Until-e.At == phy.Time(e.Slots)*ms, e.Slots >= 0, "the fixed wait is no whole number")
		case medium.TxStart:
			if b, ok := ends[e.Station]; ok && b.Frame.Number == e.Frame.Number {
				assert.Equal(t, b.Until, e.At)
				assert.Equal(t, b.Attempt+1, e.Attempt)
			}
		}
	}
}

// A client's draws are its own: further clients, or a change of their policy, do not change them.
func TestStreamsAreTheClients(t *testing.T) {
	waits := func(groups ...medium.Group) (w []phy.Time) {
		d := build(t, crowd.Options{Seed: 9}, ms, groups...)
		i := int32(d.Len() - 1)
		for range 10 {
			if !d.Client(i).Working() {
				d.Offer(i)
			}
			wait, _ := d.Fail(i)
			w = append(w, wait)
		}
		return w
	}
	x := people("x", 1, backoff.FullJitter(backoff.Growth{Base: 5, Factor: 2, Cap: 2000}))
	alone := waits(x)
	assert.Equal(t, alone, waits(people("a", 7, backoff.Fixed(1)), x))
	assert.NotEqual(t, alone, waits(people("y", 1, x.Policy)))
}

// After a run has grown to its size it allocates nothing, with any number of groups, with or
// without observers.
func TestAnEventAllocatesNothing(t *testing.T) {
	for _, groups := range [][]medium.Group{mixed(20, 20), {people("a", 50, backoff.BEB(10))}} {
		d := build(t, crowd.Options{}, 3*ms, groups...)
		shown := new(counter)
		d.Observe(shown)
		require.NoError(t, d.Run(2000*ms))
		before := d.Result().Medium.Attempts
		assert.Zero(t, testing.AllocsPerRun(20, func() { require.NoError(t, d.Run(d.Now()+20*ms)) }))
		assert.Greater(t, d.Result().Medium.Attempts, before+400)
		assert.Greater(t, uint64(*shown), d.Result().Medium.Attempts)
	}
}

// counter counts the events that it is shown.
type counter uint64

func (*counter) Interest() medium.Interest { return medium.Interest{Kinds: medium.AllKinds} }
func (c *counter) Observe(*medium.Event)   { *c++ }

// Jain's index is that of package stats.
func TestFairness(t *testing.T) {
	d := build(t, crowd.Options{Seed: 4}, 3*ms, mixed(7, 2)...)
	require.NoError(t, d.Run(100*ms))
	r := d.Result()
	var all, some []float64
	for i := range r.Stations {
		all = append(all, float64(r.Stations[i].FramesDelivered))
		if i < 7 {
			some = append(some, float64(r.Stations[i].FramesDelivered))
		}
	}
	assert.InDelta(t, stats.Jain(all), r.Medium.Jain, 1e-12)
	assert.InDelta(t, stats.Jain(some), r.Groups[0].Jain, 1e-12)
}

// A policy that fails ends the run. The error names the client, and the figures can still be read.
func TestPolicyThatFailsEndsTheRun(t *testing.T) {
	d := build(t, crowd.Options{}, 0, people("a", 2, backoff.Script(nil, 1, 1)))
	err := d.Run(1000 * ms)
	require.ErrorIs(t, err, backoff.ErrScriptEnded)
	assert.ErrorContains(t, err, "a1: ")
	assert.False(t, d.Result().Complete)
	assert.ErrorIs(t, d.Run(2000*ms), backoff.ErrScriptEnded)
}

// Clients that fail and retry without any delay do not hang the run: it ends with an error.
func TestNoEndOfAnInstant(t *testing.T) {
	d := build(t, crowd.Options{}, 0, people("a", 2, backoff.Fixed(0)))
	d.look = 0
	assert.ErrorContains(t, d.Run(ms), "retry endlessly")
}

func TestInitRefuses(t *testing.T) {
	good := people("a", 1, backoff.Fixed(1))
	for _, bad := range []struct {
		o      crowd.Options
		groups []medium.Group
		says   string
	}{
		{crowd.Options{}, nil, "at least one client"},
		{crowd.Options{Warmup: -1}, []medium.Group{good}, "negative"},
		{crowd.Options{Unit: -1}, []medium.Group{good}, "unit"},
		{crowd.Options{}, []medium.Group{good, good}, `"a0" is empty or taken`},
		{crowd.Options{}, []medium.Group{{Names: []string{""}, Policy: good.Policy}}, "empty"},
		{crowd.Options{}, []medium.Group{{Name: "g", Names: []string{"x"}}}, `group "g": it needs a policy`},
		{crowd.Options{}, []medium.Group{{Names: []string{"x"}, Policy: good.Policy, Unit: -1}}, "unit"},
	} {
		_, err := newDesk(bad.o, ms, bad.groups...)
		assert.ErrorContains(t, err, bad.says)
	}
}

// A delay of any size, or NaN, becomes a time.
func TestTimes(t *testing.T) {
	assert.Equal(t, phy.Time(2), crowd.Times(1.5, 1))
	assert.Equal(t, phy.Forever, crowd.Times(math.Inf(1), 1))
	assert.Equal(t, phy.Forever, crowd.Times(math.MaxFloat64, phy.Second))
	assert.Zero(t, crowd.Times(math.NaN(), phy.Second))
	rapid.Check(t, func(t *rapid.T) {
		v := crowd.Times(rapid.Float64().Draw(t, "delay"), phy.Time(rapid.Int64Range(1, int64(phy.Forever)).Draw(t, "unit")))
		assert.True(t, v >= 0 && v <= phy.Forever)
	})
	d := build(t, crowd.Options{}, ms, people("a", 1, backoff.Fixed(1)))
	require.NoError(t, d.Run(5*ms))
	assert.Equal(t, phy.Forever, d.At(phy.Forever))
	assert.Equal(t, 6*ms, d.At(ms))
}
