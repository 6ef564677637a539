package profile

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
)

func options(failures, clients int) Options {
	return Options{Failures: failures, Clients: clients, Seed: 1, Scale: 1, Takes: 1}
}

// frankau is what simon-frankau/backoff-sim comes to: the local maxima of the rate of
// retries, slot by slot, by the number of failures.
func frankau(t *testing.T) map[string][][2]float64 {
	t.Helper()
	text, err := os.ReadFile("testdata/frankau.json")
	require.NoError(t, err)
	var all map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(text, &all))
	found := map[string][][2]float64{}
	for _, n := range []string{"5", "8"} {
		var k struct {
			BEB [][2]float64 `json:"beb_local_maxima"`
		}
		require.NoError(t, json.Unmarshal(all[n], &k))
		found[n] = k.BEB
	}
	return found
}

// The rate of retries of binary exponential backoff rises to maxima where that program
// has them, to the last digits it gives.
func TestRateOfBEBRisesWhereFrankauHasIt(t *testing.T) {
	for n, want := range frankau(t) {
		p := Of(backoff.BEB(10), options(int(n[0]-'0'), 100))
		require.Len(t, p.Peaks, len(want))
		for i, w := range want {
			assert.Equal(t, w[0], p.Peaks[i].At)
			assert.InDelta(t, w[1], p.Peaks[i].Rate, 1e-9)
		}
	}
}

// That of windows one after the other never does; it is one retry to a window's size.
func TestRateOfWindowedNeverRises(t *testing.T) {
	p := Of(backoff.Windowed(10), options(8, 100))
	assert.True(t, p.Exact)
	assert.Empty(t, p.Peaks)
	require.Len(t, p.Slots, 2+4+8+16+32+64+128+256)
	size, first := 2.0, 1.0
	for _, s := range p.Slots {
		if s.At >= first+size {
			first, size = first+size, size*2
		}
		assert.InDelta(t, 1/size, s.Rate, 1e-12)
	}
	// Clients that are followed do just that, and wait so long.
	o := options(8, 20_000)
	seen := follow(backoff.Windowed(10), o)
	for _, b := range peaks(seen.rate.bins(o.Clients, true)) {
		t.Errorf("the rate of clients rises: %+v", b)
	}
	for i, f := range p.Failures {
		s := seen.failures[i]
		assert.InDelta(t, s.Mean, f.Mean, 2*s.Half)
		assert.InDelta(t, s.Total, f.Total, 2*s.TotalHalf)
		assert.InDelta(t, s.P5, f.P5, 1+0.1*s.P5)
		assert.InDelta(t, s.P50, f.P50, 1+0.03*s.P50)
		assert.InDelta(t, s.P95, f.P95, 1+0.03*s.P95)
		assert.GreaterOrEqual(t, f.Most, s.Most)
	}
}

// Google's rate rises too, in bins of 100 ms there and finer ones here: first to 2.07 retries a client and second, 0.6 s after the
// failure, and to 0.895 at 2.3 s.
func TestRateOfGoogleRises(t *testing.T) {
	p := Of(backoff.Google(backoff.GoogleDefault, 1), Options{Failures: 10, Clients: 100_000, Seed: 1, Scale: 1, Takes: 0})
	near := func(at, rate float64) bool {
		for _, k := range p.Peaks {
			if math.Abs(k.At/at-1) < 0.15 && math.Abs(k.Rate*1000/rate-1) < 0.08 {
				return true
			}
		}
		return false
	}
	assert.True(t, near(650, 2.067), "%v", p.Peaks)
	assert.True(t, near(2350, 0.895), "%v", p.Peaks)
	// The library's own mean delays and times, of a million paths.
	for i, want := range []float64{499.72, 750.28, 1124.91, 1687.99, 2529.57, 3793.27} {
		assert.InDelta(t, want, p.Failures[i].Mean, 3*p.Failures[i].Half)
	}
	assert.InDelta(t, 56638.7, p.Failures[9].Total, 3*p.Failures[9].TotalHalf)
}

// What is worked out is what is seen.
func TestExactIsWhatIsSeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		failures := rapid.IntRange(1, 6).Draw(t, "failures")
		o := options(failures, 3_000)
		o.Takes = float64(rapid.IntRange(0, 3).Draw(t, "takes"))
		o.Scale = float64(rapid.IntRange(1, 4).Draw(t, "scale"))
		o.Takes *= o.Scale
		table := rapid.SampledFrom([]*backoff.Table{backoff.BEB(4), backoff.Linear(3, 5), backoff.Polynomial(2, 4), backoff.Uniform(7), backoff.RCP(1, 10, 20)}).Draw(t, "table")
		seen := follow(table, o)
		p := Of(table, o)
		total := 0.0
		for i, f := range p.Failures {
			s := seen.failures[i]
			if !f.Exact || math.Abs(f.Mean-s.Mean) > 3*s.Half+1e-9 || math.Abs(f.Total-s.Total) > 3*s.TotalHalf+1e-9 {
				t.Fatalf("after failure %d: %+v, seen %+v", f.N, f, s)
			}
			if s.Least < f.Least || s.Most > f.Most {
				t.Fatalf("after failure %d: outside of its bounds: %+v, seen %+v", f.N, f, s)
			}
		}
		for _, b := range p.Rate {
			total += b.Rate * (b.To - b.From)
		}
		if math.Abs(total-float64(failures)) > 1e-9 {
			t.Fatalf("%v retries a client, not %d", total, failures)
		}
		bins := seen.rate.bins(o.Clients, true)
		sum := 0.0
		for _, b := range bins {
			sum += b.Rate * (b.To - b.From)
		}
		if math.Abs(sum-float64(failures)) > 1e-6 {
			t.Fatalf("%v retries a client seen, not %d", sum, failures)
		}
	})
}

// A limit ends it, and it is said which.
func TestStops(t *testing.T) {
	p := Of(backoff.Limit(backoff.BEB(10), 4, 0), options(10, 100))
	require.Len(t, p.Failures, 4)
	assert.Equal(t, 1.0, p.Failures[2].Share)
	assert.True(t, p.Failures[2].Exact)
	assert.Zero(t, p.Failures[3].Share)
	assert.Equal(t, "its limit", p.Stopped)
	p = Of(backoff.Script(nil, 3, 1), options(10, 100))
	assert.Contains(t, p.Stopped, "run out")
	assert.Equal(t, 4.0, p.Failures[1].Total)
	p = Of(backoff.Limit(backoff.FullJitter(backoff.AWS), 0, 100), options(10, 2000))
	last := p.Failures[len(p.Failures)-1]
	assert.Less(t, last.Share, 1.0)
	assert.False(t, p.Failures[3].Exact)
}

// The same seed, the same profile.
func TestIsDeterministic(t *testing.T) {
	a := Of(backoff.Decorrelated(5, 2000, 3), options(8, 3000))
	assert.Equal(t, a.Rate, Of(backoff.Decorrelated(5, 2000, 3), options(8, 3000)).Rate)
	o := options(8, 3000)
	o.Seed = 2
	assert.NotEqual(t, a.Rate, Of(backoff.Decorrelated(5, 2000, 3), o).Rate)
}

// Chance makes no peaks, and a rise beyond it is one.
func TestPeaks(t *testing.T) {
	bins := func(rates ...float64) (list []Bin) {
		for i, r := range rates {
			list = append(list, Bin{float64(i), float64(i + 1), float64(i), r, 0.01})
		}
		return list
	}
	assert.Empty(t, peaks(nil))
	assert.Empty(t, peaks(bins(1, 0.9, 0.93, 0.5, 0.52, 0.1)))
	assert.Equal(t, []Peak{{2, 1, 0.5}, {5, 0.8, 0.2}}, peaks(bins(0.6, 0.5, 1, 0.2, 0.21, 0.8)))
}

// Delays that are uniform between bounds are worked out, as the formulas have them; those
// that hang on the last one, or are rounded, are not.
func TestEven(t *testing.T) {
	for name, k := range map[string]struct {
		policy     backoff.Policy
		low, high  float64 // after failure 3
		workedWith bool
	}{
		"full jitter":    {backoff.FullJitter(backoff.AWS), 0, 40, true},
		"equal jitter":   {backoff.EqualJitter(backoff.AWS), 20, 40, true},
		"exponential":    {backoff.Exponential(backoff.AWS), 40, 40, true},
		"fixed":          {backoff.Fixed(2.5), 2.5, 2.5, true},
		"sip":            {backoff.SIPInvite(500), 2000, 2000, true},
		"decorrelated":   {backoff.Decorrelated(5, 2000, 3), 0, 0, false},
		"google":         {backoff.Google(backoff.GoogleDefault, 1), 0, 0, false},
		"ftsh":           {backoff.Ftsh(backoff.FtshDefault, 1), 0, 0, false},
		"geometric":      {backoff.Geometric(0.1), 0, 0, false},
		"norm-variate":   {backoff.NormVariateArticle(backoff.NormVariateDefault), 0, 0, false},
		"limited jitter": {backoff.Limit(backoff.FullJitter(backoff.AWS), 16, 0), 0, 40, true},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(5, 10_000)
			p := Of(k.policy, o)
			seen := follow(k.policy, o)
			for i, f := range p.Failures {
				assert.Equal(t, k.workedWith, f.Exact, "failure %d", f.N)
				s := seen.failures[i]
				assert.InDelta(t, s.Mean, f.Mean, 3*s.Half+1e-9)
				assert.InDelta(t, s.P95, f.P95, 0.02*s.P95)
				assert.LessOrEqual(t, f.Least, s.Least)
				assert.GreaterOrEqual(t, f.Most, s.Most)
			}
			if k.workedWith {
				assert.InDelta(t, k.low, p.Failures[2].Least, 1e-9)
				assert.InDelta(t, k.high, p.Failures[2].Most, 1e-9)
			}
		})
	}
}
