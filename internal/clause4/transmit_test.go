package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

func zeros(int) int { return 0 }

func TestSixteenCollisions(t *testing.T) {
	r := run(t, 5000,
		Station{Frames: at(0, 0), Draw: zeros},
		Station{Frames: at(0), Draw: zeros, Place: bt(10)})
	assert.Len(t, r.of(1, medium.TxStart), 16)
	assert.Len(t, r.of(1, medium.Backoff), 15, "no draw after the last attempt")
	assert.Equal(t, int32(2), r.of(1, medium.Backoff)[0].Range)
	assert.Equal(t, int32(1024), r.of(1, medium.Backoff)[14].Range)
	// Each attempt is 96 bits, its echo ends 10 later and the gap 96 after that.
	const last = 15 * (96 + 10 + 96)
	for s := range 2 {
		r.has(t, s, medium.Dropped, last+96)
		assert.Equal(t, medium.ExcessiveCollisions, r.of(s, medium.Dropped)[0].Why)
		assert.Equal(t, mac.Counters{FramesAbortedDueToXSColls: 1}, mac.Counters{
			FramesAbortedDueToXSColls: r.Counters[s].FramesAbortedDueToXSColls,
			SingleCollisionFrames:     r.Counters[s].SingleCollisionFrames,
			MultipleCollisionFrames:   r.Counters[s].MultipleCollisionFrames,
			LateCollisions:            r.Counters[s].LateCollisions,
		})
	}
	next := r.of(0, medium.TxStart)[16]
	assert.Equal(t, bt(16*(96+10+96)), next.At)
	assert.Equal(t, uint8(1), next.Attempt)
	assert.Equal(t, uint32(2), next.Frame.Number)
	assert.Equal(t, uint64(1), r.Counters[0].FramesTransmittedOK)
	assert.Equal(t, uint64(1), r.Counters[0].FramesWithDeferredXmissions)
	assert.Equal(t, uint64(64-18), r.Counters[0].OctetsTransmittedOK)
}

// A transmission that ends as foreign carrier arrives met no collision; one step
// earlier it met a late one, and its jam ends after its frame would have.
func TestCollisionAtTheEnd(t *testing.T) {
	r := run(t, 1200,
		Station{Frames: at(0), Draw: draws(1)},
		Station{Frames: at(276), Draw: draws(1), Place: bt(300)})
	r.has(t, 0, medium.Sent, 576)
	r.never(t, 0, medium.Collision)
	r.has(t, 1, medium.Collision, 300)

	r = run(t, 1200,
		Station{Frames: at(0), Draw: draws(1)},
		Station{Frames: at(275.75), Draw: draws(1), Place: bt(300)})
	r.has(t, 0, medium.Collision, 575.75)
	r.has(t, 0, medium.JamStart, 576)
	r.has(t, 0, medium.TxEnd, 608)
	assert.True(t, r.of(0, medium.Collision)[0].Late)
}

// 512 bit times is not late. The bits of the jam are the sender's own.
func TestLate(t *testing.T) {
	for _, row := range []struct {
		start, jam float64
		late       bool
	}{{212, 512, false}, {212.25, 513, true}} {
		r := run(t, 3000,
			Station{Frames: at(0), Draw: draws(0)},
			Station{Frames: at(row.start), Draw: draws(5), Place: bt(300)})
		r.has(t, 0, medium.Collision, row.start+300)
		r.has(t, 0, medium.JamStart, row.jam)
		assert.Equal(t, row.late, r.of(0, medium.Collision)[0].Late)
		assert.Equal(t, row.late, r.Counters[0].LateCollisions == 1)
		assert.Equal(t, uint64(1), r.Counters[0].SingleCollisionFrames, "retried")
	}
	discard := rules(func(p *mac.Params) { p.LateDiscard = true })
	r := run(t, 3000,
		Station{Params: discard, Frames: at(0), Draw: draws()},
		Station{Frames: at(212.25), Draw: draws(5), Place: bt(300)})
	r.has(t, 0, medium.Dropped, 545)
	assert.Equal(t, medium.LateCollision, r.of(0, medium.Dropped)[0].Why)
	assert.Equal(t, uint64(1), r.Counters[0].LateCollisions)
	assert.Zero(t, r.Counters[0].FramesAbortedDueToXSColls)
}

func TestCutHeader(t *testing.T) {
	cut := rules(func(p *mac.Params) { p.CutHeader = true })
	r := run(t, 200,
		Station{Params: cut, Frames: at(0), Draw: draws(5)},
		Station{Params: cut, Frames: at(0.25), Draw: draws(5), Place: bt(10)})
	r.has(t, 0, medium.Collision, 10.25)
	r.has(t, 0, medium.JamStart, 11)
	r.has(t, 0, medium.TxEnd, 43)
	r.has(t, 1, medium.Collision, 10)
	r.has(t, 1, medium.JamStart, 10.25)

	// Both are at one place: there is only jam.
	r = run(t, 200,
		Station{Params: cut, Frames: at(0), Draw: draws(5)},
		Station{Params: cut, Frames: at(0), Draw: draws(5)})
	r.has(t, 0, medium.JamStart, 0)
	r.has(t, 0, medium.TxEnd, 32)
}

// Without carrier sense a station starts at once; without collision detection it sends to the end.
// Their receivers notice the overlap in both cases.
func TestDeafStations(t *testing.T) {
	deaf := rules(func(p *mac.Params) { p.NoCarrierSense, p.NoCollision = true, true })
	r := run(t, 2000,
		Station{Params: deaf, Frames: at(0, 0)},
		Station{Params: deaf, Frames: at(700), Place: bt(10)},
		Station{Place: bt(5)})
	r.has(t, 0, medium.TxStart, 0, 576)
	r.has(t, 0, medium.Sent, 576, 1152)
	r.has(t, 1, medium.TxStart, 700)
	r.has(t, 1, medium.Sent, 1276)
	r.never(t, 0, medium.Defer)
	assert.Equal(t, uint64(2), r.Counters[0].FramesTransmittedOK)
	assert.Equal(t, []end{
		{581, 0, true, 64, medium.NoReason},
		{1281, 0, false, (1281 - 581 - 64) / 8, medium.Damaged},
	}, r.ends(2))
	assert.Equal(t, uint64(1), r.Counters[2].AlignmentErrors)
}

func TestExcessiveDeferral(t *testing.T) {
	for limit, want := range map[float64]uint64{96: 0, 95: 1} {
		p := rules(func(p *mac.Params) { p.MaxDefer = bt(limit) })
		r := run(t, 2000, Station{Params: p, Frames: at(0, 500)})
		assert.Equal(t, uint64(1), r.Counters[0].FramesWithDeferredXmissions)
		assert.Equal(t, want, r.Counters[0].FramesWithExcessiveDeferral,
			"the second frame is at the head of the queue from 576, and waits for the gap")
	}
}
