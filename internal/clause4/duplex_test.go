package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// link returns two stations on a link.
func link(delay float64, a, b Station) Config {
	b.Place = bt(delay)
	return Config{Segments: []Segment{{Name: "link", Link: true}}, Stations: []Station{a, b}}
}

// Two full-duplex ends send at once and hear each other.
func TestFullDuplex(t *testing.T) {
	a := Station{Full: true, Frames: at(0, 0)}
	r := runDomain(t, 3000, link(10, a, a))
	for s := range 2 {
		r.has(t, s, medium.TxStart, 0, 672)
		assert.Equal(t, []float64{586, 1258}, []float64{r.ends(s)[0].at, r.ends(s)[1].at})
		assert.EqualValues(t, 2, r.Counters[s].FramesReceivedOK)
		assert.EqualValues(t, 1, r.Counters[s].FramesWithDeferredXmissions, "for the gap after its own frame")
		r.never(t, s, medium.Collision)
	}
	// A frame starts in the middle of another's, at once.
	r = runDomain(t, 3000, link(10, Station{Full: true, Frames: at(0)}, Station{Full: true, Frames: at(100)}))
	r.has(t, 1, medium.TxStart, 100)
}

// The half-duplex end of a link sends 1518 octets, and the full-duplex one starts at a bit of that.
// What it has heard of them ends 32 bits later.
func TestMismatchSizes(t *testing.T) {
	for _, test := range []struct {
		bit  float64
		late uint64
		want mac.Counters
	}{
		{512, 0, mac.Counters{Fragments: 1}},
		{513, 1, mac.Counters{Fragments: 1}},
		{543, 1, mac.Counters{Fragments: 1}},
		{544, 1, mac.Counters{FrameCheckSequenceErrors: 1}},
		{1000, 1, mac.Counters{FrameCheckSequenceErrors: 1}},
		{1001, 1, mac.Counters{AlignmentErrors: 1}},
	} {
		half := Station{Frames: []Frame{{0, 1518, -1}}, Params: rules(func(p *mac.Params) { p.AttemptLimit = 1 })}
		r := runDomain(t, 3000, link(0, half, Station{Full: true, Frames: at(test.bit)}))
		assert.Equal(t, test.late, r.Counters[0].LateCollisions)
		r.never(t, 1, medium.Collision)
		want := test.want
		want.FramesTransmittedOK, want.OctetsTransmittedOK, want.BroadcastFramesXmittedOK = 1, 46, 1
		assert.Equal(t, want, r.Counters[1], "bit %v", test.bit)
		assert.Zero(t, r.Counters[0].FramesReceivedOK, "it was sending")
	}
}

// A full-duplex end that has always more to send and a half-duplex end that waits for it start
// together at the end of every gap: 16 collisions, none late, and the frame is dropped.
func TestMismatchSaturated(t *testing.T) {
	full := Station{Full: true}
	for range 20 {
		full.Frames = append(full.Frames, Frame{0, 500, -1})
	}
	r := runDomain(t, 18*(4064+96), link(0, full, Station{Frames: at(1000)}))
	assert.Len(t, r.of(1, medium.Collision), 16)
	for i, start := range r.when(1, medium.TxStart) {
		assert.Equal(t, float64(i+1)*(4064+96), start)
	}
	assert.EqualValues(t, 1, r.Counters[1].FramesAbortedDueToXSColls)
	assert.Zero(t, r.Counters[1].LateCollisions)
	assert.EqualValues(t, 16, r.Counters[0].Fragments)
}

// A PAUSE frame stops the other end's frames, after the one under way, for as many quanta of 512
// bits from its end. PAUSE frames are not held, and go ahead of data.
func TestPause(t *testing.T) {
	pause := func(start float64, quanta uint16) Frame { return Frame{bt(start), 64, Pause(quanta)} }
	a := Station{Full: true, Pauses: true, Frames: append(at(0, 0, 0), pause(700, 0))}
	b := Station{Full: true, Frames: []Frame{pause(0, 3)}}
	r := runDomain(t, 5000, link(10, a, b))
	r.has(t, 1, medium.RxEnd, 586, 1286)
	r.has(t, 0, medium.RxEnd, 586)
	r.has(t, 0, medium.TxStart, 0, 700, 586+3*512, 586+3*512+672)
	for i, number := range []uint32{1, 4, 2, 3} {
		assert.Equal(t, number, r.of(0, medium.TxStart)[i].Frame.Number)
	}
	assert.EqualValues(t, 1, r.Counters[0].MulticastFramesReceivedOK)
	assert.EqualValues(t, 1, r.Counters[0].MulticastFramesXmittedOK)

	// A new time replaces the old one, and 0 ends it.
	b.Frames = []Frame{pause(0, 3), pause(800, 65535), pause(1600, 0)}
	r = runDomain(t, 5000, link(10, a, b))
	r.has(t, 0, medium.TxStart, 0, 700, 1600+576+10)

	// A station that does not obey goes on, and so does a half-duplex end.
	a.Pauses, a.Frames = false, at(0, 0, 0)
	r = runDomain(t, 5000, link(10, a, b))
	r.has(t, 0, medium.TxStart, 0, 672, 1344)
}
