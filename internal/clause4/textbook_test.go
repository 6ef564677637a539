package clause4

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// Two stations start at 0, d apart, and draw 0 and 1 slots: everything follows from
// clause 4 with jam end = max(d, 64) + 32.
func TestTwoStations(t *testing.T) {
	for _, row := range []struct {
		d, detect, jamEnd, clear, retry, backoffEnd, heard float64
		again                                              bool
	}{
		{1, 1, 96, 97, 193, 608, 194, false},
		{64, 64, 96, 160, 256, 608, 320, false},
		{65, 65, 97, 162, 258, 609, 323, false},
		{128, 128, 160, 288, 384, 672, 512, false},
		{207, 207, 239, 446, 542, 751, 749, false},
		{208, 208, 240, 448, 544, 752, 752, true}, // the tie: B's backoff ends as A's signal arrives
		{209, 209, 241, 450, 546, 753, 755, true},
		{232, 232, 264, 496, 592, 776, 824, true},
	} {
		t.Run(fmt.Sprint(row.d), func(t *testing.T) {
			r := run(t, 5000,
				Station{Frames: at(0), Draw: draws(0, 3)},
				Station{Frames: at(0), Draw: draws(1, 0), Place: bt(row.d)})
			for s := range 2 {
				r.has(t, s, medium.TxStart, 0)
				r.has(t, s, medium.Collision, row.detect)
				r.has(t, s, medium.TxEnd, row.jamEnd)
				r.has(t, s, medium.JamStart, row.jamEnd-32)
				r.has(t, s, medium.CarrierOff, row.clear)
			}
			r.has(t, 0, medium.TxStart, 0, row.retry)
			assert.Equal(t, bt(row.backoffEnd), r.of(1, medium.Backoff)[0].Until)
			if row.again {
				r.has(t, 1, medium.TxStart, 0, row.backoffEnd)
				r.has(t, 1, medium.Collision, row.detect, row.heard)
			} else {
				r.has(t, 1, medium.CarrierOn, 0, row.heard)
				r.has(t, 1, medium.Defer, row.backoffEnd)
				assert.Len(t, r.when(0, medium.Collision), 1)
			}
			assert.Equal(t, uint64(1), r.Counters[0].FramesTransmittedOK)
			assert.Equal(t, uint64(1), r.Counters[1].FramesTransmittedOK)
			assert.Equal(t, uint64(1), r.Counters[0].FramesReceivedOK)
			assert.Zero(t, r.Counters[0].Fragments, "a reception that contains own transmission is not counted")
		})
	}
}

// A starts at 0 and B at s < d: fragments of unequal length.
func TestUnequalFragments(t *testing.T) {
	for _, row := range []struct{ d, s, detectB, detectA, endA, endB float64 }{
		{100, 0, 100, 100, 132, 132},
		{100, 30, 100, 130, 162, 132},
		{100, 99, 100, 199, 231, 195},
		{200, 150, 200, 350, 382, 246},
	} {
		t.Run(fmt.Sprint(row.d, row.s), func(t *testing.T) {
			r := run(t, 500,
				Station{Frames: at(0), Draw: draws(9)},
				Station{Frames: at(row.s), Draw: draws(9), Place: bt(row.d)})
			r.has(t, 0, medium.Collision, row.detectA)
			r.has(t, 1, medium.Collision, row.detectB)
			r.has(t, 0, medium.TxEnd, row.endA)
			r.has(t, 1, medium.TxEnd, row.endB)
		})
	}
}

// Kurose and Ross, chapter 6, problem 19: 245 bit times, draws 0 and 1, a jam of 48
// bits and a gap that is sensed after the backoff.
func TestGapAfterBackoff(t *testing.T) {
	p := rules(func(p *mac.Params) {
		p.Jam, p.GapPart1, p.GapAfterBackoff = bt(48), bt(96), true
	})
	r := run(t, 3000,
		Station{Params: p, Frames: at(0), Draw: draws(0)},
		Station{Params: p, Frames: at(0), Draw: draws(1), Place: bt(245)})
	for s := range 2 {
		r.has(t, s, medium.Collision, 245)
		r.has(t, s, medium.TxEnd, 293)
		r.has(t, s, medium.CarrierOff, 538)
	}
	r.has(t, 0, medium.TxStart, 0, 634)
	assert.Equal(t, bt(805), r.of(1, medium.Backoff)[0].Until)
	r.has(t, 1, medium.CarrierOn, 0, 879)
	r.has(t, 1, medium.TxStart, 0, 634+576+245+96) // it refrains at 901
	assert.Len(t, r.when(1, medium.Collision), 1)

	// By clause 4 itself it would have started at 805, and collided.
	p.GapAfterBackoff = false
	r = run(t, 1000,
		Station{Params: p, Frames: at(0), Draw: draws(0, 5)},
		Station{Params: p, Frames: at(0), Draw: draws(1, 5), Place: bt(245)})
	r.has(t, 1, medium.TxStart, 0, 805)
	r.has(t, 1, medium.Collision, 245, 879)
}

// On a medium that has been idle for long, the gap after a backoff is added nevertheless.
func TestGapAfterBackoffOnSilence(t *testing.T) {
	for gap, start := range map[float64]float64{96: 608 + 96, 0: 608} {
		p := rules(func(p *mac.Params) { p.Gap, p.GapPart1, p.GapAfterBackoff = bt(gap), 0, true })
		r := run(t, 1000,
			Station{Params: p, Frames: at(0), Draw: draws(1)},
			Station{Params: p, Frames: at(0), Draw: draws(9)})
		r.has(t, 0, medium.TxStart, 0, start)
	}
}

// Without a header, with a jam of a slot, no gap and one place, time is slotted.
func TestSlottedModel(t *testing.T) {
	p := rules(func(p *mac.Params) { p.Header, p.Jam, p.Gap, p.GapPart1 = 0, bt(512), 0, 0 })
	r := run(t, 6000,
		Station{Params: p, Frames: at(0), Draw: draws(0, 1)},
		Station{Params: p, Frames: at(0), Draw: draws(0, 2)},
		Station{Params: p, Frames: at(100), Draw: draws(5, 0)})
	r.has(t, 0, medium.TxStart, 0, 512, 1536)
	r.has(t, 1, medium.TxStart, 0, 512, 2048)
	r.has(t, 2, medium.TxStart, 512, 3584)
	r.has(t, 0, medium.TxEnd, 512, 1024, 2048)
	r.has(t, 2, medium.Defer, 100)
	r.never(t, 0, medium.Defer)
	r.never(t, 1, medium.Defer)
	assert.Equal(t, uint64(0), r.Counters[2].FramesWithDeferredXmissions)
	for s := range 3 {
		assert.Equal(t, uint64(1), r.Counters[s].FramesTransmittedOK)
	}
}
