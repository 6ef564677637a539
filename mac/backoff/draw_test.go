package backoff

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The range after collision n is 0 to 2^min(n,10)-1 (4.2.3.2.5).
func TestBEBRanges(t *testing.T) {
	beb := BEB(10)
	for n, size := range []uint32{2, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 1024, 1024, 1024, 1024, 1024, 1024} {
		assert.Equal(t, Window{0, size}, beb.Window(n), "collision %d", n)
	}
	assert.Equal(t, Window{0, 1024}, beb.Window(255))
}

func TestTables(t *testing.T) {
	for _, c := range []struct {
		table   *Table
		windows []Window // after collisions 1, 2, ...
	}{
		{ExponentialWindow(2, 10), []Window{{0, 2}, {0, 4}, {0, 8}}},
		{ExponentialWindow(1.5, 3), []Window{{0, 1}, {0, 2}, {0, 3}, {0, 3}}},
		{Polynomial(2, 3), []Window{{0, 4}, {0, 9}, {0, 16}, {0, 16}}},
		{Linear(3, 2), []Window{{0, 4}, {0, 7}, {0, 7}}},
		{Uniform(16), []Window{{0, 16}, {0, 16}}},
		{Fixed(5).(*Table), []Window{{5, 1}, {5, 1}}},
	} {
		for i, w := range c.windows {
			assert.Equal(t, w, c.table.Window(i+1), "%s after collision %d", c.table.Name(), i+1)
		}
	}
}

// Draws are in their range, for any policy and any number of collisions.
func TestDrawsLieInTheirRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := rapid.SampledFrom([]*Table{
			BEB(rapid.IntRange(0, 30).Draw(t, "limit")),
			ExponentialWindow(rapid.Float64Range(1, 64).Draw(t, "base"), rapid.IntRange(1, 63).Draw(t, "limit")),
			Polynomial(rapid.IntRange(1, 10).Draw(t, "degree"), 63), Linear(7, 20), Uniform(9), Fixed(4).(*Table),
		}).Draw(t, "table")
		n := rapid.IntRange(1, 300).Draw(t, "collision")
		rng := NewRand(rapid.Uint64().Draw(t, "seed"), "A", "backoff")
		w := table.Window(n)
		for range 20 {
			r := table.Draw(n, &rng)
			require.True(t, r >= int(w.Low) && r < int(w.Low+w.Size), "%d of %v", r, w)
		}
		s := State{Attempt: n}
		delay, stop := table.Next(&s, &rng)
		require.False(t, stop)
		require.Equal(t, delay, s.Previous)
	})
}

// Each number of a range has the same probability: chi-squared over 10^7 draws per range, against
// the quantile that a correct generator exceeds once in 10^6 (Wilson and Hilferty's approximation).
// The seed is fixed, so that the test is not flaky.
func TestDrawsAreUniform(t *testing.T) {
	draws := 10_000_000
	if testing.Short() {
		draws = 100_000
	}
	beb := BEB(10)
	rng := NewRand(1, "A", "backoff")
	for _, n := range []int{1, 2, 3, 6, 10} {
		counts := make([]int, beb.Window(n).Size)
		for range draws {
			counts[beb.Draw(n, &rng)]++
		}
		chi, expected := 0.0, float64(draws)/float64(len(counts))
		for _, c := range counts {
			chi += (float64(c) - expected) * (float64(c) - expected) / expected
		}
		free := float64(len(counts) - 1)
		limit := free * math.Pow(1-2/(9*free)+4.753*math.Sqrt(2/(9*free)), 3)
		assert.Less(t, chi, limit, "after collision %d", n)
	}
}

// A stream depends on seed, name and purpose only. Its first words never change.
func TestStreams(t *testing.T) {
	first := func(seed uint64, name, purpose string) uint64 {
		r := NewRand(seed, name, purpose)
		return r.Uint64()
	}
	seen := map[uint64]bool{}
	for seed := range uint64(20) {
		for _, name := range []string{"A", "B", "AB", "h01", ""} {
			for _, purpose := range []string{"backoff", "arrival", "Bbackoff", ""} {
				seen[first(seed, name, purpose)] = true
			}
		}
	}
	assert.Equal(t, 20*5*4, len(seen), "streams that begin alike")
	assert.Equal(t, first(1, "A", "backoff"), first(1, "A", "backoff"))
	assert.Equal(t, uint64(0x6424ce43d1b5ae31), first(1, "A", "backoff"), "streams of this version have changed")
}

func TestScripted(t *testing.T) {
	p := Script(BEB(10), 0, 3, 1)
	s := State{Attempt: 1}
	next := func(attempt int) (float64, bool) { s.Attempt = attempt; return p.Next(&s, nil) }
	d, stop := next(1)
	assert.False(t, stop)
	assert.Zero(t, d)
	d, stop = next(2)
	assert.False(t, stop)
	assert.Equal(t, 3.0, d)
	_, stop = next(1)
	assert.False(t, stop)
	_, stop = next(1)
	assert.True(t, stop)
	assert.ErrorIs(t, p.Err(&s), ErrScriptEnded)

	p, s = Script(BEB(10), 2), State{}
	_, stop = next(1)
	assert.True(t, stop)
	assert.ErrorIs(t, p.Err(&s), ErrScriptRange)
	assert.ErrorContains(t, p.Err(&s), "after collision 1 of a frame it must be 0 to 1")
	p, s = Script(nil, 1000), State{}
	_, stop = next(1)
	assert.False(t, stop, "without a range anything goes")
}

func TestDrawAllocatesNothing(t *testing.T) {
	beb, rng, sum := BEB(10), NewRand(1, "A", "backoff"), 0
	assert.Zero(t, testing.AllocsPerRun(1000, func() { sum += beb.Draw(5, &rng) }))
}
