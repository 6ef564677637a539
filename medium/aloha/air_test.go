package aloha

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// relentless is a channel on which there are soon always frames that overlap.
func relentless() Config {
	return Config{Frame: phy.Millisecond, Seed: 1, Groups: population(100, 0.03, backoff.FullJitter(backoff.Growth{Base: 5, Factor: 2, Cap: 10}))}
}

// A collision that never ends is counted as one, and occupies the channel.
func TestACollisionThatNeverLetsUp(t *testing.T) {
	r := run(t, relentless(), 20_000)
	require.Greater(t, r.Medium.Attempts, uint64(300_000))
	require.Positive(t, r.Medium.Collisions)
	require.Greater(t, r.Medium.ShareCollision, 0.99)

	c := relentless()
	c.Until = medium.Until{Collisions: 1}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(phy.Second))
	require.True(t, n.Done(), "it ends the run that waits for it")
	require.Less(t, n.Now(), 20*phy.Millisecond)
}

// Frames that are being sent at the end count up to then, from the end of the warm-up.
func TestWhatIsInTheAirCounts(t *testing.T) {
	const ms = phy.Millisecond
	for _, slotted := range []bool{false, true} {
		for _, frames := range []int32{1, 2} {
			n, err := New(Config{Slotted: slotted, Frame: 8 * ms, Warmup: 2 * ms, Groups: population(2, 1e-12, backoff.Uniform(1000))})
			require.NoError(t, err)
			n.channel.Due = crowd.Agenda{} // filled by this test
			for i := range frames {
				n.channel.push(0, arrival, sender{client: i}, false)
			}
			require.NoError(t, n.Run(6*ms))
			m := n.Result().Medium
			require.Equal(t, [3]float64{float64(2 - frames), float64(frames - 1), 0}, [3]float64{m.ShareSuccess, m.ShareCollision, m.ShareIdle})
			require.NoError(t, n.Run(10*ms))
			m = n.Result().Medium
			require.Equal(t, [3]float64{0.75 * float64(2-frames), 0.75 * float64(frames-1), 0.25}, [3]float64{m.ShareSuccess, m.ShareCollision, m.ShareIdle})
		}
	}
}

// The shares of time and the number of collisions follow from the frames sent, at any instant.
func TestSharesAreThoseOfTheFrames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := channels(t)
		n, err := New(c)
		require.NoError(t, err)
		d := &diary{}
		n.Observe(d)
		require.NoError(t, n.Run(c.Warmup+phy.Time(rapid.IntRange(1, 100_000).Draw(t, "us"))*phy.Microsecond))
		var success, collision phy.Time
		collisions := uint64(0)
		var from, to phy.Time // of a chain of overlapping frames
		several := false
		over := func() {
			if took := max(0, min(to, n.Now())-max(from, c.Warmup)); several {
				collision += took
			} else {
				success += took
			}
		}
		for _, e := range d.events {
			switch {
			case e.Kind != medium.TxStart:
				continue
			case e.At >= to:
				over()
				from, several = e.At, false
			case !several:
				several = true
				if e.At >= c.Warmup {
					collisions++
				}
			}
			to = e.At + c.Frame
		}
		over()
		r := n.Result()
		if r.SimulatedPs == 0 {
			return // the backlog's limit
		}
		measured := float64(r.SimulatedPs)
		require.Equal(t, collisions, r.Medium.Collisions)
		require.InDelta(t, float64(success)/measured, r.Medium.ShareSuccess, 1e-12)
		require.InDelta(t, float64(collision)/measured, r.Medium.ShareCollision, 1e-12)
		require.InDelta(t, 1, r.Medium.ShareSuccess+r.Medium.ShareCollision+r.Medium.ShareIdle, 1e-12)
	})
}
