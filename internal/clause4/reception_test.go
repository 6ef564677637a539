package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// Neither sender notices the overlap. Each end receives the other's frame whole, and a station
// between receives neither.
func TestMiddle(t *testing.T) {
	r := run(t, 3000,
		Station{Frames: at(0)},
		Station{Place: bt(500)},
		Station{Frames: at(0), Place: bt(1000)},
		Station{Place: bt(100)})
	r.has(t, 0, medium.Sent, 576)
	r.has(t, 2, medium.Sent, 576)
	assert.Equal(t, []end{{1576, 2, true, 64, medium.NoReason}}, r.ends(0))
	assert.Equal(t, []end{{1576, 0, true, 64, medium.NoReason}}, r.ends(2))
	assert.Equal(t, []end{{1076, 0, false, 64, medium.Damaged}}, r.ends(1))
	assert.Equal(t, mac.Counters{FrameCheckSequenceErrors: 1}, r.Counters[1])
	assert.Equal(t, uint64(2), r.Counters[3].FramesReceivedOK)
	assert.Equal(t, mac.Counters{
		FramesTransmittedOK: 1, OctetsTransmittedOK: 46, BroadcastFramesXmittedOK: 1,
		FramesReceivedOK: 1, OctetsReceivedOK: 46, BroadcastFramesReceivedOK: 1}, r.Counters[0])
}

// Two signals that touch at a tap are two receptions, under one carrier.
func TestTouch(t *testing.T) {
	for start, want := range map[float64][]end{
		576:    {{876, 0, true, 64, medium.NoReason}, {972, 2, false, 4, medium.Fragment}},
		575.75: {{971.75, 0, false, 75, medium.Damaged}},
	} {
		r := run(t, 1500,
			Station{Frames: at(0)},
			Station{Place: bt(300)},
			Station{Frames: at(start), Draw: draws(9), Place: bt(600)})
		assert.Equal(t, want, r.ends(1))
		r.has(t, 1, medium.CarrierOff, start+96+300)
		assert.Len(t, r.when(1, medium.CarrierOn), 1)
	}
}

// A chain that begins with a foreign signal and later contains the station's own ends as a
// collision and is not counted. A chain that begins with the station's own is not a reception.
func TestOwnTransmission(t *testing.T) {
	r := run(t, 300,
		Station{Frames: at(0), Draw: draws(9)},
		Station{Frames: at(0), Draw: draws(9), Place: bt(40)})
	for s := range 2 {
		r.never(t, s, medium.RxStart)
		r.never(t, s, medium.RxEnd)
		assert.Zero(t, r.Counters[s].Fragments)
	}
	deaf := rules(func(p *mac.Params) { p.NoCarrierSense = true })
	r = run(t, 300,
		Station{Frames: at(0), Draw: draws(9)},
		Station{Params: deaf, Frames: at(50), Draw: draws(9), Place: bt(40)})
	r.has(t, 1, medium.RxStart, 40)
	assert.Equal(t, []end{{162, 0, false, 7, medium.Damaged}}, r.ends(1))
	assert.Equal(t, mac.Counters{}, r.Counters[1])
}

func TestLengths(t *testing.T) {
	p := rules(func(p *mac.Params) { p.MaxFrame = 100 })
	r := run(t, 5000,
		Station{Frames: []Frame{{0, 63, 1}, {0, 100, 1}, {0, 101, 1}}},
		Station{Params: p, Place: bt(7)})
	assert.Equal(t, []end{
		{575, 0, false, 63, medium.Fragment},
		{575 + 96 + 864, 0, true, 100, medium.NoReason},
		{575 + 2*96 + 864 + 872, 0, false, 101, medium.TooLong},
	}, r.ends(1))
	assert.Equal(t, mac.Counters{Fragments: 1, FramesReceivedOK: 1, OctetsReceivedOK: 82, FrameTooLongErrors: 1}, r.Counters[1])
}

// B has sent its frame whole before A's arrives. A meets B's and jams. B receives one signal alone,
// of a frame's length, and damaged.
func TestLongFragment(t *testing.T) {
	for _, row := range []struct {
		startB     float64
		fcs, align uint64
	}{{0, 1, 0}, {1, 0, 1}} {
		r := run(t, 2500,
			Station{Frames: []Frame{{0, 200, 1}}, Draw: draws(99)},
			Station{Frames: at(row.startB), Place: bt(800)})
		r.has(t, 0, medium.Collision, row.startB+800)
		r.has(t, 1, medium.Sent, row.startB+576)
		assert.Equal(t, []end{{row.startB + 1632, 0, false, 96, medium.Damaged}}, r.ends(1))
		assert.Equal(t, row.fcs, r.Counters[1].FrameCheckSequenceErrors)
		assert.Equal(t, row.align, r.Counters[1].AlignmentErrors)
		assert.Empty(t, r.ends(0))
	}
}
