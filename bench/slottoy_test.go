package bench

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/assert"
)

// slotToy is the yardstick: a slot-level toy of a saturated channel, the least that a program can
// do and still be called CSMA/CD. It draws backoffs and files stations under slots. It has no
// propagation and no partial overlap, no gap, no counters except its own five, and time is a number
// of slots. n stations always have a frame of L slots; a collision takes one slot; a station's k-th
// collision draws 0 to 2^min(k,10)-1 slots; 16 collisions drop a frame.
//
// It is the textbooks' model of a slotted channel, written for this purpose. The ring of slots,
// with a bit for each that is occupied, makes it fast.
type slotToy struct {
	length   uint64 // of a frame, in slots
	seed     uint64
	now      uint64 // the current slot
	occupied [ring / 64]uint64
	head     [ring]int32 // station + 1 of the first one filed under a slot
	next     []int32     // by station: the next one under the same slot
	tries    []uint8     // by station: collisions of the current frame
	ready    []int32

	sent, attempts, collisions, dropped uint64
}

// ring is more than the number of slots by which a draw can be ahead.
const ring = 2048

func newSlotToy(n, length int) *slotToy {
	t := &slotToy{
		length: uint64(length), seed: 88172645463325252,
		next: make([]int32, n), tries: make([]uint8, n), ready: make([]int32, n),
	}
	for i := range t.ready {
		t.ready[i] = int32(i)
	}
	return t
}

// run continues until that many attempts have been made in total.
func (t *slotToy) run(attempts uint64) {
	for t.attempts < attempts {
		t.take(t.now)
		switch n := len(t.ready); n {
		case 0:
			t.skip()
		case 1:
			// The frame has the channel to itself, and the next one waits.
			t.attempts++
			t.sent++
			t.tries[t.ready[0]] = 0
			for u := t.now + 1; u < t.now+t.length; u++ {
				t.take(u)
			}
			t.now += t.length
		default:
			t.collide()
			t.now++
		}
	}
}

// collide makes all stations that are ready back off.
func (t *slotToy) collide() {
	t.collisions++
	t.attempts += uint64(len(t.ready))
	x := t.seed
	for _, s := range t.ready {
		slot := t.now + 1
		if k := t.tries[s] + 1; k < 16 {
			t.tries[s] = k
			x ^= x << 13 // xorshift64 (Marsaglia 2003)
			x ^= x >> 7
			x ^= x << 17
			slot += x & (1<<min(k, 10) - 1)
		} else {
			t.tries[s] = 0
			t.dropped++
		}
		t.file(slot, s)
	}
	t.seed = x
	t.ready = t.ready[:0]
}

func (t *slotToy) file(slot uint64, s int32) {
	t.next[s] = t.head[slot%ring]
	t.head[slot%ring] = s + 1
	t.occupied[slot%ring/64] |= 1 << (slot % 64)
}

// take makes the stations filed under a slot ready.
func (t *slotToy) take(slot uint64) {
	for s := t.head[slot%ring]; s > 0; s = t.next[s-1] {
		t.ready = append(t.ready, s-1)
	}
	t.head[slot%ring] = 0
	t.occupied[slot%ring/64] &^= 1 << (slot % 64)
}

// skip advances to the next slot under which a station is filed.
func (t *slotToy) skip() {
	for p := t.now + 1; ; p = (p/64 + 1) * 64 {
		if m := t.occupied[p%ring/64] >> (p % 64); m != 0 {
			t.now = p + uint64(bits.TrailingZeros64(m))
			return
		}
	}
}

// The toy has the same results as a program of the same algorithm in C, with the same generator and
// seed, number for number.
func TestSlotToy(t *testing.T) {
	for _, row := range []struct {
		n, length                                  int
		slots, sent, attempts, collisions, dropped uint64
	}{
		{2, 2, 197894, 98302, 100000, 849, 53},
		{24, 24, 548394, 21352, 100000, 24525, 3060},
		{256, 2, 52041, 9977, 100002, 27693, 2408},
		{1024, 24, 218215, 3725, 1000000, 128089, 59862},
	} {
		toy := newSlotToy(row.n, row.length)
		toy.run(row.attempts)
		assert.Equal(t, row.attempts, toy.attempts)
		assert.Equal(t, row.sent, toy.sent)
		assert.Equal(t, row.collisions, toy.collisions)
		assert.Equal(t, row.dropped, toy.dropped)
		assert.Equal(t, row.slots, toy.now)
	}
}
