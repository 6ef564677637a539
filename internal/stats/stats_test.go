package stats_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/stats"
)

// The table in the back of every textbook, to the digits printed there.
func TestStudentIsThePrintedTable(t *testing.T) {
	inf := math.Inf(1)
	table := map[float64]map[float64]float64{ // confidence, degrees of freedom
		0.90: {1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 5: 2.015, 10: 1.812, 20: 1.725, 30: 1.697, 60: 1.671, 120: 1.658, inf: 1.645},
		0.95: {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 19: 2.093, 20: 2.086, 30: 2.042, 60: 2.000, 120: 1.980, inf: 1.960},
		0.99: {1: 63.657, 2: 9.925, 3: 5.841, 4: 4.604, 5: 4.032, 9: 3.250, 10: 3.169, 20: 2.845, 30: 2.750, 60: 2.660, 120: 2.617, inf: 2.576},
	}
	for confidence, row := range table {
		for freedom, want := range row {
			assert.InDelta(t, want, stats.Student(freedom, confidence), 0.0005000001, "%v of freedom, %v", freedom, confidence)
		}
	}
}

// One and two degrees of freedom have formulas of their own.
func TestStudentInClosedForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Float64Range(0.001, 0.9999).Draw(t, "confidence")
		assert.InEpsilon(t, math.Tan(math.Pi*c/2), stats.Student(1, c), 1e-9)
		assert.InEpsilon(t, c*math.Sqrt(2/(1-c*c)), stats.Student(2, c), 1e-9)
		freedom := rapid.Float64Range(1, 1e5).Draw(t, "freedom")
		assert.InEpsilon(t, 1-c, stats.Chance(stats.Student(freedom, c), freedom), 1e-8, "there and back")
	})
	for _, bad := range [][2]float64{{0, 0.95}, {-1, 0.95}, {3, 0}, {3, 1}, {math.NaN(), 0.9}, {3, math.NaN()}} {
		assert.True(t, math.IsNaN(stats.Student(bad[0], bad[1])), "%v", bad)
	}
}

// The data sets of NIST's Statistical Reference Datasets that need no list, and
// Michelson's hundred measurements of the speed of light, with the certified values.
func TestMeanAndSpreadAreNISTs(t *testing.T) {
	alternating := func(first, a, b float64) []float64 {
		list := []float64{first}
		for range 500 {
			list = append(list, a, b)
		}
		return list
	}
	for name, c := range map[string]struct {
		values     []float64
		mean, sd   float64
		meanDigits float64 // relative error that is let pass
		sdDigits   float64
	}{
		"NumAcc1":   {[]float64{10000001, 10000003, 10000002}, 10000002, 1, 1e-15, 1e-15},
		"NumAcc2":   {alternating(1.2, 1.1, 1.3), 1.2, 0.1, 1e-15, 1e-13},
		"NumAcc3":   {alternating(1000000.2, 1000000.1, 1000000.3), 1000000.2, 0.1, 1e-15, 1e-8},
		"NumAcc4":   {alternating(10000000.2, 10000000.1, 10000000.3), 10000000.2, 0.1, 1e-15, 1e-7},
		"Michelson": {michelson(), 299.8524, 0.0790105478190518, 1e-14, 1e-11},
	} {
		s := stats.Summarize(c.values)
		assert.InEpsilon(t, c.mean, s.Mean, c.meanDigits, name)
		assert.InEpsilon(t, c.sd, s.SD, c.sdDigits, name)
		assert.Len(t, c.values, s.N)
	}
}

func michelson() (list []float64) {
	for _, x := range []float64{
		850, 740, 900, 1070, 930, 850, 950, 980, 980, 880, 1000, 980, 930, 650, 760, 810, 1000, 1000, 960, 960,
		960, 940, 960, 940, 880, 800, 850, 880, 900, 840, 830, 790, 810, 880, 880, 830, 800, 790, 760, 800,
		880, 880, 880, 860, 720, 720, 620, 860, 970, 950, 880, 910, 850, 870, 840, 840, 850, 840, 840, 840,
		890, 810, 810, 820, 800, 770, 760, 740, 750, 760, 910, 920, 890, 860, 880, 720, 840, 850, 850, 780,
		890, 840, 780, 810, 760, 810, 790, 810, 820, 850, 870, 870, 810, 740, 810, 940, 950, 800, 810, 870,
	} {
		list = append(list, (299000+x)/1000)
	}
	return list
}

// Against exact fractions: the mean is the nearest there is, but for the last bits of the
// largest value.
func TestMeanIsThatOfFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-1e9, 1e9), 2, 60).Draw(t, "values")
		exact, squares := new(big.Rat), new(big.Rat)
		largest := 0.0
		for _, x := range values {
			largest = max(largest, math.Abs(x))
			exact.Add(exact, new(big.Rat).SetFloat64(x))
		}
		exact.Quo(exact, big.NewRat(int64(len(values)), 1))
		for _, x := range values {
			d := new(big.Rat).Sub(new(big.Rat).SetFloat64(x), exact)
			squares.Add(squares, d.Mul(d, d))
		}
		mean, _ := exact.Float64()
		variance, _ := squares.Quo(squares, big.NewRat(int64(len(values)-1), 1)).Float64()
		s := stats.Summarize(values)
		assert.InDelta(t, mean, s.Mean, float64(len(values))*0x1p-52*largest)
		assert.InDelta(t, math.Sqrt(variance), s.SD, 1e-12*math.Sqrt(variance)+1e-7)
	})
}

// Intervals hold the truth as often as they say. (Seeds are rapid's: this is a story
// of a thousand intervals, with a bound that an honest one misses once in a million.)
func TestIntervalsHoldWhatTheySay(t *testing.T) {
	held, rounds := 0, 4000
	x := uint64(1)
	uniform := func() float64 { // a multiplicative generator (Lehmer), not ours
		x = x * 48271 % 2147483647
		return float64(x) / 2147483647
	}
	for range rounds {
		var values []float64
		for range 8 {
			values = append(values, uniform()+uniform()+uniform()+uniform())
		}
		s := stats.Summarize(values)
		if math.Abs(s.Mean-2) <= s.HalfWidth(0.9) {
			held++
		}
	}
	assert.InDelta(t, 0.9, float64(held)/float64(rounds), 5*math.Sqrt(0.9*0.1/float64(rounds)))
}

func TestSmallSamples(t *testing.T) {
	none, one, same := stats.Summarize(nil), stats.Summarize([]float64{7}), stats.Summarize([]float64{7, 7, 7})
	assert.True(t, math.IsNaN(none.Mean))
	assert.Equal(t, stats.Sample{N: 1, Mean: 7}, one)
	assert.True(t, math.IsInf(one.HalfWidth(0.95), 1), "one value says nothing of its spread")
	assert.Equal(t, 0.0, same.HalfWidth(0.95))
}

// Replications are added until the interval is tight, and no longer.
func TestPrecision(t *testing.T) {
	p := stats.Precision{Relative: 0.05, Least: 5}
	more := func(s stats.Sample) int { return p.More(s.N, s.Mean, s.HalfWidth(0.95)) }
	assert.Equal(t, 5, more(stats.Summarize(nil)))
	assert.Equal(t, 2, more(stats.Sample{N: 3, Mean: 1}), "three equal values are not five")
	assert.Zero(t, more(stats.Sample{N: 5, Mean: 1}))
	assert.Zero(t, more(stats.Sample{N: 5}), "always 0 is known well enough")
	assert.NotZero(t, more(stats.Sample{N: 5, SD: 1}), "0 in the mean is not: within 5% of 0 is 0")
	assert.NotZero(t, more(stats.Summarize([]float64{1, 1, 1, 1, math.NaN()})))
	assert.Equal(t, 10, more(stats.Sample{N: 10, Mean: 1, SD: 9}), "at most twice as many")
	assert.Zero(t, more(stats.Sample{N: 10, Mean: 1, SD: 0.01}))
	assert.False(t, p.Enough(4, 1, 0))
	assert.True(t, p.Enough(5, -1, 0.049), "the mean's absolute value counts")
	assert.False(t, p.Enough(5, -1, 0.051))

	// n = 20, t = 2.093: a half-width of 0.0468 sd; of 6% of the mean, 44% more.
	assert.Equal(t, 9, more(stats.Sample{N: 20, Mean: 1, SD: 0.06 / 2.093 * math.Sqrt(20)}))
}

// Jain's index of known shares, and of a window that one station holds.
func TestJain(t *testing.T) {
	assert.Equal(t, 1.0, stats.Jain([]float64{3, 3, 3}))
	assert.Equal(t, 0.25, stats.Jain([]float64{0, 0, 5, 0}))
	assert.InDelta(t, 0.9, stats.Jain([]float64{4, 2}), 1e-15)
	assert.Equal(t, 0.0, stats.Jain(nil))
	assert.Equal(t, 0.0, stats.Jain([]float64{0, 0}))
	assert.Equal(t, 1.0, stats.Jain([]float64{1e300, 1e300}))
	assert.True(t, math.IsNaN(stats.Jain([]float64{1, -1})))

	w := stats.NewWindow(2, 4)
	for _, station := range []int{0, 0, 0, 0, 1, 1, 7, -1} {
		w.Add(station)
	}
	// Windows AAAA, AAAB, AABB: 1/2, 16/20, 1.
	jain, windows := w.Mean()
	assert.InDelta(t, (0.5+0.8+1)/3, jain, 1e-15)
	assert.EqualValues(t, 3, windows)
}

// A sliding window is Jain's index of what each window holds.
func TestWindowIsJainOfEach(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "stations")
		width := rapid.IntRange(1, 12).Draw(t, "width")
		order := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 60).Draw(t, "order")
		w := stats.NewWindow(n, width)
		sum, windows := 0.0, 0
		for i, station := range order {
			w.Add(station)
			if i+1 < width {
				continue
			}
			shares := make([]float64, n)
			for _, s := range order[i+1-width : i+1] {
				shares[s]++
			}
			sum += stats.Jain(shares)
			windows++
		}
		jain, got := w.Mean()
		require.EqualValues(t, windows, got)
		if windows > 0 {
			require.InDelta(t, sum/float64(windows), jain, 1e-12)
		}
	})
}

// quantile() of R, whose default this is.
func TestPercentileIsRs(t *testing.T) {
	one := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	assert.Equal(t, 3.25, stats.Percentile(one, 0.25))
	assert.Equal(t, 5.5, stats.Percentile(one, 0.5))
	assert.InDelta(t, 9.55, stats.Percentile(one, 0.95), 1e-12)
	assert.InDelta(t, 2.2, stats.Percentile([]float64{1, 2, 3, 4}, 0.4), 1e-12)
	assert.Equal(t, 1.0, stats.Percentile(one, 0))
	assert.Equal(t, 10.0, stats.Percentile(one, 1))
	assert.True(t, math.IsNaN(stats.Percentile(nil, 0.5)))
	assert.True(t, math.IsNaN(stats.Percentile(one, 1.1)))
	assert.Equal(t, math.Inf(1), stats.Percentile([]float64{1, math.Inf(1), math.Inf(1)}, 0.9))
}
