package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// Every story here and in the other files also checks that no outcome depends on the order of the
// stations, and that events come in the order of the phases.

// B waits while A's frame passes, until 776, and for the gap, until 872. A's next frame,
// sent at the end of A's own gap at 672, gets there at 872: B starts, and both collide.
func TestRule10AGapEndsAsTheSendersNextFrameArrives(t *testing.T) {
	s := tell(t, 1500,
		actor{sends: frames(0, 0), draws: draws(1)},
		actor{at: 200, sends: frames(300), draws: draws(1)})
	s.saw(A, medium.TxStart, 0, 672)
	s.began(B, medium.TxStart, 872)
	s.began(B, medium.Collision, 872)
	s.began(A, medium.Collision, 1072)
}

// B's frame comes as A's carrier does, and is started. A frame that comes a picosecond later finds
// the carrier.
func TestRule10AStartIsBlindToCarrierThatArrivesNow(t *testing.T) {
	for _, row := range []struct {
		queued  float64
		collide bool
	}{{100, true}, {100 + ps, false}} {
		s := tell(t, 680, actor{sends: frames(0), draws: draws(1)}, actor{at: 100, sends: frames(row.queued), draws: draws(1)})
		if row.collide {
			s.began(B, medium.TxStart, 100)
			s.began(B, medium.Collision, 100)
			s.began(A, medium.Collision, 200)
			continue
		}
		s.saw(B, medium.Defer, row.queued)
		s.never(B, medium.TxStart)
		s.saw(A, medium.Sent, 576)
	}
}

// All stations that wait for one gap at one place start together.
func TestRule10WaitingStationsStartTogether(t *testing.T) {
	s := tell(t, 1200,
		actor{sends: frames(0)},
		actor{sends: frames(100), draws: draws(1)},
		actor{sends: frames(200), draws: draws(1)},
		actor{sends: frames(672), draws: draws(1)}) // as the gap ends: arrivals come first
	for i := B; i <= D; i++ {
		s.saw(i, medium.TxStart, 672)
		s.saw(i, medium.Collision, 672)
	}
	assert.Equal(t, uint64(1), s.result.Medium.Collisions)
}

// A backoff that ends as a gap does finds no need to wait (864 is the end of the gap
// after A's frame, and of 768 bit times of B's backoff).
func TestRule10ABackoffEndsAsAGapDoes(t *testing.T) {
	s := tell(t, 1600,
		actor{sends: frames(0), draws: draws(0)},
		actor{sends: frames(0), draws: draws(1), rules: rules(func(p *mac.Params) { p.SlotTime = bt(768) })})
	s.saw(B, medium.TxStart, 0, 864)
	s.never(B, medium.Defer)
}

// A transmission that ends as foreign carrier arrives has met no collision.
func TestRule10AnEndComesBeforeACollision(t *testing.T) {
	s := tell(t, 900,
		actor{sends: frames(0)},
		actor{at: 400, sends: frames(176), draws: draws(1)})
	s.saw(A, medium.Sent, 576)
	s.never(A, medium.Collision)
	s.saw(B, medium.Collision, 400)
}

// C's signal begins at B's tap where A's ends. Carrier does not fall, so that the gap (and the wait
// of B's frame) is after C's.
func TestRule10ASignalThatBeginsWhereAnotherEndsLeavesNoFall(t *testing.T) {
	s := tell(t, 3000,
		actor{at: 0, sends: frames(0)},
		actor{at: 600, sends: frames(1000)},
		actor{at: 1500, sends: frames(276)})
	s.began(B, medium.CarrierOn, 600)
	s.began(B, medium.CarrierOff, 1176+576)
	s.saw(B, medium.TxStart, 1176+576+96)

	// If it begins later, a gap begins between them. C's signal starts it again in part 1; after 64
	// bit times it does not.
	for later, starts := range map[float64]float64{ps: 1176 + ps + 576 + 96, 64 - ps: 1176 + 64 - ps + 576 + 96, 64: 1176 + 96} {
		s := tell(t, 1950,
			actor{at: 0, sends: frames(0)},
			actor{at: 600, sends: frames(1000), draws: draws(1)},
			actor{at: 1500, sends: frames(276 + later)})
		s.began(B, medium.CarrierOff, 1176)
		s.began(B, medium.TxStart, starts)
	}
}

// With a gap of 0 the next frame starts at the instant at which the last one ends, in a second
// pass: by then carrier has fallen at that place, though nowhere else.
func TestRule10AGapOf0RepeatsThePass(t *testing.T) {
	p := rules(func(p *mac.Params) { p.Gap, p.GapPart1 = 0, 0 })
	s := tell(t, 2000,
		actor{sends: frames(0, 0, 0), rules: p},
		actor{at: 50, rules: p})
	s.saw(A, medium.TxStart, 0, 576, 1152)
	s.saw(A, medium.CarrierOn, 0, 576, 1152)
	s.saw(A, medium.CarrierOff, 576, 1152, 1728)
	s.saw(B, medium.CarrierOn, 50)
	s.saw(B, medium.CarrierOff, 1778)
	assert.Len(t, s.ends(B), 3)
	assert.Zero(t, s.counters(A).FramesWithDeferredXmissions)
	s.never(A, medium.Defer)

	// B beside A, which was waiting, starts in the same pass.
	s = tell(t, 700,
		actor{sends: frames(0, 0), rules: p, draws: draws(1)},
		actor{sends: frames(100), rules: p, draws: draws(1)})
	s.saw(A, medium.Collision, 576)
	s.saw(B, medium.Collision, 576)
}

// A sends no header and does not hear B's, which begins with it. What D hears of both is 512 bits,
// less the longer header, whichever station is listed first.
func TestRule10OfHeadersThatBeginTogetherTheLongestCounts(t *testing.T) {
	s := tell(t, 600,
		actor{sends: frames(0), rules: rules(func(p *mac.Params) { p.Header, p.NoCollision = 0, true })},
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 20},
		actor{at: 20, rules: rules(func(p *mac.Params) { p.MinFrame = 56 })})
	assert.Equal(t, []heard{{532, A, 56, medium.Fragment}}, s.ends(C))
	assert.Equal(t, []heard{{532, A, 56, medium.Damaged}}, s.ends(D))
	s.counted(C, mac.Counters{Fragments: 1})
	s.counted(D, mac.Counters{FrameCheckSequenceErrors: 1})
}

// Everything that an instant can hold: at 672 C gets a frame, B's and A's gap ends, all
// three start, their carriers rise and they collide.
func TestRule10TheOrderOfAnInstant(t *testing.T) {
	s := tell(t, 700,
		actor{sends: frames(0, 0), draws: draws(1)},
		actor{sends: frames(300), draws: draws(1)},
		actor{sends: frames(672), draws: draws(1)})
	type seen struct {
		station int
		kind    medium.Kind
	}
	var instant []seen
	for _, e := range s.events {
		if e.At == bt(672) {
			instant = append(instant, seen{int(e.Station), e.Kind})
		}
	}
	require.Equal(t, []seen{
		{C, medium.Queued},
		{A, medium.TxStart}, {B, medium.TxStart}, {C, medium.TxStart},
		{A, medium.CarrierOn}, {B, medium.CarrierOn}, {C, medium.CarrierOn},
		{A, medium.Collision}, {B, medium.Collision}, {C, medium.Collision},
	}, instant)
}
