package bus_test

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

func TestRule3NothingDefersAtTimeZero(t *testing.T) {
	s := tell(t, 500, actor{sends: frames(0)})
	s.saw(A, medium.TxStart, 0)
	s.never(A, medium.Defer)
}

// A's frame passes B until 676, and the gap after it ends at 772. B waits for that whenever its
// frame comes before, and does not wait if it comes at 772 or later.
func TestRule3DeferenceRunsWithoutAFrame(t *testing.T) {
	for _, row := range []struct{ queued, starts float64 }{
		{400, 772},
		{676, 772},
		{700, 772},
		{772 - ps, 772},
		{772, 772},
		{772 + ps, 772 + ps},
	} {
		s := tell(t, 2000, actor{sends: frames(0)}, actor{at: 100, sends: frames(row.queued)})
		s.saw(B, medium.TxStart, row.starts)
		if row.queued < row.starts {
			s.saw(B, medium.Defer, row.queued)
		} else {
			s.never(B, medium.Defer)
		}
	}
}

// The gap begins when the last of the two is over: B's jam at A's tap, or A's own frame, which A
// (which does not detect collisions) goes on sending.
func TestRule3ABusyPeriodLastsAsLongAsCarrierOrOwnTransmission(t *testing.T) {
	s := tell(t, 1000,
		actor{sends: frames(0), draws: draws(0)},
		actor{at: 100, sends: frames(0), draws: draws(1)})
	s.began(A, medium.TxEnd, 132)
	s.began(A, medium.CarrierOff, 132+100)
	s.saw(A, medium.TxStart, 0, 232+96)

	s = tell(t, 680,
		actor{sends: frames(0, 0), rules: rules(func(p *mac.Params) { p.NoCollision = true })},
		actor{at: 100, sends: frames(50), draws: draws(1)})
	s.saw(B, medium.TxEnd, 50+96)
	s.saw(A, medium.CarrierOff, 576)
	s.saw(A, medium.TxStart, 0, 576+96)
}

// A and B, at one place, collide, and their fragments end at 96. C's fragment passes from 150 on,
// in part 1 of the gap. A has sent, ignores it, and starts at the end of its gap. D beside A has
// not sent; it waits for C's fragment, and for A's second attempt.
func TestRule3PartOneIsBlindAfterOwnTransmission(t *testing.T) {
	s := tell(t, 600,
		actor{sends: frames(0), draws: draws(0, 3)},
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 120, sends: frames(30), draws: draws(1)},
		actor{sends: frames(50)})
	s.saw(A, medium.CarrierOn, 0, 150, 384)
	s.saw(A, medium.TxStart, 0, 96+96)
	s.saw(A, medium.Collision, 0, 192)
	s.saw(A, medium.TxEnd, 96, 288)
	s.saw(D, medium.TxStart, 288+96)
}

// A's own part in the busy period ends at 96. B's frame, sent to its end, goes on at A's tap until
// 1714. A ignores carrier in the following part 1 nevertheless.
func TestRule3OwnTransmissionAtAnyTimeOfTheBusyPeriod(t *testing.T) {
	s := tell(t, 2050,
		actor{sends: frames(0), draws: draws(0, 3)},
		actor{at: 50, sends: []frame{{0, 200, all}}, rules: rules(func(p *mac.Params) { p.NoCollision = true })},
		actor{at: 300, sends: frames(1450), draws: draws(1), rules: rules(func(p *mac.Params) { p.NoCarrierSense = true })},
		actor{sends: frames(50)})
	s.began(A, medium.CarrierOn, 0, 1750)
	s.began(A, medium.CarrierOff, 1714)
	s.saw(A, medium.TxStart, 0, 1714+96)
	s.saw(D, medium.TxStart, 1906+96) // C's fragment has passed, and A's
}

// C's fragment reaches D, which has sent nothing, around the gap after another fragment that ends
// at 96. In part 1 (until 160) it starts the gap again, from its own end.
func TestRule3CarrierInPartOneStartsItAgainWhole(t *testing.T) {
	for _, row := range []struct{ reaches, passes, starts float64 }{
		{96, 212, 212 + 96}, // it touches: the carrier has not fallen at all
		{96 + ps, 212 + ps, 212 + ps + 96},
		{130, 226, 226 + 96},
		{160 - ps, 256 - ps, 256 - ps + 96},
		{160, 256, 96 + 96}, // part 1 is over: D sends into it
		{165, 261, 96 + 96},
	} {
		t.Run(fmt.Sprint(row.reaches), func(t *testing.T) {
			s := tell(t, 500,
				actor{sends: frames(0), draws: draws(1)},
				actor{sends: frames(0), draws: draws(1)},
				actor{at: 90, sends: frames(row.reaches - 90), draws: draws(1)},
				actor{sends: frames(50), draws: draws(1)})
			s.saw(C, medium.TxEnd, row.passes-90)
			s.saw(D, medium.TxStart, row.starts)
		})
	}
}

// A second fragment reaches D at 270, before the end of the part 1 that the first one's end started
// at 212.25.
func TestRule3CarrierStartsPartOneAgainAndAgain(t *testing.T) {
	s := tell(t, 560,
		actor{sends: frames(0), draws: draws(1)},
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 90, sends: frames(6.25), draws: draws(1)},
		actor{sends: frames(50)},
		actor{at: 250, sends: frames(20), draws: draws(1)})
	s.saw(D, medium.CarrierOn, 0, 96.25, 270, 545)
	s.saw(D, medium.CarrierOff, 96, 212.25, 449)
	s.saw(D, medium.TxStart, 449+96)
}

// D sees carrier from 165, in part 2 of its gap, and at 192 sends into it: the
// collision is there with the first bit, and the header is sent all the same.
func TestRule3AStationInPartTwoSendsIntoCarrierItSees(t *testing.T) {
	s := tell(t, 500,
		actor{sends: frames(0), draws: draws(1)},
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 90, sends: frames(75), draws: draws(1)},
		actor{sends: frames(50), draws: draws(1)})
	s.saw(D, medium.CarrierOn, 0, 165)
	s.saw(D, medium.TxStart, 192)
	s.saw(D, medium.Collision, 192)
	s.saw(D, medium.JamStart, 192+64)
	s.saw(D, medium.TxEnd, 192+96)
}

// A's gap ends at 192 under C's fragment, while A backs off (a slot of 100) and so has
// nothing to start. A new busy period begins there, in which A has sent nothing: part
// 1 after it, from 272, sees D's fragment, which comes by from 300 to 396.
func TestRule3ABusyPeriodBegunByAnEndOfAGapRemembersNothing(t *testing.T) {
	s := tell(t, 600,
		actor{sends: frames(0), draws: draws(1), rules: rules(func(p *mac.Params) { p.SlotTime = bt(100) })},
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 120, sends: frames(10), draws: draws(1)},
		actor{at: 200, sends: frames(100), draws: draws(1), rules: rules(func(p *mac.Params) { p.NoCarrierSense = true })})
	s.began(A, medium.CarrierOn, 0, 130, 300)
	s.began(A, medium.CarrierOff, 96, 272, 396)
	s.saw(A, medium.Defer, 196)
	s.saw(A, medium.TxStart, 0, 396+96)
}

// D's gap of 2000 bit times, which ignores all carrier, began at 576. Three more frames pass in it,
// each after a gap of its sender's. D starts when its gap ends, into the last of them.
func TestRule3ALongGapOutlastsManyFrames(t *testing.T) {
	s := tell(t, 3000,
		actor{sends: frames(0, 800, 1600, 2400), draws: draws(1)},
		actor{}, actor{},
		actor{sends: frames(600), draws: draws(1), rules: rules(func(p *mac.Params) { p.Gap, p.GapPart1 = bt(2000), 0 })})
	s.saw(A, medium.TxStart, 0, 800, 1600, 2400)
	s.saw(D, medium.TxStart, 576+2000)
	s.saw(D, medium.Collision, 576+2000)
}

func TestRule3PartOneMayBeNothingOrTheWholeGap(t *testing.T) {
	for _, row := range []struct{ part1, reaches, starts float64 }{
		{0, 96, 224 + 96}, // it touches: no fall, no gap
		{0, 96 + ps, 192},
		{0, 150, 192},
		{96, 192 - ps, 288 - ps + 96},
		{96, 192, 192},
		{32, 127, 224 + 96},
		{32, 128, 192},
	} {
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			s := tell(t, 500,
				actor{sends: frames(0), draws: draws(1)},
				actor{sends: frames(0), draws: draws(1)},
				actor{at: 96, sends: frames(row.reaches - 96), draws: draws(1)},
				actor{sends: frames(50), draws: draws(1), rules: rules(func(p *mac.Params) { p.GapPart1 = bt(row.part1) })})
			s.saw(D, medium.TxStart, row.starts)
		})
	}
}

// D's frame is on its way to C when C's frame is queued, in C's gap after A's frame. It would rise in the part of the gap that
// ignores it and fall after the gap, and C does not start into carrier. But B's second frame comes first, in part 1. In the gap
// after that one D's frame rises and falls.
func TestCarrierOnItsWayMayFallInTheNextGap(t *testing.T) {
	deaf := rules(func(p *mac.Params) { p.NoCarrierSense, p.NoCollision = true, true })
	for _, row := range []struct {
		second []frame
		starts float64
	}{
		{nil, 3376 + 2000},
		{frames(1400), 1976 + 2000},
	} {
		s := tell(t, row.starts+10,
			actor{sends: frames(600), rules: deaf},
			actor{sends: append(frames(0), row.second...), rules: deaf},
			actor{sends: frames(1300), rules: rules(func(p *mac.Params) { p.NoBlindStart, p.Gap, p.GapPart1 = true, bt(2000), bt(300) })},
			actor{at: 2100, sends: frames(700), rules: deaf})
		s.saw(C, medium.TxStart, row.starts)
	}
}
