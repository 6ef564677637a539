package clause4

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// A waiting station's gap ends as the previous sender's next frame arrives: it
// starts, and both collide.
func TestTie(t *testing.T) {
	r := run(t, 2000,
		Station{Frames: at(0, 0), Draw: draws(5)},
		Station{Frames: at(300), Draw: draws(0), Place: bt(200)})
	r.has(t, 0, medium.TxStart, 0, 672)
	r.has(t, 1, medium.Defer, 300)
	r.has(t, 1, medium.TxStart, 872)
	r.has(t, 1, medium.Collision, 872)
	r.has(t, 0, medium.Collision, 1072)
}

// A and B collide at one place at 0, and their fragments end at 96. C's fragment then
// comes by from 120 bit times away. A, which has transmitted, is blind to it in part
// 1; D beside it, which has not, waits for it to pass.
func TestPart1(t *testing.T) {
	for _, row := range []struct {
		name   string
		startC float64
		part1  float64
		startD float64
	}{
		{"carrier in the last step of part 1", 39.75, 64, 192 + 96 + 96},
		{"carrier as part 1 ends", 40, 64, 192},
		{"carrier anywhere, part 1 of no length", 10, 0, 192},
		{"carrier in part 2, part 1 the whole gap", 40, 96, 192 + 96 + 96},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := rules(func(p *mac.Params) { p.GapPart1 = bt(row.part1) })
			r := run(t, 390,
				Station{Params: p, Frames: at(0), Draw: draws(0, 3)},
				Station{Params: p, Frames: at(0), Draw: draws(1)},
				Station{Params: p, Frames: at(row.startC), Draw: draws(1), Place: bt(120)},
				Station{Params: p, Frames: at(50), Draw: draws(3)})
			r.has(t, 2, medium.Collision, 120)
			r.has(t, 0, medium.TxStart, 0, 192)
			r.has(t, 0, medium.TxEnd, 96, 288)
			r.has(t, 3, medium.TxStart, row.startD)
		})
	}
}

// A's gap ends at 192 under C's fragment, while A backs off. A new busy period begins, in which A
// has not transmitted, so that in part 1 after it (from 288) A hears D's fragment, which passes
// from 300 to 396.
func TestNewBusyPeriodRemembersNothing(t *testing.T) {
	short := rules(func(p *mac.Params) { p.SlotTime = bt(100) })
	deaf := rules(func(p *mac.Params) { p.NoCarrierSense = true })
	r := run(t, 500,
		Station{Params: short, Frames: at(0), Draw: draws(1)}, // backs off until 196
		Station{Frames: at(0), Draw: draws(0, 9)},             // sends 192 to 288
		Station{Frames: at(10), Draw: draws(9), Place: bt(120)},
		Station{Params: deaf, Frames: at(100), Draw: draws(9), Place: bt(200)})
	r.has(t, 1, medium.TxStart, 0, 192)
	r.has(t, 1, medium.TxEnd, 96, 288)
	r.has(t, 0, medium.CarrierOn, 0, 130, 300)
	r.has(t, 0, medium.CarrierOff, 96, 288, 396)
	r.has(t, 0, medium.Defer, 196)
	r.has(t, 0, medium.TxStart, 0, 396+96)
}

// No gap is added on a medium that has been idle for long, and nothing defers at 0.
func TestStartAtOnce(t *testing.T) {
	r := run(t, 3000, Station{Frames: at(0, 672, 2000)}, Station{Place: bt(50)})
	r.has(t, 0, medium.TxStart, 0, 672, 2000)
	r.never(t, 0, medium.Defer)
	assert.Zero(t, r.Counters[0].FramesWithDeferredXmissions)
	r.has(t, 1, medium.CarrierOn, 50, 722, 2050)
	r.has(t, 1, medium.CarrierOff, 626, 1298, 2626)
}
