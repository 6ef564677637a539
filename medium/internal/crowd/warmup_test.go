package crowd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// A warm-up changes what is counted and not what happens: the figures are the difference of those
// of two runs without.
func TestWarmupIsADifference(t *testing.T) {
	plain, warmed := build(t, crowd.Options{Seed: 5}, 3*ms, mixed(5, 5)...), build(t, crowd.Options{Seed: 5, Warmup: 50 * ms}, 3*ms, mixed(5, 5)...)
	require.NoError(t, plain.Run(50*ms))
	a := plain.Result()
	require.NoError(t, plain.Run(200*ms))
	require.NoError(t, warmed.Run(200*ms))
	b, c := plain.Result(), warmed.Result()

	assert.Equal(t, b.Digest, c.Digest)
	assert.Equal(t, int64(150*ms), c.SimulatedPs)
	assert.Equal(t, int64(50*ms), c.WarmupPs)
	assert.Equal(t, b.Medium.FramesSent-a.Medium.FramesSent, c.Medium.FramesSent)
	assert.Equal(t, b.Medium.Attempts-a.Medium.Attempts, c.Medium.Attempts)
	assert.Equal(t, b.Medium.Collisions-a.Medium.Collisions, c.Medium.Collisions)
	assert.Equal(t, b.Medium.Submit.Refused-a.Medium.Submit.Refused, c.Medium.Submit.Refused)
	assert.Equal(t, b.Delay.Count-a.Delay.Count, c.Delay.Count)
	for g := range c.Groups {
		assert.Equal(t, b.Groups[g].FramesSent-a.Groups[g].FramesSent, c.Groups[g].FramesSent)
		assert.Equal(t, b.Groups[g].FramesDropped-a.Groups[g].FramesDropped, c.Groups[g].FramesDropped)
		assert.Equal(t, b.Groups[g].Failures-a.Groups[g].Failures, c.Groups[g].Failures)
	}
	for i := range c.Stations {
		x, y, z := &a.Stations[i], &b.Stations[i], &c.Stations[i]
		assert.Equal(t, y.FramesDelivered-x.FramesDelivered, z.FramesDelivered)
		assert.Equal(t, y.Counters.SingleCollisionFrames-x.Counters.SingleCollisionFrames, z.Counters.SingleCollisionFrames)
		assert.Equal(t, y.FramesQueued, z.FramesQueued)
	}
}

// A condition counts from the end of the warm-up, and ends the run at the instant at which it
// holds.
func TestUntil(t *testing.T) {
	for _, warmup := range []phy.Time{0, 30 * ms} {
		d := build(t, crowd.Options{Warmup: warmup, Until: medium.Until{FramesSent: 10}}, 0, people("a", 4, backoff.Fixed(0.25)))
		sent := &diary{want: medium.Interest{Kinds: medium.Of(medium.Sent)}}
		d.Observe(sent)
		require.NoError(t, d.Run(1000*ms))
		assert.True(t, d.Done())
		assert.Equal(t, uint64(10), d.Result().Medium.FramesSent)
		assert.Equal(t, sent.events[len(sent.events)-1].At, d.Now())
		assert.Equal(t, warmup > 0, len(sent.events) > 10)
		require.NoError(t, d.Run(2000*ms), "a run that is over stays so")
		assert.Equal(t, uint64(10), d.Result().Medium.FramesSent)
	}
	d := build(t, crowd.Options{Until: medium.Until{Collisions: 3}}, 0, people("a", 4, backoff.Fixed(0.25)))
	require.NoError(t, d.Run(1000*ms))
	assert.GreaterOrEqual(t, d.Result().Medium.Collisions, uint64(3))
	assert.Less(t, d.Now(), 2*ms)
}

// A run that has nothing left to do ends as idle, if that is a condition. Otherwise it goes on to
// its end, and nothing happens.
func TestUntilIdle(t *testing.T) {
	for _, idle := range []bool{true, false} {
		d := build(t, crowd.Options{Until: medium.Until{Idle: idle}}, ms, people("a", 2, backoff.Fixed(1)))
		d.Due = crowd.Agenda{}
		d.next(0, comes, 5*ms)
		d.think = phy.Forever // never again
		require.NoError(t, d.Run(100*ms))
		assert.Equal(t, idle, d.Done())
		assert.Equal(t, uint64(1), d.Result().Medium.FramesSent)
		assert.Equal(t, map[bool]phy.Time{true: 6 * ms, false: 100 * ms}[idle], d.Now())
	}
}
