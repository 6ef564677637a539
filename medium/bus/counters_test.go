package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// What the EtherLike MIB (RFC 3635) requires in six situations: the counters of one station, and
// the number of frames that it sent by their number of collisions (dot3CollFrequencies).

func TestMIBSentAfterOneCollision(t *testing.T) {
	s := tell(t, 3000,
		actor{sends: frames(0), draws: draws(0)},
		actor{sends: frames(0), draws: draws(1)})
	c := s.counters(A)
	assert.Equal(t, uint64(1), c.SingleCollisionFrames)
	assert.Zero(t, c.MultipleCollisionFrames)
	assert.Zero(t, c.FramesWithDeferredXmissions)
	assert.Equal(t, []uint64{1: 1, 15: 0}, s.result.Stations[A].CollisionsPerFrame)
}

func TestMIBSentAfterFourCollisions(t *testing.T) {
	s := tell(t, 10000,
		actor{sends: frames(0), draws: draws(0, 0, 0, 0)},
		actor{sends: frames(0), draws: draws(0, 0, 0, 1)})
	c := s.counters(A)
	assert.Zero(t, c.SingleCollisionFrames)
	assert.Equal(t, uint64(1), c.MultipleCollisionFrames)
	assert.Equal(t, []uint64{4: 1, 15: 0}, s.result.Stations[A].CollisionsPerFrame)
}

func TestMIBDiscardedAfterSixteenCollisions(t *testing.T) {
	a, b := unlucky(15)
	a.sends = frames(0)
	s := tell(t, 16*round, a, b)
	s.counted(A, mac.Counters{FramesAbortedDueToXSColls: 1})
	s.counted(B, mac.Counters{FramesAbortedDueToXSColls: 1})
	assert.Equal(t, make([]uint64, 16), s.result.Stations[A].CollisionsPerFrame)
	assert.Equal(t, uint64(2), s.result.Medium.FramesDropped)
	assert.Equal(t, uint64(16), s.result.Medium.Collisions)
}

func TestMIBDeferredThenSent(t *testing.T) {
	s := tell(t, 2000, actor{sends: frames(0)}, actor{sends: frames(10)})
	assert.Equal(t, uint64(1), s.counters(B).FramesWithDeferredXmissions)
	assert.Equal(t, []uint64{0: 1, 15: 0}, s.result.Stations[B].CollisionsPerFrame)
}

func TestMIBDeferredThenCollidedThenSent(t *testing.T) {
	s := tell(t, 3000,
		actor{sends: frames(0)},
		actor{sends: frames(10), draws: draws(0)},
		actor{sends: frames(10), draws: draws(1)})
	assert.Zero(t, s.counters(B).FramesWithDeferredXmissions)
	assert.Equal(t, uint64(1), s.counters(B).SingleCollisionFrames)
}

func TestMIBLateThenSent(t *testing.T) {
	s := tell(t, 3000, late(func(*mac.Params) {})...)
	assert.Equal(t, uint64(1), s.counters(A).LateCollisions)
	assert.Equal(t, uint64(1), s.counters(A).SingleCollisionFrames, "it counts as a collision too")
}

// Counters are updated once, when the frame leaves: two late collisions of one attempt after
// another are counted then, together.
func TestCountersAreSettledWhenTheFrameLeaves(t *testing.T) {
	cast := []actor{
		{sends: []frame{{0, 64, B}}, draws: draws(0, 0)},
		// B's fragments are sent from 213 and, a slot of 668 after 332, from 1000: they
		// reach A, whose second attempt starts at 728, at 513 and 1300.
		{at: 300, sends: frames(213), draws: draws(1, 3), rules: rules(func(p *mac.Params) { p.SlotTime = bt(668) })},
	}
	s := tell(t, 1500, cast...)
	s.saw(A, medium.Collision, 513, 1300)
	assert.Zero(t, s.counters(A).LateCollisions)

	s = tell(t, 2200, cast...)
	assert.Len(t, s.of(A, medium.Sent), 1)
	assert.Equal(t, uint64(2), s.counters(A).LateCollisions)
	assert.Equal(t, uint64(1), s.counters(A).MultipleCollisionFrames)
}

// Frames for one station, for all, for a group and for an address without a station, and the
// counters that count them.
func TestCountersByAddress(t *testing.T) {
	to := []traffic.To{
		{Whom: traffic.ToStation, Station: B},
		{Whom: traffic.ToBroadcast},
		{Whom: traffic.ToAddress, Address: phy.Address{0x01, 0x00, 0x5e, 0, 0, 1}},
		{Whom: traffic.ToAddress, Address: phy.Address{0x02, 0x00, 0, 0, 0, 99}},
	}
	c := bus.Config{Stations: []bus.Station{{Name: "A"}, {Name: "B", At: bt(3)}, {Name: "C", At: bt(9)}}}
	for i, whom := range to {
		c.Stations[A].Traffic = append(c.Stations[A].Traffic, traffic.Source{
			Kind: traffic.KindFrames, Starts: []phy.Time{phy.Time(i) * phy.Millisecond}, Size: traffic.Octets(100 + 100*i), To: whom})
	}
	n, err := bus.New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(phy.Second))
	r := n.Result()
	assert.Equal(t, mac.Counters{FramesTransmittedOK: 4, OctetsTransmittedOK: 82 + 182 + 282 + 382,
		MulticastFramesXmittedOK: 1, BroadcastFramesXmittedOK: 1}, r.Stations[A].Counters)
	assert.Equal(t, mac.Counters{FramesReceivedOK: 3, OctetsReceivedOK: 82 + 182 + 282,
		MulticastFramesReceivedOK: 1, BroadcastFramesReceivedOK: 1}, r.Stations[B].Counters)
	assert.Equal(t, mac.Counters{FramesReceivedOK: 2, OctetsReceivedOK: 182 + 282,
		MulticastFramesReceivedOK: 1, BroadcastFramesReceivedOK: 1}, r.Stations[C].Counters)
	assert.Equal(t, uint64(4), r.Medium.FramesDelivered, "nobody counts what is for nobody's address, but it was heard")
	assert.Equal(t, uint64(1000), r.Stations[A].OctetsDelivered)
}

// A full queue drops new frames: of five frames at one instant, all but the two for which it has
// room.
func TestAFullQueueDrops(t *testing.T) {
	o := &observer{want: medium.Interest{Kinds: medium.Of(medium.Dropped)}}
	n := build(t, bus.Config{Stations: []bus.Station{{Name: "A", Queue: 2, Traffic: []traffic.Source{
		{Kind: traffic.KindFrames, Count: 5, Size: traffic.Octets(64)},
	}}}}, o)
	require.NoError(t, n.Run(phy.Second))
	r := n.Result()
	assert.Equal(t, uint64(3), r.Stations[A].FramesDropped)
	assert.Equal(t, uint64(3), r.Medium.FramesDropped)
	assert.Equal(t, mac.Counters{FramesTransmittedOK: 2, OctetsTransmittedOK: 92, FramesWithDeferredXmissions: 1,
		BroadcastFramesXmittedOK: 2}, r.Stations[A].Counters, "it aborted none")
	for i, e := range o.events {
		assert.Equal(t, medium.QueueFull, e.Why)
		assert.Equal(t, uint32(3+i), e.Frame.Number)
		assert.Zero(t, e.Attempt)
	}
}

// A closed loop has one frame at a time, which is not refused: the source would only offer it
// again.
func TestAFullQueueTakesAClosedLoopsFrame(t *testing.T) {
	n := build(t, bus.Config{Stations: []bus.Station{{Name: "A", Queue: 1, Traffic: []traffic.Source{
		{Kind: traffic.KindSaturated, Size: traffic.Octets(64)},
		{Kind: traffic.KindSaturated, Size: traffic.Octets(128)},
		{Kind: traffic.KindFrames, Start: phy.Millisecond, Count: 2, Size: traffic.Octets(64)},
	}}}})
	require.NoError(t, n.Run(phy.Second))
	r := n.Result()
	assert.Equal(t, uint64(2), r.Medium.FramesDropped)
	assert.Equal(t, uint64(2), r.Medium.FramesQueued)
	assert.InDelta(t, 2e7/(672+672+512), r.Medium.FramesSent, 2)
}
