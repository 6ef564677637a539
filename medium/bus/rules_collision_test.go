package bus_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// A and B collide; C's signal reaches both while they finish their headers, and goes
// on through their jams.
func TestRule4TheFirstForeignCarrierIsTheOneCollision(t *testing.T) {
	s := tell(t, 600,
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 10, sends: frames(0), draws: draws(1)},
		actor{at: 50, sends: frames(30), draws: draws(1)})
	for station, row := range []struct{ collision, jam, end float64 }{
		A: {10, 64, 96},
		B: {10, 64, 96},
		C: {40, 94, 126},
	} {
		s.saw(station, medium.Collision, row.collision)
		s.saw(station, medium.JamStart, row.jam)
		s.saw(station, medium.TxEnd, row.end)
	}
	assert.Equal(t, uint64(1), s.result.Medium.Collisions)
}

// C starts before it can know of the others. Its signal reaches A (at 85) and B (at 75) in the
// middle of their jams, whose ends do not change.
func TestRule4AThirdStartsWhileTwoJam(t *testing.T) {
	s := tell(t, 600,
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 10, sends: frames(0), draws: draws(1)},
		actor{at: 50, sends: frames(35), draws: draws(1)})
	s.saw(A, medium.JamStart, 64)
	s.saw(A, medium.Collision, 10)
	s.saw(A, medium.TxEnd, 96)
	s.saw(A, medium.CarrierOff, 131+50)
	s.saw(B, medium.Collision, 10)
	s.saw(C, medium.Collision, 40)
	s.saw(C, medium.TxEnd, 35+96)
	assert.Equal(t, uint64(1), s.result.Medium.Collisions)
	assert.Equal(t, uint64(3), s.result.Medium.Attempts)
}

func TestRule4ThreeStartWithinOnePropagationDelay(t *testing.T) {
	s := tell(t, 600,
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 100, sends: frames(50), draws: draws(1)},
		actor{at: 200, sends: frames(0), draws: draws(1)})
	s.saw(A, medium.Collision, 150) // B's; C's comes at 200
	s.saw(B, medium.Collision, 100) // A's and C's
	s.saw(C, medium.Collision, 150)
	s.saw(A, medium.TxEnd, 182)
	s.saw(B, medium.TxEnd, 50+96)
	s.saw(C, medium.TxEnd, 182)
	assert.Equal(t, uint64(1), s.result.Medium.Collisions)
}

// Two stations that begin together at a distance of d detect at d.
func TestRule4JamBeginsOnABitOfTheSendersOwn(t *testing.T) {
	for _, row := range []struct{ d, jam float64 }{
		{0, 64}, // the very first bit
		{1, 64}, // the second bit of the preamble
		{63.75, 64}, {64, 64},
		{64 + ps, 65}, {64.5, 65}, {65, 65},
		{199.25, 200}, {200, 200},
	} {
		t.Run(fmt.Sprint(row.d), func(t *testing.T) {
			s := tell(t, 300,
				actor{sends: frames(0), draws: draws(1)},
				actor{at: row.d, sends: frames(0), draws: draws(1)})
			for station := range 2 {
				s.saw(station, medium.Collision, row.d)
				s.saw(station, medium.JamStart, row.jam)
				s.saw(station, medium.TxEnd, row.jam+32)
			}
		})
	}
}

// Bits are counted from the sender's start, wherever that lies: A's from 0.3, B's from
// 0.6.
func TestRule4WholeBitsAreCountedFromTheStart(t *testing.T) {
	s := tell(t, 300,
		actor{sends: frames(0.3), draws: draws(1)},
		actor{at: 100, sends: frames(0.6), draws: draws(1)})
	s.saw(A, medium.Collision, 100.6)
	s.saw(A, medium.JamStart, 101.3)
	s.saw(B, medium.Collision, 100.3)
	s.saw(B, medium.JamStart, 100.6)
}

// A starts at 0, B at s, d bit times away (from clause 4: A ends at max(64, s+d)+32, B at
// s+max(64, d-s)+32).
func TestRule4FragmentsOfTwoThatStartApart(t *testing.T) {
	for _, row := range []struct{ d, s, detectA, endA, detectB, endB float64 }{
		{100, 0, 100, 132, 100, 132},
		{100, 30, 130, 162, 100, 132},
		{100, 99, 199, 231, 100, 195},
		{200, 150, 350, 382, 200, 246},
	} {
		s := tell(t, 500,
			actor{sends: frames(0), draws: draws(1)},
			actor{at: row.d, sends: frames(row.s), draws: draws(1)})
		s.saw(A, medium.Collision, row.detectA)
		s.saw(A, medium.TxEnd, row.endA)
		s.saw(B, medium.Collision, row.detectB)
		s.saw(B, medium.TxEnd, row.endB)
	}
}

// A's frame is sent from 0 to 576. B's signal reaches it while its last bit is sent: within that
// bit, or just too late.
func TestRule4ACollisionByTheLastBitJamsPastTheFrame(t *testing.T) {
	for _, row := range []struct{ reaches, jam float64 }{
		{575, 575},
		{575.75, 576},
		{576 - ps, 576},
	} {
		s := tell(t, 800,
			actor{sends: frames(0), draws: draws(1)},
			actor{at: 300, sends: frames(row.reaches - 300), draws: draws(1)})
		s.saw(A, medium.Collision, row.reaches)
		s.saw(A, medium.JamStart, row.jam)
		s.saw(A, medium.TxEnd, row.jam+32)
		s.never(A, medium.Sent)
	}
	s := tell(t, 800,
		actor{sends: frames(0)},
		actor{at: 300, sends: frames(276), draws: draws(1)})
	s.never(A, medium.Collision)
	s.saw(A, medium.Sent, 576)
	s.saw(B, medium.Collision, 300)
}

// The shortest fragment of two stations is that of stations which meet at the first bit.
func TestRule4TheShortestFragmentIs96Bits(t *testing.T) {
	s := tell(t, 180,
		actor{sends: frames(0), draws: draws(1)},
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 7})
	s.saw(A, medium.TxEnd, 96)
	s.saw(B, medium.TxEnd, 96)
	assert.Equal(t, []heard{{7 + 96, A, (96 - 64) / 8, medium.Fragment}}, s.ends(C))
}

func TestRule7LateIsMoreThanASlotTime(t *testing.T) {
	for _, row := range []struct {
		detected, jam float64
		late          bool
	}{
		{511, 511, false},
		{512, 512, false},
		{512 + ps, 513, true},
		{513, 513, true},
	} {
		t.Run(fmt.Sprint(row.detected), func(t *testing.T) {
			s := tell(t, 800,
				actor{sends: frames(0), draws: draws(0)},
				actor{at: 300, sends: frames(row.detected - 300), draws: draws(1)})
			s.saw(A, medium.Collision, row.detected)
			s.saw(A, medium.JamStart, row.jam)
			assert.Equal(t, row.late, s.of(A, medium.Collision)[0].Late)
			assert.False(t, s.of(B, medium.Collision)[0].Late)
		})
	}
}

// late is a station that meets a late collision, at 513, and B, whose fragment makes it
// and is over at A's tap at 632.
func late(change func(*mac.Params)) []actor {
	return []actor{
		{sends: []frame{{0, 64, B}, {0, 64, B}}, draws: draws(0), rules: rules(change)},
		{at: 300, sends: []frame{{213, 64, all}}, draws: draws(1), rules: rules(func(p *mac.Params) { p.SlotTime = bt(9000) })},
	}
}

func TestRule7ALateCollisionIsACollisionAndRetried(t *testing.T) {
	s := tell(t, 3000, late(func(*mac.Params) {})...)
	s.saw(A, medium.Sent, 632+96+576, 632+96+576+96+576)
	s.never(A, medium.Dropped)
	c := s.counters(A)
	assert.Equal(t, uint64(1), c.LateCollisions)
	assert.Equal(t, uint64(1), c.SingleCollisionFrames)
	assert.Equal(t, uint64(2), c.FramesTransmittedOK)
}

func TestRule7ALateCollisionMayDiscard(t *testing.T) {
	s := tell(t, 3000, late(func(p *mac.Params) { p.LateDiscard = true })...)
	s.saw(A, medium.Dropped, 513+32)
	assert.Equal(t, medium.LateCollision, s.of(A, medium.Dropped)[0].Why)
	s.never(A, medium.Backoff)
	s.saw(A, medium.Sent, 632+96+576) // the second frame, at its first attempt
	c := s.counters(A)
	assert.Equal(t, uint64(1), c.LateCollisions)
	assert.Zero(t, c.FramesAbortedDueToXSColls)
	assert.Zero(t, c.SingleCollisionFrames)
	assert.Equal(t, uint64(1), c.FramesTransmittedOK)
}

func TestRule7ALateCollisionOfTheLastAttemptIsExcessive(t *testing.T) {
	s := tell(t, 3000, late(func(p *mac.Params) { p.LateDiscard, p.AttemptLimit = true, 1 })...)
	assert.Equal(t, medium.ExcessiveCollisions, s.of(A, medium.Dropped)[0].Why)
	assert.Equal(t, uint64(1), s.counters(A).LateCollisions)
	assert.Equal(t, uint64(1), s.counters(A).FramesAbortedDueToXSColls)
}

// A signal that arrives when the last bit has gone is not a collision: the two share an instant
// only.
func TestRule4ASignalThatArrivesAtTheEndIsNotACollision(t *testing.T) {
	for _, row := range []struct {
		apart      float64
		collisions uint64
	}{{576, 0}, {576 - ps, 1}} {
		s := tell(t, 700,
			actor{sends: frames(0), draws: draws(1)},
			actor{at: row.apart, sends: frames(0), draws: draws(1)})
		for i := range 2 {
			assert.Len(t, s.of(i, medium.Collision), int(row.collisions), "%v apart", row.apart)
		}
	}
}
