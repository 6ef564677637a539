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

// byDefinition is MSER-5 as the papers write it down, in fractions, each candidate
// worked out on its own.
func byDefinition(series []int64) (warmup int, refused bool) {
	b := len(series) / 5
	sumOf := func(i int) int64 {
		return series[5*i] + series[5*i+1] + series[5*i+2] + series[5*i+3] + series[5*i+4]
	}
	var least *big.Rat
	best := 0
	for d := 0; d <= b-5; d++ {
		n := int64(b - d)
		var total, squares int64 // of five times the batch means
		for j := d; j < b; j++ {
			total += sumOf(j)
			squares += sumOf(j) * sumOf(j)
		}
		// n^2 z = sum of squares - n mean^2; the factor of 25 changes nothing.
		z := big.NewRat(squares, 1)
		z.Sub(z, big.NewRat(total*total, n)).Quo(z, big.NewRat(n*n, 1))
		if least == nil || z.Cmp(least) < 0 {
			best, least = d, z
		}
	}
	return best * 5, 2*best > b
}

func TestMSERIsItsDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.Int64Range(0, 200).Draw(t, "start")
		settles := rapid.IntRange(0, 120).Draw(t, "settles")
		n := rapid.IntRange(50, 300).Draw(t, "n")
		noise := rapid.SliceOfN(rapid.Int64Range(0, 9), n, n).Draw(t, "noise")
		series := make([]float64, n)
		for i := range noise {
			if i < settles {
				noise[i] += start * int64(settles-i) / int64(settles)
			}
			series[i] = float64(noise[i])
		}
		want, refused := byDefinition(noise)
		got, err := stats.MSER5(series)
		if refused {
			require.ErrorIs(t, err, stats.ErrNotSteady)
			return
		}
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

// A step and then quiet: what is left out is the step, rounded up to a batch.
func TestMSERFindsAStep(t *testing.T) {
	series := make([]float64, 1000)
	for i := range series {
		series[i] = float64(i % 5) // every batch the same
		if i < 198 {
			series[i] += 20
		}
	}
	warmup, err := stats.MSER5(series)
	require.NoError(t, err)
	assert.Equal(t, 200, warmup)

	_, err = stats.MSER5(series[:300])
	assert.ErrorIs(t, err, stats.ErrNotSteady, "past the half")

	for i := range series {
		series[i] = 3
	}
	warmup, err = stats.MSER5(series)
	require.NoError(t, err)
	assert.Zero(t, warmup, "nothing varies: nothing is left out")
}

func TestMSERRefuses(t *testing.T) {
	_, err := stats.MSER5(make([]float64, 49))
	assert.EqualError(t, err, "49 values are too few to find a warm-up: MSER-5 needs 50")
	series := make([]float64, 60)
	series[7] = math.NaN()
	_, err = stats.MSER5(series)
	assert.EqualError(t, err, "one of the values 6 to 10 is not a finite number")
}
