package backoff

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

var _ rand.Source = new(Rand)

// chiSquared returns by how many standard deviations counts differ from equal ones, in either
// direction (Wilson and Hilferty's approximation to the normal distribution).
func chiSquared(counts []int) float64 {
	sum, chi := 0.0, 0.0
	for _, c := range counts {
		sum += float64(c)
	}
	expected, free := sum/float64(len(counts)), float64(len(counts)-1)
	for _, c := range counts {
		chi += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	return (math.Cbrt(chi/free) - (1 - 2/(9*free))) / math.Sqrt(2/(9*free))
}

// rare is a number of standard deviations that chance exceeds less than once in ten million times.
const rare = 5.4

// Ten collisions, ten ranges: neither too uneven nor too even, for any station.
func TestEveryRangeIsUniform(t *testing.T) {
	beb := BEB(10)
	for n := 1; n <= 10; n++ {
		rng := NewRand(7, fmt.Sprint("h", n), "backoff")
		counts := make([]int, beb.Window(n).Size)
		for range 1_000_000 {
			counts[beb.Draw(n, &rng)]++
		}
		assert.InDelta(t, 0, chiSquared(counts), rare, "after collision %d", n)
	}
}

// Streams that differ in one bit of the seed, one letter of the name or the purpose are
// independent: all pairs of their draws have the same probability.
func TestStreamsAreIndependent(t *testing.T) {
	for _, other := range []struct {
		seed          uint64
		name, purpose string
	}{
		{2, "h01", "backoff"}, {0, "h01", "backoff"}, {1 | 1<<63, "h01", "backoff"},
		{1, "h02", "backoff"}, {1, "h11", "backoff"}, {1, "h0", "1backoff"}, {1, "", "backoff"},
		{1, "h01", "arrival"}, {1, "h01", "size"}, {1, "h01", "arrival 1"}, {1, "backoff", "h01"},
	} {
		a, b := NewRand(1, "h01", "backoff"), NewRand(other.seed, other.name, other.purpose)
		counts := make([]int, 32*32)
		for range 300_000 {
			counts[32*a.Below(32)+b.Below(32)]++
		}
		assert.InDelta(t, 0, chiSquared(counts), rare, "%+v", other)
	}
}

// The first draws of streams are spread evenly over many names and many seeds: a network's first
// draws are as good as those of one station.
func TestStreamsBeginAnywhere(t *testing.T) {
	names, seeds := make([]int, 1024), make([]int, 1024)
	for i := range 200_000 {
		r := NewRand(1, fmt.Sprintf("h%d", i), "backoff")
		names[r.Below(1024)]++
		r = NewRand(uint64(i), "A", "backoff")
		seeds[r.Below(1024)]++
	}
	assert.InDelta(t, 0, chiSquared(names), rare)
	assert.InDelta(t, 0, chiSquared(seeds), rare)
}

// Each of the 64 bits is set half the time, and changes half the time.
func TestEveryBitIsFair(t *testing.T) {
	const n = 200_000
	r := NewRand(1, "A", "backoff")
	var ones, changes [64]int
	last := r.Uint64()
	for range n {
		x := r.Uint64()
		for k := range 64 {
			ones[k] += int(x >> k & 1)
			changes[k] += int((x ^ last) >> k & 1)
		}
		last = x
	}
	for k := range 64 {
		assert.InDelta(t, n/2, ones[k], rare*math.Sqrt(n)/2, "bit %d", k)
		assert.InDelta(t, n/2, changes[k], rare*math.Sqrt(n)/2, "bit %d", k)
	}
}

// Below is the high half of a product: the result is proportional to the word.
func TestBelow(t *testing.T) {
	a, b := NewRand(3, "A", "size"), NewRand(3, "A", "size")
	for n := uint64(1); n < 2000; n = n*3/2 + 1 {
		want, _ := bits.Mul64(b.Uint64(), n)
		assert.Equal(t, want, a.Below(n))
		assert.Less(t, want, n)
	}
}

// Streams are the same on every platform, and in every version until this test is changed
// intentionally. The numbers were computed by another program.
func TestStreamsAreTheSame(t *testing.T) {
	for _, row := range []struct {
		seed          uint64
		name, purpose string
		want          [3]uint64
	}{
		{0, "", "", [3]uint64{0x88a0fd37fa7249a3, 0xc70efde13c5f5e66, 0x1fb8ed1b71d08e7f}},
		{1, "A", "backoff", [3]uint64{0x6424ce43d1b5ae31, 0x6ced2c6b205bde1a, 0x4ceeb1908ff84967}},
		{1, "h23", "arrival", [3]uint64{0x3ecae6b927e017a3, 0x77805abb7ce0c25f, 0xaf2ed8da6f7de7bb}},
		{math.MaxUint64, "Ærø", "destination 1", [3]uint64{0x237cc561ba0c6d0f, 0xad940b03b25c2906, 0x33c07a753729f397}},
	} {
		r := NewRand(row.seed, row.name, row.purpose)
		assert.Equal(t, row.want, [3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}, "%+v", row)
	}
	var slots []int
	beb, r := BEB(10), NewRand(1, "A", "backoff")
	for n := range 16 {
		slots = append(slots, beb.Draw(n+1, &r))
	}
	assert.Equal(t, []int{0, 1, 2, 6, 14, 19, 46, 45, 16, 300, 452, 341, 101, 650, 521, 294}, slots)
}
