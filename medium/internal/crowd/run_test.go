package crowd_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

const ms = phy.Millisecond

func build(t require.TestingT, o crowd.Options, think phy.Time, groups ...medium.Group) *desk {
	d, err := newDesk(o, think, groups...)
	require.NoError(t, err)
	return d
}

// mixed is two groups, one of which gives up after three failures.
func mixed(a, b int) []medium.Group {
	return []medium.Group{
		people("beb", a, backoff.Limit(backoff.BEB(10), 3, 0)),
		people("fixed", b, backoff.Fixed(0.7)),
	}
}

// Two clients and a desk, by hand. a is served from 0 to 1 ms. b fails at 0, has looked after 1 us,
// waits half a millisecond twice, and is served from 1.002 ms on.
func TestStoryOfTwo(t *testing.T) {
	d := build(t, crowd.Options{}, 100*ms, people("a", 1, backoff.Fixed(0.5)), people("b", 1, backoff.Fixed(0.5)))
	d.Due = crowd.Agenda{}
	d.next(0, comes, 0)
	d.next(1, comes, 0)
	all := &diary{want: medium.Interest{Kinds: medium.AllKinds}}
	d.Observe(all)
	require.NoError(t, d.Run(ms+phy.Millisecond/2))

	var story []string
	for _, e := range all.events {
		story = append(story, fmt.Sprintf("%d %s %s %d.%d", int64(e.At/phy.Microsecond), d.Name(int(e.Station)), e.Kind, e.Frame.Number, e.Attempt))
	}
	assert.Equal(t, []string{
		"0 a0 queued 1.0", "0 a0 tx_start 1.1", "0 b0 queued 1.0", "0 b0 tx_start 1.1",
		"1 b0 tx_end 1.1", "1 b0 backoff 1.1", "501 b0 tx_start 1.2",
		"502 b0 tx_end 1.2", "502 b0 backoff 1.2",
		"1000 a0 tx_end 1.1", "1000 a0 sent 1.1",
		"1002 b0 tx_start 1.3",
	}, story)
	r := d.Result()
	assert.Equal(t, 1000.0, r.Delay.Max)
	assert.Equal(t, uint64(1), r.Groups[0].FramesSent)
	assert.Equal(t, uint64(2), r.Groups[1].Failures)
	assert.Equal(t, uint64(1), r.Groups[1].FramesQueued)
	require.NoError(t, d.Run(2*ms+3*phy.Microsecond))
	b := d.Result().Stations[1]
	assert.Equal(t, []uint64{0, 0, 1}, b.CollisionsPerFrame)
	assert.Equal(t, uint64(1), b.Counters.MultipleCollisionFrames)
	assert.Equal(t, 2002.0, b.AccessDelay.Max)
}

// Work that is queued when the warm-up ends or offered after it is sent, dropped or still queued,
// for all, for each group, and for each client. The figures of groups and of clients add up to
// those of all.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := crowd.Options{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: phy.Time(rapid.Int64Range(0, 40).Draw(t, "warmup")) * ms}
		groups := mixed(rapid.IntRange(1, 6).Draw(t, "a"), rapid.IntRange(1, 6).Draw(t, "b"))
		d := build(t, o, phy.Time(rapid.Int64Range(1, 9).Draw(t, "think"))*ms, groups...)
		require.NoError(t, d.Run(o.Warmup))
		before := d.Result()
		assert.Zero(t, before.Medium.FramesOffered)
		require.NoError(t, d.Run(o.Warmup+100*ms))
		r := d.Result()
		m := &r.Medium
		assert.Equal(t, before.Medium.FramesQueued+m.FramesOffered, m.FramesSent+m.FramesDropped+m.FramesQueued)
		assert.Equal(t, m.FramesSent, r.Delay.Count)
		assert.Equal(t, int64(100*ms), r.SimulatedPs)
		var offered, sent, dropped, queued, attempts uint64
		for g := range r.Groups {
			x := &r.Groups[g]
			assert.Equal(t, before.Groups[g].FramesQueued+x.FramesOffered, x.FramesSent+x.FramesDropped+x.FramesQueued)
			offered, sent, dropped = offered+x.FramesOffered, sent+x.FramesSent, dropped+x.FramesDropped
			queued, attempts = queued+x.FramesQueued, attempts+x.Attempts
		}
		assert.Equal(t, []uint64{m.FramesOffered, m.FramesSent, m.FramesDropped, m.FramesQueued, m.Attempts},
			[]uint64{offered, sent, dropped, queued, attempts})
		for i := range r.Stations {
			x := &r.Stations[i]
			assert.Equal(t, before.Stations[i].FramesQueued+x.FramesOffered, x.FramesDelivered+x.FramesDropped+x.FramesQueued, x.Name)
			sent -= x.FramesDelivered
		}
		assert.Zero(t, sent)
	})
}

// A run in pieces, with or without observers, has the same result as one in a single piece.
func TestPiecesAndWatchersChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := crowd.Options{Seed: rapid.Uint64().Draw(t, "seed"), Warmup: 7 * ms}
		whole, pieces := build(t, o, 3*ms, mixed(4, 3)...), build(t, o, 3*ms, mixed(4, 3)...)
		pieces.Observe(&diary{want: medium.Interest{Kinds: medium.AllKinds}})
		require.NoError(t, whole.Run(60*ms))
		for pieces.Now() < 60*ms {
			step := phy.Time(rapid.Int64Range(0, int64(40*ms)).Draw(t, "step"))
			require.NoError(t, pieces.Run(min(60*ms, pieces.Now()+step)))
		}
		assert.Equal(t, whole.Result(), pieces.Result())
	})
}

// What happens at or after the end is not processed; a later run does.
func TestRunStopsBeforeItsEnd(t *testing.T) {
	d := build(t, crowd.Options{}, 0, people("a", 1, backoff.Fixed(1)))
	require.NoError(t, d.Run(ms))
	assert.Zero(t, d.Result().Medium.FramesSent)
	require.NoError(t, d.Run(ms+1))
	assert.Equal(t, uint64(1), d.Result().Medium.FramesSent)
	assert.ErrorContains(t, d.Run(0), "already")
	assert.Equal(t, ms+1, d.Now())
}

// Entries of one instant happen in the order of their phases, then clients: a client that has been
// served leaves before any other comes.
func TestOrderWithinAnInstant(t *testing.T) {
	d := build(t, crowd.Options{}, 0, people("a", 5, backoff.Fixed(0.25)))
	d.keep = true
	require.NoError(t, d.Run(20*ms))
	ties := 0
	for i := 1; i < len(d.happened); i++ {
		x, y := d.happened[i-1], d.happened[i]
		require.LessOrEqual(t, x.At, y.At)
		if x.At == y.At && x.Phase() <= y.Phase() {
			ties++
		}
	}
	assert.Greater(t, ties, 20)
}
