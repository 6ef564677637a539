package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// Kurose and Ross, Computer Networking, chapter 6, problem 19: 245 bit times apart, a
// jam of 48, draws 0 and 1, and a medium that must be sensed idle for 96 bit times after
// the backoff.
func TestGapAfterBackoff(t *testing.T) {
	p := rules(func(p *mac.Params) { p.Jam, p.GapAfterBackoff = bt(48), true })
	s := tell(t, 2200,
		actor{sends: frames(0), draws: draws(0), rules: p},
		actor{at: 245, sends: frames(0), draws: draws(1), rules: p})
	for i := range 2 {
		s.saw(i, medium.Collision, 245)
		s.began(i, medium.TxEnd, 293)
		s.began(i, medium.CarrierOff, 538)
	}
	s.saw(A, medium.TxStart, 0, 634)
	assert.Equal(t, bt(805), s.of(B, medium.Backoff)[0].Until)
	s.began(B, medium.CarrierOn, 0, 879) // before 901, and in what would be the blind part of its gap
	s.saw(B, medium.TxStart, 0, 634+576+245+96)
	assert.Equal(t, uint64(1), s.counters(B).SingleCollisionFrames)

	// By clause 4, B starts as its backoff ends.
	p = rules(func(p *mac.Params) { p.Jam = bt(48) })
	s = tell(t, 1000,
		actor{sends: frames(0), draws: draws(0, 3), rules: p},
		actor{at: 245, sends: frames(0), draws: draws(1, 3), rules: p})
	s.saw(B, medium.TxStart, 0, 805)
	s.saw(B, medium.Collision, 245, 879)
}

func TestGapAfterBackoffOnAnIdleMedium(t *testing.T) {
	for gap, starts := range map[float64]float64{96: 608 + 96, 0: 608} {
		p := rules(func(p *mac.Params) { p.Gap, p.GapPart1, p.GapAfterBackoff = bt(gap), 0, true })
		s := tell(t, 700+gap,
			actor{sends: frames(0, 2000), draws: draws(1, 3), rules: p},
			actor{sends: frames(0), draws: draws(1, 3), rules: p})
		s.saw(A, medium.TxStart, 0, starts)
	}
	// The first attempt of the next frame does not wait for one either.
	p := rules(func(p *mac.Params) { p.GapAfterBackoff = true })
	s := tell(t, 4000,
		actor{sends: frames(0, 3000), draws: draws(0), rules: p},
		actor{sends: frames(0), draws: draws(1)})
	s.saw(A, medium.TxStart, 0, 192, 3000)

	// The first attempt needs no backoff, and no gap.
	s = tell(t, 2000, actor{sends: frames(0, 1000), rules: p})
	s.saw(A, medium.TxStart, 0, 1000)
}

// complete_header: off.
func TestCutHeaderJamsInThePreamble(t *testing.T) {
	cut := rules(func(p *mac.Params) { p.CutHeader = true })
	s := tell(t, 200,
		actor{sends: frames(0), draws: draws(1), rules: cut},
		actor{at: 10, sends: frames(0.25), draws: draws(1), rules: cut},
		actor{at: 10})
	s.saw(A, medium.Collision, 10.25)
	s.saw(A, medium.JamStart, 11)
	s.saw(A, medium.TxEnd, 43)
	s.saw(B, medium.Collision, 10)
	s.saw(B, medium.JamStart, 10.25)
	s.saw(B, medium.TxEnd, 42.25)
	assert.Equal(t, []heard{{53, B, 0, medium.Fragment}}, s.ends(C)) // shorter than a header
	s.counted(C, mac.Counters{Fragments: 1})

	// At one place there is only jam.
	s = tell(t, 120,
		actor{sends: frames(0), draws: draws(1), rules: cut},
		actor{sends: frames(0), draws: draws(1), rules: cut})
	s.saw(A, medium.JamStart, 0)
	s.saw(A, medium.TxEnd, 32)

	// Past the header it changes nothing.
	s = tell(t, 220,
		actor{sends: frames(0), draws: draws(1), rules: cut},
		actor{at: 80, sends: frames(0), draws: draws(1), rules: cut})
	s.saw(A, medium.TxEnd, 80+32)
}

func TestShorterAndLongerFrames(t *testing.T) {
	p := rules(func(p *mac.Params) { p.MinFrame, p.MaxFrame = 18, 9000 })
	s := tell(t, 100000,
		actor{sends: []frame{{0, 18, B}, {0, 9000, B}}, rules: p},
		actor{at: 20, rules: p})
	s.saw(A, medium.TxEnd, 64+144, 64+144+96+64+72000)
	s.counted(B, mac.Counters{FramesReceivedOK: 2, OctetsReceivedOK: 8982})
}

// ALOHA: B starts when it has a frame, into what A sends; both jam.
func TestWithoutCarrierSense(t *testing.T) {
	aloha := rules(func(p *mac.Params) { p.NoCarrierSense = true })
	s := tell(t, 700,
		actor{sends: frames(0), draws: draws(1), rules: aloha},
		actor{at: 10, sends: frames(200, 200), draws: draws(1), rules: aloha})
	s.saw(B, medium.TxStart, 200)
	s.saw(B, medium.Collision, 200)
	s.saw(A, medium.Collision, 210)
	s.never(B, medium.Defer)

	// Nor is there a gap.
	s = tell(t, 2000, actor{sends: frames(0, 0), rules: aloha})
	s.saw(A, medium.TxStart, 0, 576)
	assert.Zero(t, s.counters(A).FramesWithDeferredXmissions)
}

// A station that does not detect collisions sends to the end, and counts the frame as sent.
func TestWithoutCollisionDetection(t *testing.T) {
	blind := rules(func(p *mac.Params) { p.NoCollision = true })
	s := tell(t, 2000,
		actor{sends: []frame{{0, 64, B}}, rules: blind},
		actor{at: 10, sends: []frame{{0, 64, A}}, rules: blind},
		actor{at: 10})
	for i := range 2 {
		s.saw(i, medium.Sent, 576)
		s.never(i, medium.Collision)
		s.counted(i, mac.Counters{FramesTransmittedOK: 1, OctetsTransmittedOK: 46})
	}
	s.counted(C, mac.Counters{AlignmentErrors: 1}) // 522 bits
	assert.Equal(t, uint64(2), s.result.Medium.FramesLost)
	assert.Zero(t, s.result.Medium.Collisions)
}

func TestEveryNumberCanBeChanged(t *testing.T) {
	p := rules(func(p *mac.Params) {
		p.Header, p.Jam, p.Gap, p.SlotTime = bt(8), bt(48), bt(20), bt(100)
		p.GapPart1, p.AttemptLimit, p.BackoffLimit = 0, 3, 1
	})
	s := tell(t, 600,
		actor{sends: frames(0), draws: draws(0, 1), rules: p},
		actor{at: 5, sends: frames(0), draws: draws(0, 1), rules: p})
	s.saw(A, medium.Collision, 5, 86, 242)
	s.saw(A, medium.JamStart, 8, 89, 245)
	s.saw(A, medium.TxEnd, 56, 137, 293)
	s.saw(A, medium.TxStart, 0,
		56+5+20, // no backoff: the end of the gap, 5 bit times for the other's jam to pass
		137+100) // a slot, in which the gap ends at 162
	s.saw(A, medium.Dropped, 293)
	for _, e := range s.of(A, medium.Backoff) {
		assert.Equal(t, int32(2), e.Range)
	}
}

// Header 0, jam 512, gap 0, all at one place: time is slotted, a collision lasts exactly
// a slot, and a frame of 64 octets too.
func TestTheSlottedModelOfTheTextbooks(t *testing.T) {
	p := rules(func(p *mac.Params) { p.Header, p.Jam, p.Gap, p.GapPart1 = 0, bt(512), 0, 0 })
	s := tell(t, 3000,
		actor{sends: frames(0), draws: draws(0, 0), rules: p},
		actor{sends: frames(0), draws: draws(0, 2), rules: p},
		actor{sends: frames(100), draws: draws(1), rules: p})
	s.saw(A, medium.TxStart, 0, 512, 1024)
	s.saw(B, medium.TxStart, 0, 512, 2048)
	s.saw(C, medium.TxStart, 512, 1536)
	s.saw(A, medium.TxEnd, 512, 1024, 1536)
	s.saw(C, medium.Defer, 100)
	s.never(A, medium.Defer)
	assert.Equal(t, uint64(2), s.result.Medium.Collisions)
	assert.Equal(t, 1024.0/3000, s.result.Medium.ShareCollision)
	assert.Equal(t, 1536.0/3000, s.result.Medium.ShareSuccess)
}
