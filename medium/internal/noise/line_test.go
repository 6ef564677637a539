package noise

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

const bit = 100 * phy.Nanosecond

// The share of wrong bits is what the probabilities say: p of independent errors, and that of both
// states, weighted with how long they last, of bursts.
func TestTheMeanOfErrors(t *testing.T) {
	for _, e := range []medium.Errors{{Good: 1e-3}, {Good: 0.3}, {Good: 1}, {},
		{Good: 1e-5, Bad: 0.1, ToBad: 1e-3, ToGood: 1e-2}, {Bad: 0.5, ToBad: 0.01, ToGood: 0.05}, {Good: 1, ToBad: 1, ToGood: 1}} {
		l := New(1, "yellow", Forth, bit)
		l.Set(0, e)
		const slots = 300_000
		wrong := 0
		for from := int64(0); from < slots; from += 1000 {
			l.decide(from + 1000)
			for _, h := range l.hits[l.search(from):] {
				require.GreaterOrEqual(t, h, from)
				wrong++
			}
		}
		mean := e.Mean()
		burst := 1.0 // errors of a burst come together, so that their number varies more
		if e.ToBad > 0 {
			burst += 2 * e.Bad / e.ToGood
		}
		assert.InDelta(t, mean, float64(wrong)/slots, 4*math.Sqrt(mean*burst/slots), "%+v", e)
	}
}

// Bursts last as long as they should: of two bits k apart, both are wrong more often than independent
// errors would be, by a share that falls by 1-ToBad-ToGood with every bit (Gilbert 1960).
func TestErrorsOfABurstComeTogether(t *testing.T) {
	e := medium.Errors{Bad: 1, ToBad: 0.02, ToGood: 0.1}
	l := New(1, "yellow", Forth, bit)
	l.Set(0, e)
	const slots = 900_000 // as many as are kept
	l.decide(slots)
	share := func(k int64) float64 {
		both := 0
		for _, h := range l.hits {
			if _, found := slices.BinarySearch(l.hits, h+k); found {
				both++
			}
		}
		return float64(both) / float64(len(l.hits))
	}
	bad := e.ToBad / (e.ToBad + e.ToGood)
	for _, k := range []int64{1, 2, 5, 20} {
		want := bad + (1-bad)*math.Pow(1-e.ToBad-e.ToGood, float64(k))
		assert.InDelta(t, want, share(k), 0.01, "%d bits apart", k)
	}
}

// Which slots are wrong does not depend on the order of questions, nor on a change that is taken
// back at once.
func TestErrorsDoNotDependOnQuestions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		rate := rapid.SampledFrom([]medium.Errors{{Good: 0.01}, {Good: 1e-4}, {Good: 0.001, Bad: 0.5, ToBad: 0.01, ToGood: 0.1}})
		a, b := rate.Draw(t, "a"), rate.Draw(t, "b")
		once := New(seed, "x", Back, bit)
		once.Set(0, a)
		once.Set(5000*bit, b)
		once.decide(40000)

		asked := New(seed, "x", Back, bit)
		asked.Set(0, a)
		changed := false
		at := phy.Time(0)
		for at < 19000*bit {
			if at >= 5000*bit-1500*bit && !changed {
				changed = true
				asked.Set(5000*bit, medium.Errors{Good: 1}) // and taken back
				asked.Set(5000*bit, a)
				asked.Set(5000*bit, b)
			}
			start := max(0, at-phy.Time(rapid.IntRange(0, 1000).Draw(t, "back"))*bit)
			end := start + phy.Time(rapid.IntRange(1, 1500).Draw(t, "length"))*bit
			from, to := asked.slots(start, end)
			k := once.search(from)
			require.Equal(t, k == len(once.hits) || once.hits[k] >= to, asked.Clean(start, end), "from %d to %d", from, to)
			at += phy.Time(rapid.IntRange(1, 1500).Draw(t, "step")) * bit
		}
	})
}

// A receiver takes a bit for the first of the frame if the eight bits before it are 10101011.
func TestErrorsInTheHeader(t *testing.T) {
	for _, c := range []struct {
		name   string
		hits   []int64
		header phy.Time // in bits
		whole  bool
	}{
		{"none", nil, 64, true},
		{"a one of the preamble", []int64{20}, 64, true},
		{"a zero with too little before it", []int64{5}, 64, true},
		{"the first zero with enough before it", []int64{7}, 8, false},
		{"a zero: the frame begins early", []int64{41}, 42, false},
		{"but not if the ones before it are damaged as well", []int64{38, 41}, 64, true},
		{"nor if that makes another of them", []int64{39, 41}, 40, false},
		{"the last zero", []int64{61}, 62, false},
		{"a one of the delimiter: nothing is received", []int64{60}, 1000, false},
		{"the last bit of the delimiter", []int64{63}, 1000, false},
		{"the first bit of the frame", []int64{64}, 64, false},
		{"its last bit", []int64{999}, 64, false},
		{"the bit after it", []int64{1000}, 64, true},
		{"preamble and frame", []int64{2, 700}, 64, false},
	} {
		l := &Line{bit: bit, hits: c.hits, decided: never, last: -1}
		if len(c.hits) > 0 {
			l.last = c.hits[len(c.hits)-1]
		}
		header, whole := l.Read(0, 1000*bit, 64*bit)
		assert.Equal(t, c.header*bit, header, c.name)
		assert.Equal(t, c.whole, whole, c.name)
	}
}

// A clean line costs next to nothing: a comparison for each frame.
func BenchmarkClean(b *testing.B) {
	l := New(1, "yellow", Forth, bit)
	l.Set(0, medium.Errors{Good: 1e-10})
	at := phy.Time(0)
	for b.Loop() {
		at += 10000 * bit
		l.Clean(at, at+9000*bit)
	}
}
