package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// One frame in the warm-up, one across its end, one after it.
func TestWarmupIsLeftOut(t *testing.T) {
	n := build(t, bus.Config{Warmup: bt(1000), Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}}})
	for _, at := range []float64{0, 700, 2000} {
		require.NoError(t, n.Inject(A, bt(at), medium.Frame{Size: 64, Destination: B}))
	}
	require.NoError(t, n.Run(bt(3000)))
	r := n.Result()
	assert.Equal(t, 2000.0, r.SimulatedBits)
	assert.Equal(t, int64(bt(1000)), r.WarmupPs)
	assert.Equal(t, medium.Medium{Kind: "bus", FramesOffered: 1, FramesSent: 2, FramesDelivered: 2, Attempts: 1,
		Throughput: 1024.0 / 2000, ShareSuccess: (276.0 + 576) / 2000, ShareIdle: (2000 - 276.0 - 576) / 2000,
		OfferedLoad: (512.0 + 160) / 2000, Jain: 1}, r.Medium)
	assert.Equal(t, mac.Counters{FramesTransmittedOK: 2, OctetsTransmittedOK: 92}, r.Stations[A].Counters)
	assert.Equal(t, mac.Counters{FramesReceivedOK: 2, OctetsReceivedOK: 92}, r.Stations[B].Counters)
	assert.Equal(t, uint64(2), r.Delay.Count)
	assert.Equal(t, 57.6, r.AccessDelay.Max)
	assert.Equal(t, 60.6, r.Delay.Max)
}

// A frame that was sent during the warm-up and delivered after it is in no figure of frames. A
// collision that began in it is not counted again.
func TestWarmupLeavesWholeThingsOut(t *testing.T) {
	n := build(t, bus.Config{Warmup: bt(590), Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}}})
	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: B}))
	require.NoError(t, n.Run(bt(2000)))
	r := n.Result()
	assert.Zero(t, r.Medium.FramesSent)
	assert.Zero(t, r.Medium.FramesDelivered)
	assert.Equal(t, uint64(1), r.Stations[B].Counters.FramesReceivedOK, "it ended at B's tap after the warm-up")

	n = build(t, bus.Config{Warmup: bt(35), Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}, {Name: "C", At: bt(20)}}})
	for i, at := range []float64{A: 0, B: 0, C: 5} {
		require.NoError(t, n.Inject(i, bt(at), medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(bt(150)))
	r = n.Result()
	assert.Zero(t, r.Medium.Collisions)
	assert.Zero(t, r.Medium.Attempts)
	assert.InDelta(t, (101.0-35)/115, r.Medium.ShareCollision, 1e-12)
}

// Two collisions of the warm-up become one group after it, because E detects both at once. It is
// not counted after the warm-up.
func TestCollisionsOfTheWarmupThatMeetAfterIt(t *testing.T) {
	aloha := rules(func(p *mac.Params) { p.NoCarrierSense = true })
	for warmup, want := range map[phy.Time]uint64{0: 1, bt(200): 0} {
		s := tellOn(t, bus.Config{Warmup: warmup}, 550,
			actor{at: 0, sends: frames(0), draws: draws(1)},
			actor{at: 10, sends: frames(0), draws: draws(1)},
			actor{at: 1000, sends: frames(0), draws: draws(1)},
			actor{at: 1010, sends: frames(0), draws: draws(1)},
			actor{at: 505, sends: frames(450), draws: draws(1), rules: aloha})
		s.saw(D+1, medium.Collision, 495)
		assert.Equal(t, want, s.result.Medium.Collisions, "warm-up %v", warmup)
	}
}

// What happens at the very end of the warm-up counts as after it.
func TestTheWarmupsEndIsAfterIt(t *testing.T) {
	n := build(t, bus.Config{Warmup: bt(576), Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}}})
	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: B}))
	require.NoError(t, n.Run(bt(2000)))
	m := n.Result().Medium
	assert.Equal(t, uint64(1), m.FramesSent)
	assert.Equal(t, uint64(1), m.FramesDelivered)
	assert.Zero(t, m.ShareSuccess)
}

// A condition counts from the end of the warm-up. One that holds during the warm-up does not end
// the run.
func TestUntilCountsFromTheWarmupOn(t *testing.T) {
	n := build(t, bus.Config{Warmup: bt(1000), Until: bus.Until{FramesSent: 1}, Stations: []bus.Station{{Name: "A"}}})
	for _, at := range []float64{0, 2000} {
		require.NoError(t, n.Inject(A, bt(at), medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(phy.Second))
	assert.Equal(t, bt(2576), n.Now())

	n = build(t, bus.Config{Warmup: bt(1000), Until: bus.Until{Idle: true}, Stations: []bus.Station{{Name: "A"}}})
	require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
	require.NoError(t, n.Run(phy.Second))
	assert.True(t, n.Done())
	assert.Equal(t, bt(1000), n.Now())
	assert.Zero(t, n.Result().Medium.FramesSent)
}

// The warm-up leaves out the result of a run of its length. The digest is of the whole run.
func TestWarmupTakesOffWhatCameBefore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawOddNetwork(t)
		whole, head := build(t, c), build(t, c)
		c.Warmup = phy.Time(rapid.Int64Range(1, int64(horizon)-1).Draw(t, "warm-up"))
		tail := build(t, c)
		require.NoError(t, whole.Run(horizon))
		require.NoError(t, head.Run(c.Warmup))
		require.NoError(t, tail.Run(horizon))
		w, h, r := whole.Result(), head.Result(), tail.Result()

		require.Equal(t, w.Digest, r.Digest)
		require.Equal(t, int64(horizon-c.Warmup), r.SimulatedPs)
		require.Equal(t, w.Medium.FramesOffered, h.Medium.FramesOffered+r.Medium.FramesOffered)
		require.Equal(t, w.Medium.FramesSent, h.Medium.FramesSent+r.Medium.FramesSent)
		require.Equal(t, w.Medium.FramesDropped, h.Medium.FramesDropped+r.Medium.FramesDropped)
		require.Equal(t, w.Medium.Attempts, h.Medium.Attempts+r.Medium.Attempts)
		require.Equal(t, w.Medium.FramesQueued, r.Medium.FramesQueued)
		require.InDelta(t, w.Medium.ShareIdle*w.SimulatedBits,
			h.Medium.ShareIdle*h.SimulatedBits+r.Medium.ShareIdle*r.SimulatedBits, 1e-6)
		for i := range w.Stations {
			require.Equal(t, w.Stations[i].Counters, sum(h.Stations[i].Counters, r.Stations[i].Counters))
			for k, frames := range w.Stations[i].CollisionsPerFrame {
				require.Equal(t, frames, h.Stations[i].CollisionsPerFrame[k]+r.Stations[i].CollisionsPerFrame[k])
			}
		}
	})
}

// sum adds counters up.
func sum(a, b mac.Counters) mac.Counters {
	a.FramesTransmittedOK += b.FramesTransmittedOK
	a.SingleCollisionFrames += b.SingleCollisionFrames
	a.MultipleCollisionFrames += b.MultipleCollisionFrames
	a.FramesReceivedOK += b.FramesReceivedOK
	a.FrameCheckSequenceErrors += b.FrameCheckSequenceErrors
	a.AlignmentErrors += b.AlignmentErrors
	a.FrameTooLongErrors += b.FrameTooLongErrors
	a.OctetsTransmittedOK += b.OctetsTransmittedOK
	a.OctetsReceivedOK += b.OctetsReceivedOK
	a.FramesWithDeferredXmissions += b.FramesWithDeferredXmissions
	a.LateCollisions += b.LateCollisions
	a.FramesAbortedDueToXSColls += b.FramesAbortedDueToXSColls
	a.FramesWithExcessiveDeferral += b.FramesWithExcessiveDeferral
	a.MulticastFramesXmittedOK += b.MulticastFramesXmittedOK
	a.BroadcastFramesXmittedOK += b.BroadcastFramesXmittedOK
	a.MulticastFramesReceivedOK += b.MulticastFramesReceivedOK
	a.BroadcastFramesReceivedOK += b.BroadcastFramesReceivedOK
	a.CarrierSenseErrors += b.CarrierSenseErrors
	a.Fragments += b.Fragments
	return a
}

// A run to exactly the end of the warm-up has measured nothing, and the warm-up is over.
func TestRunToTheEndOfTheWarmup(t *testing.T) {
	for _, past := range []phy.Time{-1, 0} {
		n := build(t, bus.Config{Warmup: bt(1000), Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(30)}}})
		require.NoError(t, n.Inject(A, 0, medium.Frame{Size: 64, Destination: B}))
		require.NoError(t, n.Run(bt(1000)+past))
		r := n.Result()
		if past < 0 {
			assert.Zero(t, r.WarmupPs)
			assert.Equal(t, uint64(1), r.Medium.FramesSent)
			continue
		}
		assert.Equal(t, int64(bt(1000)), r.WarmupPs)
		assert.Zero(t, r.SimulatedPs)
		assert.Zero(t, r.Medium.FramesSent+r.Medium.Attempts)
	}
}

// The warm-up ends as B's carrier falls: B's own fragment, which ends at 132, and A's, whose last
// bit passes B at 232. B has transmitted in that busy period, so that it ignores carrier in the
// whole gap: C's signal, which comes 10 bit times later, does not defer it.
func TestWarmupThatEndsAsCarrierFalls(t *testing.T) {
	for _, at := range []float64{231, 232, 233} {
		s := tellOn(t, bus.Config{Warmup: bt(at)}, 600,
			actor{sends: frames(0), draws: draws(1), rules: rules(func(p *mac.Params) { p.SlotTime = bt(5000) })},
			actor{at: 100, sends: frames(0), draws: draws(0, 1)},
			actor{at: 100, sends: frames(242), rules: rules(func(p *mac.Params) { p.NoCarrierSense, p.NoCollision = true, true })})
		s.saw(B, medium.TxStart, 0, 232+96)
	}
}
