package bus_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// A backoff is r slots of 512 from the end of the station's own jam, whenever the other station's
// ends.
func TestRule5BackoffRunsFromTheEndOfTheStationsJam(t *testing.T) {
	s := tell(t, 600,
		actor{sends: frames(0), draws: draws(1)},
		actor{at: 100, sends: frames(99), draws: draws(1)})
	s.saw(A, medium.Backoff, 231)
	s.saw(B, medium.Backoff, 195)
	assert.Equal(t, bt(231+512), s.of(A, medium.Backoff)[0].Until)
	assert.Equal(t, bt(195+512), s.of(B, medium.Backoff)[0].Until)
}

// A sends 1518 octets while B backs off. Carrier does not stop B's clock: it ends at
// 608, and from then on B waits.
func TestRule5BackoffRunsWhateverTheCarrier(t *testing.T) {
	s := tell(t, 13200,
		actor{sends: []frame{{0, 1518, all}}, draws: draws(0)},
		actor{sends: frames(0), draws: draws(1)})
	s.saw(A, medium.TxStart, 0, 192)
	s.saw(A, medium.TxEnd, 96, 192+12208)
	s.saw(B, medium.Defer, 96+512)
	s.saw(B, medium.TxStart, 0, 192+12208+96)
}

// B's second attempt starts at the later of its backoff's end and the end (864) of the
// gap after A's frame.
func TestRule5TheLaterOfBackoffAndGap(t *testing.T) {
	for _, row := range []struct{ slot, starts float64 }{{700, 864}, {768, 864}, {768 + ps, 864 + ps}, {900, 996}} {
		slot := rules(func(p *mac.Params) { p.SlotTime = bt(row.slot) })
		s := tell(t, 1600,
			actor{sends: frames(0), draws: draws(0)},
			actor{sends: frames(0), draws: draws(1), rules: slot})
		s.saw(A, medium.TxEnd, 96, 768)
		s.saw(B, medium.TxStart, 0, row.starts)
	}
}

func TestRule5NoGapOnAMediumLongIdle(t *testing.T) {
	s := tell(t, 3500,
		actor{sends: frames(0), draws: draws(1, 3)},
		actor{sends: frames(0), draws: draws(1, 1)})
	s.saw(A, medium.TxStart, 0, 608, 608+96+3*512)
	s.saw(B, medium.TxStart, 0, 608, 608+96+512)
	s.never(A, medium.Defer)
	s.never(B, medium.Defer)
}

// Both start at 0, A draws 0 and B 1. By clause 4 the jam ends at max(d,64)+32, A starts
// again 96 after carrier has cleared, d after that, and B 512 after its jam unless it
// hears A before: there is no second collision iff d < 208.
func TestRule5TwoStationsWithDraws0And1(t *testing.T) {
	for _, row := range []struct {
		d, jamEnd, clear, again, backoff float64
		second                           bool
	}{
		{1, 96, 97, 193, 608, false},
		{64, 96, 160, 256, 608, false},
		{65, 97, 162, 258, 609, false},
		{128, 160, 288, 384, 672, false},
		{207, 239, 446, 542, 751, false},
		{208 - ps, 240, 448 - ps, 544 - ps, 752, false},
		{208, 240, 448, 544, 752, true}, // A's signal reaches B as B starts
		{209, 241, 450, 546, 753, true},
		{232, 264, 496, 592, 776, true},
	} {
		t.Run(fmt.Sprint(row.d), func(t *testing.T) {
			s := tell(t, 1100,
				actor{sends: frames(0), draws: draws(0, 3)},
				actor{at: row.d, sends: frames(0), draws: draws(1, 3)})
			s.began(A, medium.TxEnd, row.jamEnd)
			s.began(A, medium.CarrierOff, row.clear)
			s.saw(A, medium.TxStart, 0, row.again)
			assert.Equal(t, bt(row.backoff), s.of(B, medium.Backoff)[0].Until)
			if row.second {
				s.saw(B, medium.TxStart, 0, row.backoff)
				assert.Len(t, s.of(A, medium.Collision), 2)
			} else {
				s.saw(B, medium.Defer, row.backoff)
				assert.Len(t, s.of(A, medium.Collision), 1)
			}
		})
	}
}

// unlucky are two stations 10 bit times apart that draw 0 each time, but for a last
// backoff: n collisions, one each 96+10+96 bit times.
func unlucky(n int, last ...int) (a, b actor) {
	zeros := make([]int, n-len(last), n)
	a = actor{sends: frames(0, 0), draws: append(zeros, last...)}
	b = actor{at: 10, sends: frames(0), draws: make([]int, n)}
	return a, b
}

const round = 96 + 10 + 96

func TestRule5TheRangeDoublesTenTimes(t *testing.T) {
	a, b := unlucky(15)
	s := tell(t, 15*round+90, a, b)
	var ranges []int32
	for _, e := range s.of(B, medium.Backoff) {
		ranges = append(ranges, e.Range)
	}
	assert.Equal(t, []int32{2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024, 1024, 1024, 1024, 1024}, ranges)
}

// Draws of many runs, each with its seed: after the n-th collision each of 2^n numbers has the same
// frequency.
func TestRule5DrawsAreUniform(t *testing.T) {
	var counts [4][8]float64
	for seed := range uint64(1500) {
		n, err := bus.New(bus.Config{Seed: seed, Stations: []bus.Station{{Name: "A"}, {Name: "B"}, {Name: "C"}}})
		require.NoError(t, err)
		o := &observer{want: medium.Interest{Kinds: medium.Of(medium.Backoff)}}
		n.Observe(o)
		for i := range 3 {
			require.NoError(t, n.Inject(i, 0, medium.Frame{Size: 64, Destination: medium.Broadcast}))
		}
		require.NoError(t, n.Run(bt(20000)))
		for _, e := range o.events {
			if e.Attempt < 4 {
				counts[e.Attempt][e.Slots]++
			}
		}
	}
	for n := 1; n < 4; n++ {
		sum, size := 0.0, 1<<n
		for _, c := range counts[n] {
			sum += c
		}
		require.Greater(t, sum, 800.0)
		chi := 0.0
		for _, c := range counts[n][:size] {
			d := c - sum/float64(size)
			chi += d * d / (sum / float64(size))
		}
		assert.Less(t, chi, []float64{0, 28, 33, 42}[n], "collision %d", n) // chance exceeds it less than once in a million
	}
}

func TestRule6TheSixteenthCollisionDiscards(t *testing.T) {
	a, b := unlucky(15)
	s := tell(t, 16*round+700, a, b)
	assert.Len(t, s.of(B, medium.TxStart), 16)
	assert.Len(t, s.of(B, medium.Backoff), 15, "no draw after the last attempt")
	const end = 15*round + 96
	s.saw(A, medium.Dropped, end)
	s.saw(B, medium.Dropped, end)
	dropped := s.of(A, medium.Dropped)[0]
	assert.Equal(t, medium.ExcessiveCollisions, dropped.Why)
	assert.Equal(t, uint8(16), dropped.Attempt)

	// A's next frame starts from the beginning, and is sent at once.
	next := s.of(A, medium.TxStart)[16]
	assert.Equal(t, bt(16*round), next.At)
	assert.Equal(t, uint32(2), next.Frame.Number)
	assert.Equal(t, uint8(1), next.Attempt)
	assert.Equal(t, uint64(1), s.counters(A).FramesAbortedDueToXSColls)
	assert.Equal(t, uint64(1), s.counters(A).FramesTransmittedOK)
}

// The draws begin again too: after 16 collisions of one frame, the first draw of the next is again
// 0 or 1.
func TestRule6TheNextFrameBacksOffFromTheBeginning(t *testing.T) {
	a, b := unlucky(15)
	a.draws, b.draws = append(a.draws, 0), append(b.draws, 1)
	b.sends = frames(0, 0)
	s := tell(t, 16*round+800, a, b)
	assert.Equal(t, int32(1024), s.of(A, medium.Backoff)[14].Range)
	assert.Equal(t, int32(2), s.of(A, medium.Backoff)[15].Range)
	assert.Equal(t, uint8(1), s.of(A, medium.Backoff)[15].Attempt)
	assert.Equal(t, uint64(1), s.counters(A).SingleCollisionFrames)
}
