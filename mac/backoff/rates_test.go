package backoff

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type frankau struct {
	Five      localMaxima `json:"5"`
	Eight     localMaxima `json:"8"`
	Truncated struct {
		NonIncreasing bool
		Length        int
	} `json:"mbeb_truncated10_16attempts"`
	Continuous map[string]struct {
		Rate []float64 `json:"rate_per_client_per_s_bin100ms"`
	} `json:"continuous_mc"`
	CSV struct{ Beb, Mbeb, Compare [][]float64 } `json:"author_csv"`
}

type localMaxima struct {
	BEB [][2]float64 `json:"beb_local_maxima"`
}

func readFrankau(t *testing.T) frankau {
	var ref frankau
	reference(t, "testdata/frankau.json", &ref)
	return ref
}

// everyPath computes the probability of a retry in each slot, by attempt, after a failure of all
// clients in slot 0. It tries all draws of the policy's first retries.
func everyPath(t *testing.T, p Policy, retries, slots int) [][]float64 {
	rates := make([][]float64, retries)
	for i := range rates {
		rates[i] = make([]float64, slots)
	}
	sizes := share(retries)
	for path := range sizes {
		g := &given{}
		rest, weight := path, 1.0
		for n := 1; n <= retries; n++ {
			g.whole = append(g.whole, rest&(1<<n-1))
			rest >>= n
		}
		s, slot := State{Draws: g}, 0
		for n, d := range firsts(t, p, &s, nil, retries) {
			slot += 1 + int(d)
			weight /= float64(uint(2) << n)
			if slot < slots { // once for each outcome of the later draws
				rates[n][slot] += weight * float64(share(n+1)) / float64(sizes)
			}
		}
	}
	return rates
}

// share returns the number of outcomes of the first n draws.
func share(n int) int {
	ways := 1
	for k := 1; k <= n; k++ {
		ways <<= k
	}
	return ways
}

// The rates of both policies are the author's, to the five digits that he states.
func TestRatesAreTheAuthors(t *testing.T) {
	ref := readFrankau(t)
	for _, c := range []struct {
		p    Policy
		rows [][]float64
	}{{BEB(10), ref.CSV.Beb}, {Untruncated(), ref.CSV.Beb}, {Windowed(10), ref.CSV.Mbeb}} {
		rates := everyPath(t, c.p, 5, len(c.rows))
		for slot := 1; slot < len(c.rows); slot++ {
			for n := range 5 {
				assert.InDelta(t, c.rows[slot][n+1], rates[n][slot], 5.001e-6, "%s, retry %d in slot %d", c.p.Name(), n+1, slot)
			}
		}
	}
}

// spread computes the total rate by convolution of the windows.
func spread(table *Table, retries, slots int) []float64 {
	total := make([]float64, slots)
	density := make([]float64, slots)
	density[0] = 1
	for n := 1; n <= retries; n++ {
		w := table.Window(n)
		next := make([]float64, slots)
		for at, p := range density {
			for k := at + 1; k <= at+int(w.Size) && k < slots; k++ {
				next[k] += p / float64(w.Size)
			}
		}
		density = next
		for k, p := range density {
			total[k] += p
		}
	}
	return total
}

// The rate of binary exponential backoff rises again and again, at the places that the author
// states.
func TestRateOfBEBRises(t *testing.T) {
	ref := readFrankau(t)
	for retries, want := range map[int][][2]float64{5: ref.Five.BEB, 8: ref.Eight.BEB} {
		total := spread(BEB(10), retries, 2<<retries)
		var maxima [][2]float64
		for k := 1; k+1 < len(total); k++ {
			if total[k] > total[k-1]+1e-12 && total[k] > total[k+1]+1e-12 {
				maxima = append(maxima, [2]float64{float64(k), total[k]})
			}
		}
		require.Len(t, maxima, len(want), "%v", maxima)
		for i := range want {
			assert.Equal(t, want[i][0], maxima[i][0])
			assert.InDelta(t, want[i][1], maxima[i][1], 1e-5)
		}
	}
}

// Each retry of the windowed policy is in a window of its own, whatever is drawn, so that the rate
// is one over the window's size: it never rises.
func TestRateOfWindowedNeverRises(t *testing.T) {
	ref := readFrankau(t)
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 20).Draw(t, "limit")
		r := NewRand(rapid.Uint64().Draw(t, "seed"), "A", "backoff")
		s, slot, from := State{Spare: 77}, 0, 1
		for n := 1; n <= 16; n++ {
			s.Attempt = n
			d, _ := Windowed(limit).Next(&s, &r)
			slot += 1 + int(d)
			size := int(BEB(limit).Window(n).Size)
			require.True(t, slot >= from && slot < from+size, "retry %d in slot %d, not in %d+%d", n, slot, from, size)
			from += size
		}
	})
	rates := []float64{1}
	for n := 1; n <= 16; n++ {
		size := int(BEB(10).Window(n).Size)
		rates = append(rates, slices.Repeat([]float64{1 / float64(size)}, size)...)
	}
	assert.True(t, slices.IsSortedFunc(rates, func(a, b float64) int { return int(math.Copysign(1, b-a)) }))
	assert.Len(t, rates, ref.Truncated.Length)
	assert.True(t, ref.Truncated.NonIncreasing)
}

// The rates of policies with any delay are within five deviations of a simulation by another
// program.
func TestRatesOfDelays(t *testing.T) {
	ref := readFrankau(t)
	seconds := Growth{Base: 0.5, Factor: 2, Cap: 1e9}
	for name, p := range map[string]Policy{
		"google_1.5x_50pct": Google(GoogleDefault, 0.001),
		"full_jitter_x2":    FullJitter(seconds),
		"thain_R12":         Thain(seconds),
		"smira_article":     NormVariateArticle(NormVariateDefault),
	} {
		const paths = 100_000
		want := ref.Continuous[name].Rate
		counts := make([]float64, len(want))
		r := NewRand(1, name, "backoff")
		for range paths {
			s := State{}
			for at := 0.0; ; {
				s.Attempt++
				d, stop := p.Next(&s, &r)
				if at += d; stop || at >= 30 {
					break
				}
				counts[int(at*10+1e-9)]++
			}
		}
		for bin := range want {
			of := max(want[bin]/10, 1e-4)
			assert.InDelta(t, want[bin]/10, counts[bin]/paths, 5.5*math.Sqrt(of*(1/200_000.0+1.0/paths)), "%s, bin %d", name, bin)
		}
	}
}
