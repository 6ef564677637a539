package bus_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// A's frame passes until 576, and its gap ends at 672. B beside it gets a frame at about that time.
func TestRule8DeferredIsWaitedForTheFirstAttempt(t *testing.T) {
	for queued, deferred := range map[float64]uint64{300: 1, 672 - ps: 1, 672: 0, 800: 0} {
		s := tell(t, 2000, actor{sends: frames(0)}, actor{sends: frames(queued)})
		assert.Equal(t, uint64(1), s.counters(B).FramesTransmittedOK)
		assert.Equal(t, deferred, s.counters(B).FramesWithDeferredXmissions, "queued at %v", queued)
		assert.Zero(t, s.counters(A).FramesWithDeferredXmissions)
	}
}

// The wait of one frame does not count for the next.
func TestRule8EachFrameIsOnItsOwn(t *testing.T) {
	s := tell(t, 4000,
		actor{sends: frames(0)},
		actor{sends: frames(300, 2000), rules: rules(func(p *mac.Params) { p.MaxDefer = bt(100) })})
	assert.Equal(t, uint64(2), s.counters(B).FramesTransmittedOK)
	assert.Equal(t, uint64(1), s.counters(B).FramesWithDeferredXmissions)
	assert.Equal(t, uint64(1), s.counters(B).FramesWithExcessiveDeferral)
}

func TestRule8TheGapAfterItsOwnFrameCounts(t *testing.T) {
	s := tell(t, 3000, actor{sends: frames(0, 0, 0)})
	assert.Equal(t, uint64(3), s.counters(A).FramesTransmittedOK)
	assert.Equal(t, uint64(2), s.counters(A).FramesWithDeferredXmissions)
}

// B and C wait for the end of A's frame, and collide.
func TestRule8DeferredAndThenCollidedIsNotDeferred(t *testing.T) {
	s := tell(t, 3000,
		actor{sends: frames(0)},
		actor{sends: frames(300), draws: draws(0)},
		actor{sends: frames(400), draws: draws(1)})
	s.saw(B, medium.TxStart, 672, 672+96+96)
	for _, i := range []int{B, C} {
		assert.Equal(t, uint64(1), s.counters(i).SingleCollisionFrames)
		assert.Zero(t, s.counters(i).FramesWithDeferredXmissions)
	}
}

func TestRule8AWaitForALaterAttemptIsNotDeferred(t *testing.T) {
	s := tell(t, 3000,
		actor{sends: frames(0), draws: draws(0)},
		actor{sends: frames(0), draws: draws(1)})
	s.saw(A, medium.Defer, 96)
	s.saw(B, medium.Defer, 608)
	for i := range 2 {
		assert.Equal(t, uint64(1), s.counters(i).SingleCollisionFrames)
		assert.Zero(t, s.counters(i).FramesWithDeferredXmissions)
	}
}

// A frame of 4000 octets ends at 32 064, its gap at 32 160. max_defer is 24 288.
func TestRule8ExcessiveDeferralIsMoreThanMaxDefer(t *testing.T) {
	long := rules(func(p *mac.Params) { p.MaxFrame = 4000 })
	for queued, excessive := range map[float64]uint64{32160 - 24288: 0, 32160 - 24288 - ps: 1} {
		s := tell(t, 33000,
			actor{sends: []frame{{0, 4000, B}}, rules: long},
			actor{sends: frames(queued), rules: long})
		s.saw(B, medium.TxStart, 32160)
		assert.Equal(t, excessive, s.counters(B).FramesWithExcessiveDeferral)
		assert.Equal(t, uint64(1), s.counters(B).FramesTransmittedOK)
		assert.Equal(t, uint64(1), s.counters(B).FramesWithDeferredXmissions)
	}
}

// A and B draw 0 and collide at 0, 192 and 384; before the second and third attempts
// each waits for a gap. Waits do not add up, and a frame counts once, sent or dropped.
func TestRule8ExcessiveDeferralIsOfOneAttemptAndCountedOnce(t *testing.T) {
	for _, row := range []struct {
		limit    float64
		attempts int
		want     uint64
	}{{96, 16, 0}, {95, 16, 1}, {96, 3, 0}, {95, 3, 1}} {
		p := rules(func(p *mac.Params) { p.MaxDefer, p.AttemptLimit = bt(row.limit), row.attempts })
		s := tell(t, 2000,
			actor{sends: frames(0), draws: draws(0, 0, 1), rules: p},
			actor{sends: frames(0), draws: draws(0, 0, 7), rules: p})
		s.began(A, medium.Defer, 96, 192+96)
		assert.Equal(t, row.attempts == 3, len(s.of(A, medium.Dropped)) == 1)
		assert.Equal(t, row.want, s.counters(A).FramesWithExcessiveDeferral)
	}
}

func TestRule8BackoffIsNotDeferral(t *testing.T) {
	p := rules(func(p *mac.Params) { p.MaxDefer = bt(95) })
	s := tell(t, 4000,
		actor{sends: frames(0), draws: draws(1, 0), rules: p},
		actor{sends: frames(0), draws: draws(1, 3), rules: p})
	s.began(B, medium.TxStart, 0, 608, 704+3*512)
	s.never(B, medium.Defer)
	assert.Zero(t, s.counters(B).FramesWithExcessiveDeferral)
	s.began(A, medium.TxStart, 0, 608, 704+96)
	assert.Equal(t, uint64(1), s.counters(A).FramesWithExcessiveDeferral)
}
