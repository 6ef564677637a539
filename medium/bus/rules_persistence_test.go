package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// A non-persistent station that finds the medium busy does not wait for its end. It draws as after
// a collision, waits for at least one slot, and looks again.
func TestNonPersistent(t *testing.T) {
	non := rules(func(p *mac.Params) { p.NonPersistent = true })
	s := tell(t, 3000,
		actor{sends: []frame{{0, 100, all}}}, // until 864
		actor{sends: frames(100), draws: draws(1, 0), rules: non})
	s.saw(B, medium.Backoff, 100, 612) // 864 is beyond 612
	assert.Equal(t, bt(612), s.of(B, medium.Backoff)[0].Until)
	assert.Equal(t, bt(612+512), s.of(B, medium.Backoff)[1].Until, "a draw of 0 waits a slot too")
	s.saw(B, medium.TxStart, 1124)
	s.saw(B, medium.Defer, 100, 612)
	assert.Equal(t, uint64(1), s.counters(B).FramesWithDeferredXmissions)
	assert.Zero(t, s.counters(B).FramesWithExcessiveDeferral)

	// The gap is part of the busy medium. Without a gap the station starts at once.
	for _, row := range []struct{ queued, starts float64 }{{959, 959 + 512}, {960, 960}} {
		s = tell(t, 3000, actor{sends: []frame{{0, 100, all}}}, actor{sends: frames(row.queued), draws: draws(1), rules: non})
		s.saw(B, medium.TxStart, row.starts)
	}
}

// starts returns when B starts its only frame, over many seeds, beside A, whose only frame
// lasts 576 bit times.
func starts(t *testing.T, seeds int, a, b float64, p *mac.Params) (at []float64) {
	for seed := range seeds {
		n, err := bus.New(bus.Config{Seed: uint64(seed), Stations: []bus.Station{{Name: "A"}, {Name: "B", Params: p}}})
		require.NoError(t, err)
		o := &observer{want: medium.Interest{Kinds: medium.Of(medium.TxStart), Stations: []int{B}}}
		n.Observe(o)
		require.NoError(t, n.Inject(A, bt(a), medium.Frame{Size: 64, Destination: B}))
		require.NoError(t, n.Inject(B, bt(b), medium.Frame{Size: 64, Destination: A}))
		require.NoError(t, n.Run(bt(100000)))
		require.Len(t, o.events, 1)
		at = append(at, bits(o.events[0].At))
	}
	return at
}

// A p-persistent station that may start does so with probability p; otherwise it looks again a slot
// later: half of 500 at once, half of the rest a slot later, ...
func TestPPersistent(t *testing.T) {
	p := rules(func(p *mac.Params) { p.Persist, p.PersistSlot = 1<<63, bt(50) })
	for _, row := range []struct{ a, b, first, second, third float64 }{
		{0, 300, 672, 722, 772}, // the gap after A's frame ends at 672
		{0, 800, 800, 850, 900},
		{60, 0, 0, 50, 60 + 576 + 96}, // the third look finds A's carrier, and waits for its end
	} {
		counts := map[float64]int{}
		for _, at := range starts(t, 500, row.a, row.b, p) {
			counts[at]++
		}
		// A deviation of five standard deviations: less than once in a million.
		assert.InDelta(t, 250, counts[row.first], 56)
		assert.InDelta(t, 125, counts[row.second], 49)
		assert.InDelta(t, 62.5, counts[row.third], 37)
	}
	for _, at := range starts(t, 10, 0, 300, rules(func(p *mac.Params) { p.Persist, p.PersistSlot = ^uint64(0), bt(50) })) {
		assert.Equal(t, 672.0, at, "p of all but 2^-64")
	}
}

// Starts fall on the grid: a frame, a backoff or a gap that ends elsewhere waits for it.
func TestAlign(t *testing.T) {
	slotted := rules(func(p *mac.Params) { p.Align = bt(512) })
	for _, row := range []struct{ queued, starts float64 }{{0, 0}, {ps, 512}, {100, 512}, {512, 512}, {513, 1024}} {
		s := tell(t, 3000, actor{sends: frames(row.queued), rules: slotted})
		s.saw(A, medium.TxStart, row.starts)
	}
	s := tell(t, 4000,
		actor{sends: frames(0), draws: draws(1), rules: slotted},
		actor{sends: frames(0), draws: draws(0), rules: slotted})
	s.saw(B, medium.TxStart, 0, 512)  // its gap ends at 192
	s.saw(A, medium.TxStart, 0, 1536) // its backoff ends at 608, B's frame at 1088 and the gap at 1184
}

// A policy of the caller's own draws in fractions of a slot.
func TestAPolicyOfFractions(t *testing.T) {
	n, err := bus.New(bus.Config{Stations: []bus.Station{
		{Name: "A", Backoff: halves{0.5}},
		{Name: "B", Backoff: halves{2.25}},
	}})
	require.NoError(t, err)
	o := &observer{want: medium.Interest{Kinds: medium.Of(medium.TxStart, medium.Backoff)}}
	n.Observe(o)
	for i := range 2 {
		require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(bt(3000)))
	var starts []float64
	for _, e := range o.events {
		if e.Kind == medium.TxStart {
			starts = append(starts, bits(e.At))
		} else {
			assert.Zero(t, e.Range)
		}
	}
	assert.Equal(t, []float64{0, 0, 96 + 256, 96 + 2.25*512}, starts)
}

// A third of a slot is 17 066 666.7 ps.
func TestAFractionIsRoundedOnce(t *testing.T) {
	o := &observer{want: medium.Interest{Kinds: medium.Of(medium.Backoff)}}
	n := build(t, bus.Config{Stations: []bus.Station{{Name: "A", Backoff: halves{1.0 / 3}}, {Name: "B", Backoff: halves{1}}}}, o)
	for i := range 2 {
		require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(bt(100)))
	assert.Equal(t, bt(96)+17066667, o.events[0].Until)
}

// halves waits the same fraction of slots each time.
type halves struct{ slots float64 }

func (halves) Name() string                                         { return "halves" }
func (h halves) Next(*backoff.State, *backoff.Rand) (float64, bool) { return h.slots, false }

// stop gives up after the second collision.
type stop struct{}

func (stop) Name() string { return "stop" }
func (stop) Next(s *backoff.State, _ *backoff.Rand) (float64, bool) {
	return 0, s.Attempt > 1
}

// A station that finds the medium busy has nothing to give up yet: it looks again a slot later.
func TestAPolicyGivesUpAttemptsAndNotLooks(t *testing.T) {
	non := rules(func(p *mac.Params) { p.NonPersistent = true })
	n, err := bus.New(bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B", Backoff: giveUp{}, Params: non}}})
	require.NoError(t, err)
	o := &observer{want: medium.Interest{Kinds: medium.Of(medium.TxStart), Stations: []int{B}}}
	n.Observe(o)
	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: B}))
	require.NoError(t, n.Inject(B, bt(300), medium.Frame{Size: 64, Destination: A}))
	require.NoError(t, n.Run(bt(3000)))
	require.Len(t, o.events, 1)
	assert.Equal(t, bt(300+512), o.events[0].At)
}

// giveUp never tries again.
type giveUp struct{}

func (giveUp) Name() string                                       { return "give up" }
func (giveUp) Next(*backoff.State, *backoff.Rand) (float64, bool) { return 0, true }

func TestAPolicyMayGiveUp(t *testing.T) {
	n, err := bus.New(bus.Config{Stations: []bus.Station{{Name: "A", Backoff: stop{}}, {Name: "B", Backoff: stop{}}}})
	require.NoError(t, err)
	for i := range 2 {
		require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(bt(3000)))
	m := n.Result().Medium
	assert.Equal(t, uint64(2), m.FramesDropped)
	assert.Equal(t, uint64(4), m.Attempts)
	assert.True(t, n.Idle())
}

// A station that may start after the gap that follows its backoff, and does not because of the
// grid, still listens: C's frame comes in between, and B waits for a gap after it.
func TestTheGridAfterAGapOfItsOwn(t *testing.T) {
	for _, blind := range []bool{false, true} {
		slotted := rules(func(p *mac.Params) { p.Align, p.GapAfterBackoff, p.BlindAfter = bt(512), true, blind })
		s := tell(t, 1600,
			actor{sends: frames(0), draws: draws(1), rules: rules(func(p *mac.Params) { p.SlotTime = bt(5000) })},
			actor{sends: frames(0), draws: draws(0), rules: slotted},
			actor{sends: frames(300)}) // until 876
		s.saw(B, medium.TxStart, 0, 1024) // its own gap ends at 192, and that after C's frame at 972
	}
}
