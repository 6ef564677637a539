package lan

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// A condition ends the run at the first instant at which it is met, though the domains run apart between two looks at it: the same
// network without the condition has not met it before that instant, and has met it after.
func TestAConditionEndsTheRunAtTheFirstInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := random(t)
		limit := rapid.OneOf(rapid.Uint64Range(1, 20), rapid.Uint64Range(20, 400)).Draw(t, "limit")
		c.Until = rapid.SampledFrom([]medium.Until{{FramesSent: limit}, {FramesDelivered: limit}, {Collisions: limit}, {FramesSent: limit, Collisions: limit / 2}}).Draw(t, "condition")
		ends, err := New(c)
		require.NoError(t, err)
		end := c.Warmup + 60*phy.Millisecond
		require.NoError(t, ends.Run(end))
		c.Until = medium.Until{}
		free, err := New(c)
		require.NoError(t, err)
		met := func() bool {
			n := free.Tally()
			return free.Now() >= c.Warmup && ends.config.Until.Reached(n.FramesSent, n.FramesDelivered, n.Collisions)
		}
		if !ends.Done() {
			require.NoError(t, free.Run(end))
			require.False(t, met(), "the condition was met, and the run went on")
			return
		}
		at := ends.Now()
		require.NoError(t, free.Run(max(at, c.Warmup)))
		require.False(t, met(), "the condition was met before %v, at which the run ended: %+v of %+v", at, free.Tally(), ends.Tally())
		require.NoError(t, free.Run(at+1))
		require.True(t, met(), "the condition was not met at %v, at which the run ended", at)
	})
}
