package aloha

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// endless is an unlimited number of users, with a mean time between frames.
func endless(name string, every phy.Time, p backoff.Policy) Group {
	return Group{Group: medium.Group{Name: name, Names: []string{name}, Policy: p}, Every: every, Endless: true}
}

// In a run of two groups with unlimited users, each group has its own frames.
func TestEndlessGroupsHaveTheirOwnFrames(t *testing.T) {
	r := run(t, Config{Slotted: true, Seed: 1, Groups: []Group{
		endless("many", phy.Millisecond, backoff.Uniform(50)),
		endless("few", 30*phy.Millisecond, backoff.Limit(backoff.None(), 2, 0)),
		{Group: medium.Group{Name: "one", Names: []string{"one"}, Policy: backoff.BEB(10)}, S: 0.01},
	}}, 3000)
	queued := uint64(0)
	for i, g := range r.Groups {
		require.Equal(t, g.FramesOffered, g.FramesSent+g.FramesDropped+g.FramesQueued, g.Name)
		require.Equal(t, g.FramesQueued, r.Stations[i].FramesQueued)
		require.Equal(t, i < 2, g.Endless)
		queued += g.FramesQueued
	}
	require.Greater(t, r.Groups[0].FramesQueued, uint64(100))
	require.Less(t, r.Groups[1].FramesQueued, uint64(10))
	require.Equal(t, queued, r.Medium.FramesQueued)
}

// A run that its backlog ends during the warm-up has measured nothing, and its result says so,
// whether it is run at once or in pieces.
func TestTheLimitWithinTheWarmup(t *testing.T) {
	for _, step := range []phy.Time{phy.Second, 10 * phy.Millisecond} {
		n, err := New(Config{Frame: phy.Millisecond, Limit: 20, Warmup: 900 * phy.Millisecond, Groups: []Group{endless("u", phy.Millisecond, backoff.Uniform(10))}})
		require.NoError(t, err)
		for at := step; at <= phy.Second; at += step {
			require.NoError(t, n.Run(at))
		}
		require.True(t, n.Done())
		r := n.Result()
		m := &r.Medium
		require.Less(t, n.Now(), 900*phy.Millisecond)
		require.Equal(t, n.Now().Microseconds(), m.FirstExitUs)
		require.Equal(t, 20, m.BacklogLimit)
		require.Equal(t, int64(n.Now()), r.WarmupPs)
		require.Zero(t, r.SimulatedPs)
		require.Zero(t, m.FramesOffered+m.FramesSent+m.FramesDropped+m.Attempts+m.Collisions)
		require.Zero(t, m.BacklogMean+m.Throughput+m.ShareSuccess+m.ShareCollision)
		require.Zero(t, r.Delay.Count)
	}
}

// A channel with unlimited users that cannot recover ends by itself, long before its duration:
// users that retry at once collide for ever. A channel on which frames are given up goes on, and so
// does one with a limit of its own.
func TestALostChannelEnds(t *testing.T) {
	lost := func(c Config, p backoff.Policy) (*Network, *medium.Medium) {
		c.Frame, c.Slotted, c.Groups = phy.Millisecond, true, []Group{endless("u", 2*phy.Millisecond, p)}
		n, err := New(c)
		require.NoError(t, err)
		n.channel.most = min(n.channel.most, 10_000)
		require.NoError(t, n.Run(10*phy.Second))
		m := n.Result().Medium
		return n, &m
	}
	n, m := lost(Config{}, backoff.Uniform(4))
	require.True(t, n.Done())
	require.Less(t, n.Now(), 3*phy.Second)
	require.Equal(t, n.Now().Microseconds(), m.LostUs)
	require.Zero(t, m.FirstExitUs)
	n, m = lost(Config{}, backoff.Limit(backoff.Uniform(4), 16, 0))
	require.Zero(t, m.LostUs)
	require.Equal(t, 10*phy.Second, n.Now())
	_, m = lost(Config{Limit: 2000}, backoff.Uniform(4))
	require.Zero(t, m.LostUs)
	require.Equal(t, 2000, m.BacklogLimit)
}

// A limit that was not exceeded is not in the result.
func TestALimitThatWasNotPassed(t *testing.T) {
	m := run(t, Config{Slotted: true, Limit: 20, Groups: population(4, 0.1, backoff.Uniform(8))}, 1000).Medium
	require.Zero(t, m.FirstExitUs)
	require.Zero(t, m.BacklogLimit)
	require.False(t, m.Endless)
}
