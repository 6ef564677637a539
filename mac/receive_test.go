package mac_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// Receptions by the number of bits after the header.
func TestReceive(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	for _, row := range []struct {
		length  phy.Time
		damaged bool
		want    mac.Reception
		octets  int
	}{
		{-bt(64), true, mac.Fragment, 0}, // jam in the preamble
		{0, true, mac.Fragment, 0},
		{bt(32), true, mac.Fragment, 4},
		{bt(511), true, mac.Fragment, 63},
		{bt(511), false, mac.Fragment, 63},
		{bt(512), false, mac.Whole, 64},
		{bt(512), true, mac.FCSError, 64},
		{bt(513) - 1, true, mac.FCSError, 64}, // no further whole bit
		{bt(513), true, mac.AlignmentError, 64},
		{bt(519), true, mac.AlignmentError, 64},
		{bt(520), true, mac.FCSError, 65},
		{bt(12144), false, mac.Whole, 1518},
		{bt(12151), true, mac.AlignmentError, 1518},
		{bt(12152), false, mac.TooLong, 1519},
		{bt(12152), true, mac.TooLong, 1519},
		{bt(12153), true, mac.TooLong, 1519},
	} {
		got, octets := p.Receive(row.length, row.damaged)
		assert.Equal(t, row.want, got, "%+v", row)
		assert.Equal(t, row.octets, octets, "%+v", row)
	}
	for r, text := range map[mac.Reception]string{
		mac.Whole: "", mac.Fragment: "fragment", mac.FCSError: "collision", mac.AlignmentError: "collision", mac.TooLong: "too_long",
	} {
		assert.Equal(t, text, r.String())
	}
}

func TestReceivedCounts(t *testing.T) {
	for r, want := range map[mac.Reception]mac.Counters{
		mac.Whole:          {},
		mac.Fragment:       {Fragments: 1},
		mac.FCSError:       {FrameCheckSequenceErrors: 1},
		mac.AlignmentError: {AlignmentErrors: 1},
		mac.TooLong:        {FrameTooLongErrors: 1},
	} {
		var c mac.Counters
		c.Received(r)
		assert.Equal(t, want, c)
	}
}

// The counters of each way in which a frame leaves a station.
func TestTransmittedCounts(t *testing.T) {
	for _, row := range []struct {
		name string
		sent mac.Sent
		want mac.Counters
	}{
		{"at once", mac.Sent{Octets: 64}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46}},
		{"of less than its overhead", mac.Sent{Octets: 10}, mac.Counters{FramesTransmittedOK: 1}},
		{"deferred", mac.Sent{Octets: 64, Deferred: true}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46, FramesWithDeferredXmissions: 1}},
		{"after a collision", mac.Sent{Octets: 64, Collisions: 1}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46, SingleCollisionFrames: 1}},
		{"deferred, after a collision", mac.Sent{Octets: 64, Collisions: 1, Deferred: true}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46, SingleCollisionFrames: 1}},
		{"after two", mac.Sent{Octets: 64, Collisions: 2}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46, MultipleCollisionFrames: 1}},
		{"after fifteen", mac.Sent{Octets: 64, Collisions: 15}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46, MultipleCollisionFrames: 1}},
		{"having waited too long", mac.Sent{Octets: 64, ExcessiveDeferral: true}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46, FramesWithExcessiveDeferral: 1}},
		{"to a group", mac.Sent{Octets: 1518, Multicast: true}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 1500, MulticastFramesXmittedOK: 1}},
		{"to all", mac.Sent{Octets: 1518, Broadcast: true}, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 1500, BroadcastFramesXmittedOK: 1}},
		{"aborted", mac.Sent{Octets: 64, Collisions: 16, Next: mac.ExcessiveCollisions, Deferred: true}, mac.Counters{FramesAbortedDueToXSColls: 1}},
		{"aborted, having waited too long", mac.Sent{Octets: 64, Next: mac.ExcessiveCollisions, ExcessiveDeferral: true}, mac.Counters{FramesAbortedDueToXSColls: 1, FramesWithExcessiveDeferral: 1}},
		{"discarded late", mac.Sent{Octets: 64, Collisions: 1, Next: mac.LateCollision, Broadcast: true}, mac.Counters{}},
	} {
		var c mac.Counters
		c.Transmitted(row.sent, 1)
		assert.Equal(t, row.want, c, row.name)
	}
}
