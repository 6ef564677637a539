package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// What other MACs do instead of clause 4.

// late_window sets another limit for collisions that are not late, or none.
func TestLateWindow(t *testing.T) {
	for _, row := range []struct {
		window   phy.Time
		detected float64
		late     bool
	}{
		{bt(563), 513, false},
		{bt(563), 563, false},
		{bt(563), 564, true},
		{bt(100), 513, true},
		{phy.Forever, 570, false},
	} {
		s := tell(t, 800,
			actor{sends: frames(0), draws: draws(1), rules: rules(func(p *mac.Params) { p.LateWindow = row.window })},
			actor{at: 300, sends: frames(row.detected - 300), draws: draws(1)})
		assert.Equal(t, row.late, s.of(A, medium.Collision)[0].Late, "%v", row)
	}
}

// backoff_delay is added to the slots, also to 0 slots.
func TestBackoffDelay(t *testing.T) {
	p := rules(func(p *mac.Params) { p.BackoffDelay = bt(127) })
	s := tell(t, 740,
		actor{sends: frames(0), draws: draws(0), rules: p},
		actor{sends: frames(0), draws: draws(1), rules: p})
	assert.Equal(t, bt(96+127), s.of(A, medium.Backoff)[0].Until)
	assert.Equal(t, bt(96+127+512), s.of(B, medium.Backoff)[0].Until)
	s.saw(A, medium.TxStart, 0, 96+127)
}

// blind_start: off. D's gap ends at 192 (or, with 200 bit times, at 296) while C's fragment passes
// (or after it has passed). D defers; by clause 4 it would send into it.
func TestNoBlindStart(t *testing.T) {
	for _, row := range []struct{ gap, reaches, passes, starts float64 }{
		{96, 165, 261, 261 + 96},
		{200, 165, 261, 96 + 200},
	} {
		s := tell(t, 500,
			actor{sends: frames(0), draws: draws(1)},
			actor{sends: frames(0), draws: draws(1)},
			actor{at: 90, sends: frames(row.reaches - 90), draws: draws(1)},
			actor{sends: frames(50), rules: rules(func(p *mac.Params) { p.NoBlindStart, p.Gap = true, bt(row.gap) })})
		s.began(D, medium.CarrierOff, 96, row.passes)
		s.saw(D, medium.TxStart, row.starts)
		s.never(D, medium.Collision)
	}
	// A station that has sent does not ignore carrier at the end of its gap either.
	s := tell(t, 600,
		actor{sends: frames(0), draws: draws(0), rules: rules(func(p *mac.Params) { p.NoBlindStart = true })},
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 120, sends: frames(30), draws: draws(1)})
	s.began(A, medium.CarrierOff, 96, 272)
	s.saw(A, medium.TxStart, 0, 272+96)
}

// ifg_after_backoff: blind. B's backoff ends at 805, when there is no carrier. In the gap after it,
// until 901, B ignores A's signal at 879.
func TestBlindGapAfterBackoff(t *testing.T) {
	p := rules(func(p *mac.Params) { p.Jam, p.GapAfterBackoff, p.BlindAfter = bt(48), true, true })
	s := tell(t, 1250,
		actor{sends: frames(0), draws: draws(0, 3), rules: p},
		actor{at: 245, sends: frames(0), draws: draws(1, 3), rules: p})
	s.saw(A, medium.TxStart, 0, 634)
	s.saw(B, medium.TxStart, 0, 901)
	s.saw(B, medium.Collision, 245, 901)
	s.saw(A, medium.Collision, 245, 901+245)
}

// ifg_after_backoff: 84bt. B's backoff ends at 608. B starts 84 bit times later if carrier fell at
// least 12 bit times before; otherwise a whole gap after the fall. A's draw of 0 ends as its own
// carrier falls.
func TestGapAfterBackoffIsShorterOnAnIdleMedium(t *testing.T) {
	p := rules(func(p *mac.Params) { p.GapAfterBackoff, p.GapLead = true, bt(12) })
	out := rules(func(p *mac.Params) { p.SlotTime = bt(5000) }) // of the way, for long
	for _, row := range []struct{ fall, starts float64 }{
		{0, 608 + 84}, {596, 608 + 84}, {597, 597 + 96}, {608, 608 + 96}, {609, 609 + 96}, {691, 691 + 96},
	} {
		stations := []actor{
			{sends: frames(0), draws: draws(1), rules: out},
			{sends: frames(0), draws: draws(1), rules: p},
		}
		if row.fall > 0 { // D interrupts C, and the tap of B is silent again at fall
			stations = append(stations,
				actor{sends: frames(row.fall - 96), draws: draws(1), rules: out},
				actor{sends: frames(row.fall - 96), draws: draws(1), rules: out})
		}
		s := tell(t, 900, stations...)
		s.saw(B, medium.TxStart, 0, row.starts)
	}
	s := tell(t, 400,
		actor{sends: frames(0), draws: draws(0), rules: p},
		actor{sends: frames(0), draws: draws(1), rules: out})
	s.saw(A, medium.TxStart, 0, 96+96)
}

// Reading the figures in between makes no difference: carrier falls at 603, the warm-up ends at
// 605, B's backoff at 608.
func TestGapAfterBackoffIsWholeAfterCarrierLookedAtBetween(t *testing.T) {
	p := rules(func(p *mac.Params) { p.GapAfterBackoff, p.GapLead = true, bt(12) })
	out := rules(func(p *mac.Params) { p.SlotTime = bt(5000) })
	c := bus.Config{Warmup: bt(605)}
	for i, r := range []*mac.Params{out, p, out, out} {
		c.Stations = append(c.Stations, bus.Station{Name: string(rune('A' + i)), Params: r, Backoff: backoff.Script(nil, 1)})
	}
	n := build(t, c)
	saw := &story{t: t}
	n.Observe(saw)
	for i, at := range []float64{0, 0, 603 - 96, 603 - 96} {
		require.NoError(t, n.Inject(i, bt(at), medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(bt(900)))
	saw.saw(B, medium.TxStart, 0, 603+96)
}
