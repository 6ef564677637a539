package t1s_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// busy returns a bus on which each node sends some frames to the next one.
func busy(count int, timeline ...medium.Change) t1s.Config {
	c := nodes(count)
	for i := range c.Stations {
		c.Stations[i].At = phy.Time(i) * 15 * phy.Nanosecond
		c.Stations[i].Traffic = []traffic.Source{traffic.Poisson(phy.Millisecond, traffic.Octets(100), traffic.To{Whom: traffic.ToNext})}
	}
	c.Timeline = timeline
	return c
}

const faulty = 100 * phy.Millisecond // when faults begin; runs are twice as long

// A cut bus is two. The part with the coordinator goes on in turns; in the other one status fails 13.8 ms later, and
// it is plain CSMA/CD. Frames across the cut are lost, and each half hears its own.
func TestCut(t *testing.T) {
	r := run(t, busy(6, medium.Change{At: faulty, Kind: medium.Cut, On: true, Place: 40 * phy.Nanosecond}), 2*faulty)
	for i, s := range r.Stations {
		if i < 3 {
			assert.InDelta(t, 1, s.PLCA.StatusOK, 0.001)
			assert.Zero(t, s.PLCA.PhysicalCollisions)
		} else {
			assert.InDelta(t, 0.5+0.0138/0.2, s.PLCA.StatusOK, 0.001)
		}
		share := float64(s.FramesDelivered) / float64(s.FramesOffered)
		if i == 2 || i == 5 { // the next one is behind the cut
			assert.InDelta(t, 0.5, share, 0.15, s.Name)
		} else {
			assert.Greater(t, share, 0.97, s.Name)
		}
	}
}

// A short takes all signals, also from their senders. Followers hear no beacon, and the bus is in step again a cycle
// after the short is gone. What was sent meanwhile is lost, and its senders believe that it is out.
func TestShort(t *testing.T) {
	r := run(t, busy(3, medium.Change{At: faulty, Kind: medium.Short, On: true}, medium.Change{At: faulty + faulty/2, Kind: medium.Short}), 2*faulty)
	for i, s := range r.Stations {
		assert.InDelta(t, 0.75, float64(s.FramesDelivered)/float64(s.FramesOffered), 0.08)
		assert.EqualValues(t, s.FramesOffered, s.Counters.FramesTransmittedOK+s.FramesQueued+s.FramesDropped, s.Name)
		assert.Zero(t, s.PLCA.PhysicalCollisions)
		if want := 0.75 + 0.0138/0.2; i > 0 {
			assert.InDelta(t, want, s.PLCA.StatusOK, 0.002)
			assert.Positive(t, s.Counters.CarrierSenseErrors, "plain CSMA/CD misses its own carrier")
		} else {
			assert.InDelta(t, 1, s.PLCA.StatusOK, 0.002, "the coordinator hears its beacons by no means, and goes on")
		}
	}
}

// A node at the cut is on the left part, and a line that is mended is one again.
func TestCutAndMended(t *testing.T) {
	c := busy(3, medium.Change{At: 0, Kind: medium.Cut, On: true, Place: 15 * phy.Nanosecond},
		medium.Change{At: faulty, Kind: medium.Cut})
	r := run(t, c, 2*faulty)
	assert.InDelta(t, 1, r.Stations[1].PLCA.StatusOK, 0.001)
	assert.InDelta(t, 0.5, r.Stations[2].PLCA.StatusOK, 0.001)
}

// Nobody hears a mute node, and it hears the others: it takes its turns and believes that its frames are out. A mute
// coordinator is a lost one.
func TestMute(t *testing.T) {
	r := run(t, busy(3, medium.Change{At: faulty, Kind: medium.Mute, Station: "n1", On: true}), 2*faulty)
	mute, other := r.Stations[1], r.Stations[0]
	assert.InDelta(t, 0.5, float64(mute.FramesDelivered)/float64(mute.Counters.FramesTransmittedOK), 0.1)
	assert.InDelta(t, 1, float64(other.FramesDelivered)/float64(other.Counters.FramesTransmittedOK), 0.02)
	assert.InDelta(t, 1, mute.PLCA.StatusOK, 0.001)

	r = run(t, busy(3, medium.Change{At: faulty, Kind: medium.Mute, Station: "n0", On: true}), 2*faulty)
	assert.InDelta(t, 0.5+0.0138/0.2, r.Stations[1].PLCA.StatusOK, 0.001)
	assert.Greater(t, r.Stations[0].PLCA.Beacons, 2*r.Stations[1].PLCA.Beacons*8/10, "it goes on with its beacons")
}

// A deaf follower hears no beacon: after 13.8 ms it is plain CSMA/CD, and sends in the turns of others. It sees the
// collisions, as they do.
func TestDeaf(t *testing.T) {
	r := run(t, busy(3, medium.Change{At: faulty, Kind: medium.Deaf, Station: "n2", On: true}), 2*faulty)
	deaf, other := r.Stations[2], r.Stations[1]
	assert.InDelta(t, 0.5+0.0138/0.2, deaf.PLCA.StatusOK, 0.001)
	assert.Positive(t, deaf.PLCA.PhysicalCollisions)
	assert.Positive(t, other.PLCA.PhysicalCollisions)
	assert.InDelta(t, 0.5, float64(other.FramesDelivered)/float64(other.FramesOffered), 0.15, "what is for it is lost")
}

// Two nodes with one ID collide in their turn. One that sees no collision sends its frame to the end, and counts it as
// sent although it is damaged. Logical collisions are those of its own sublayer: they go on.
func TestBlindToCollisions(t *testing.T) {
	c := busy(3, medium.Change{At: 0, Kind: medium.NoCollision, Station: "n2", On: true})
	c.Stations[2].PLCA = id(1, 3)
	saturate(&c, 100, 1, 2)
	r := run(t, c, faulty)
	blind, other := r.Stations[2], r.Stations[1]
	assert.Zero(t, blind.PLCA.PhysicalCollisions)
	assert.Positive(t, blind.PLCA.LogicalCollisions)
	assert.Positive(t, other.PLCA.PhysicalCollisions)
	assert.Less(t, blind.FramesDelivered, blind.Counters.FramesTransmittedOK)
}

// A frame of L octets has 64 + 8 L bits on the line. A wrong one of the preamble damages it as well here: its symbols
// are what the receiver looks for. The share of damaged frames is 1 - (1-p)^(64 + 8 L).
func TestBitErrors(t *testing.T) {
	const rate = 2e-4
	c := busy(4, medium.Change{At: 0, Kind: medium.BitErrors, Errors: medium.Errors{Good: rate}})
	r := run(t, c, 2*phy.Second)
	sent, lost := 0.0, 0.0
	for _, s := range r.Stations {
		sent += float64(s.Counters.FramesTransmittedOK)
		lost += float64(s.Counters.FramesTransmittedOK - s.FramesDelivered)
		assert.InDelta(t, 1, s.PLCA.StatusOK, 0.001, "BEACON and COMMIT come through")
	}
	want := 1 - math.Pow(1-rate, 64+8*100)
	assert.InDelta(t, want, lost/sent, 4*math.Sqrt(want/sent))
	assert.Positive(t, r.Stations[0].Counters.FrameCheckSequenceErrors)
}

// What cannot be is refused.
func TestFaultsThatCannotBe(t *testing.T) {
	n, err := t1s.New(busy(2))
	require.NoError(t, err)
	for _, x := range []medium.Change{
		{Kind: medium.Cut, On: true, Place: -1},
		{Kind: medium.BitErrors, Errors: medium.Errors{Good: 2}},
		{Kind: medium.Short, On: true, Place: -1},
		{Kind: medium.Terminator, Missing: medium.LeftEnd},
		{Kind: medium.Skew, Station: "n0", Value: 100},
	} {
		require.ErrorIs(t, n.Change(x), medium.ErrRefused, "%v", x.Kind)
	}
	require.ErrorIs(t, n.Change(medium.Change{Kind: medium.Deaf, Station: "nobody", On: true}), medium.ErrNoStation)
}
