package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// What lessons about faults say is so.
func TestFaultsSayWhatIsSo(t *testing.T) {
	const h0, h1, h2, h3 = 0, 1, 2, 3
	of := func(r *medium.Result, station int) mac.Counters { return r.Stations[station].Counters }
	others := []int{h0, h2, h3}

	t.Run("a missing terminator: 16 attempts, each 19.6332 us after the one before", func(t *testing.T) {
		r := lesson(t, "fault-terminator")
		assert.EqualValues(t, 16, r.Medium.Attempts)
		assert.InDelta(t, 294.498+9.6+0.4332, float64(r.SimulatedPs)/1e6, 0.001, "the sixteenth, its 96 bits and the rest of its echo")
		assert.Equal(t, mac.Counters{FramesAbortedDueToXSColls: 1}, of(r, 0))
	})
	t.Run("a cut: frames are dropped, none collides late", func(t *testing.T) {
		r := lesson(t, "fault-cut")
		for i := range r.Stations {
			assert.Positive(t, of(r, i).FramesAbortedDueToXSColls)
			assert.Zero(t, of(r, i).LateCollisions+of(r, i).CarrierSenseErrors)
		}
		assert.Zero(t, r.Medium.FramesQueued, "all others have been sent")
	})
	t.Run("a short: a CarrierSenseError for each frame that is lost", func(t *testing.T) {
		r := lesson(t, "fault-short")
		errors := uint64(0)
		for i := range r.Stations {
			errors += of(r, i).CarrierSenseErrors
		}
		assert.Equal(t, r.Medium.FramesLost, errors)
		assert.Positive(t, errors)
	})
	t.Run("bit errors: 1-(1-p)^8L of the frames", func(t *testing.T) {
		r := lesson(t, "fault-bit-errors", "duration=20s", "timeline[0].for=19s")
		sent := float64(r.Medium.FramesSent) * 19 / 20
		assert.InDelta(t, 0.03921*sent, float64(r.Medium.FramesLost), 3*19)
		single, bursts := lesson(t, "fault-bit-errors"), lesson(t, "fault-bursts")
		assert.Less(t, 2*bursts.Medium.FramesLost, single.Medium.FramesLost)
	})
	t.Run("deaf: late collisions at the others", func(t *testing.T) {
		r := lesson(t, "fault-deaf")
		assert.Zero(t, of(r, h1).LateCollisions)
		for _, i := range others {
			assert.Positive(t, of(r, i).LateCollisions)
		}
	})
	t.Run("no collision: h1 has none after the first second", func(t *testing.T) {
		before, r := lesson(t, "fault-no-collision", "duration=1s"), lesson(t, "fault-no-collision")
		collided := func(c mac.Counters) uint64 { return c.SingleCollisionFrames + c.MultipleCollisionFrames }
		assert.Equal(t, collided(of(before, h1)), collided(of(r, h1)))
		assert.Positive(t, r.Medium.FramesLost)
		assert.Equal(t, r.Medium.FramesLost, r.Stations[h1].FramesOffered-r.Stations[h1].FramesDelivered)
	})
	t.Run("mute: every frame of h1 is lost, and counted as sent", func(t *testing.T) {
		r := lesson(t, "fault-mute", "timeline[0].at=0s")
		c := of(r, h1)
		assert.Equal(t, r.Stations[h1].FramesOffered, c.FramesTransmittedOK)
		assert.Equal(t, c.FramesTransmittedOK, c.CarrierSenseErrors)
		assert.Equal(t, c.FramesTransmittedOK, r.Medium.FramesLost)
		assert.Positive(t, c.FramesReceivedOK)
	})
	t.Run("jabber: a CarrierSenseError for each frame that is lost, afterwards", func(t *testing.T) {
		r := lesson(t, "fault-jabber")
		assert.Positive(t, r.Medium.FramesLost)
		assert.Equal(t, r.Medium.FramesLost, of(r, h1).CarrierSenseErrors)
		for _, i := range others {
			assert.Equal(t, r.Stations[i].FramesOffered, r.Stations[i].FramesDelivered)
		}
		until := lesson(t, "fault-jabber", "duration=549ms")
		assert.Equal(t, lesson(t, "fault-jabber", "duration=501ms").Medium.FramesSent, until.Medium.FramesSent, "for 50 ms nobody sends")
	})
	t.Run("babble: errors at the others", func(t *testing.T) {
		r := lesson(t, "fault-babble")
		assert.Zero(t, of(r, h1).FrameCheckSequenceErrors)
		for _, i := range others {
			assert.Greater(t, of(r, i).FrameCheckSequenceErrors, uint64(100))
			assert.Positive(t, of(r, i).AlignmentErrors)
		}
	})
	t.Run("power: what h1 has is dropped, what is for h1 is lost", func(t *testing.T) {
		r := lesson(t, "fault-power")
		assert.Positive(t, r.Stations[h1].FramesDropped)
		assert.Positive(t, r.Medium.FramesLost)
		for _, i := range others {
			assert.Zero(t, r.Stations[i].FramesDropped)
		}
	})
	t.Run("no SQE test: an error for each attempt", func(t *testing.T) {
		r := lesson(t, "fault-sqe", "timeline[0].at=0s")
		attempts := uint64(0)
		for k, n := range r.Stations[h1].CollisionsPerFrame {
			attempts += uint64(k+1) * n
		}
		assert.Equal(t, attempts, of(r, h1).SQETestErrors)
	})
	require.False(t, t.Failed())
}
