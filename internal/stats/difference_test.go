package stats_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/stats"
)

// Cushny and Peebles' sleep data, with which Student himself showed his test in 1908:
// hours of sleep gained by ten patients under two drugs. The figures are R's,
// t.test(extra ~ group, data = sleep), with paired = TRUE and without.
var (
	drug1 = []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	drug2 = []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
)

func TestPairedIsStudentsSleep(t *testing.T) {
	d, err := stats.Paired(drug1, drug2)
	require.NoError(t, err)
	assert.True(t, d.Paired)
	assert.InDelta(t, 4.0621, d.T, 5e-5)
	assert.Equal(t, 9.0, d.Freedom)
	assert.InDelta(t, 0.002833, d.P, 5e-7)
	assert.InDelta(t, 1.58, d.Mean, 1e-12)
	assert.InDelta(t, 0.7001142, d.Mean-d.HalfWidth(0.95), 5e-8)
	assert.InDelta(t, 2.4598858, d.Mean+d.HalfWidth(0.95), 5e-8)
	assert.InDelta(t, d.T/math.Sqrt(10), d.Effect, 1e-12)
}

func TestWelchIsRs(t *testing.T) {
	d, err := stats.Welch(stats.Summarize(drug1), stats.Summarize(drug2))
	require.NoError(t, err)
	assert.InDelta(t, 1.8608, d.T, 5e-5)
	assert.InDelta(t, 17.776, d.Freedom, 5e-4)
	assert.InDelta(t, 0.07939, d.P, 5e-6)
	assert.InDelta(t, -0.2054832, d.Mean-d.HalfWidth(0.95), 5e-8)
	assert.InDelta(t, 3.3654832, d.Mean+d.HalfWidth(0.95), 5e-8)
}

// Values that do not vary: what is the same is so for sure, and so is what is not.
func TestDifferencesWithoutSpread(t *testing.T) {
	same, err := stats.Paired([]float64{1, 2, 3}, []float64{1, 2, 3})
	require.NoError(t, err)
	assert.Equal(t, []float64{0, 0, 1, 0}, []float64{same.Mean, same.T, same.P, same.HalfWidth(0.95)})
	more, err := stats.Paired([]float64{1, 2, 3}, []float64{2, 3, 4})
	require.NoError(t, err)
	assert.Equal(t, []float64{1, math.Inf(1), 0}, []float64{more.Mean, more.T, more.P})
	fixed, err := stats.Welch(stats.Sample{N: 2, Mean: 1}, stats.Sample{N: 3, Mean: 1})
	require.NoError(t, err)
	assert.Equal(t, 1.0, fixed.P)

	_, err = stats.Paired([]float64{1}, []float64{2})
	assert.ErrorIs(t, err, stats.ErrTooFew)
	_, err = stats.Welch(stats.Sample{N: 1}, stats.Sample{N: 9})
	assert.ErrorIs(t, err, stats.ErrTooFew)
	_, err = stats.Paired([]float64{1, 2}, []float64{1, 2, 3})
	assert.EqualError(t, err, "2 values cannot be paired with 3")
}

// Turned round, a difference has the other sign, and is as likely.
func TestDifferencesTurnRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		a := rapid.SliceOfN(rapid.Float64Range(-1e3, 1e3), n, n).Draw(t, "a")
		b := rapid.SliceOfN(rapid.Float64Range(-1e3, 1e3), n, n).Draw(t, "b")
		there, err := stats.Paired(a, b)
		require.NoError(t, err)
		back, err := stats.Paired(b, a)
		require.NoError(t, err)
		require.Equal(t, there.Mean, -back.Mean)
		require.Equal(t, there.P, back.P)
		w, err := stats.Welch(stats.Summarize(a), stats.Summarize(b))
		require.NoError(t, err)
		require.InDelta(t, w.Mean, there.Mean, 1e-9)
		require.GreaterOrEqual(t, w.P, 0.0)
		require.LessOrEqual(t, w.P, 1.0)
		if w.Error > 1e-9 {
			require.GreaterOrEqual(t, w.Freedom, float64(n-1)-1e-6)
			require.LessOrEqual(t, w.Freedom, float64(2*n-2)+1e-6)
		}
	})
}

// p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") of R.
func TestHolmIsRs(t *testing.T) {
	assert.InDeltaSlice(t, []float64{0.03, 0.06, 0.06, 0.02}, stats.Holm([]float64{0.01, 0.04, 0.03, 0.005}), 1e-12)
	got := stats.Holm([]float64{0.5, math.NaN(), 0.9})
	assert.Equal(t, []float64{1, 1}, []float64{got[0], got[2]})
	assert.True(t, math.IsNaN(got[1]))
	assert.Empty(t, stats.Holm(nil))
}
