package report

import (
	"fmt"
	"testing"

	"github.com/dustin/go-humanize"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Numbers are written as the library that other commands use writes them.
func TestAmounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.OneOf(rapid.Uint64Range(0, 1<<62), rapid.Uint64Range(0, 20_000_000), rapid.SampledFrom([]uint64{0, 1, 999, 1000, 999_999, 1_000_000, 9_999_999, 10_000_000, 1_000_000_000})).Draw(t, "n")
		want := humanize.Comma(int64(n))
		if n >= 10_000_000 {
			v, prefix := humanize.ComputeSI(float64(n))
			want = fmt.Sprintf("%.3g%s", v, prefix)
		}
		require.Equal(t, want, count(n))
		bps := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(1, 1e13), rapid.SampledFrom([]float64{1, 999.9994, 1000, 9.7e6, 1e7, 1e9, 12.5})).Draw(t, "rate")
		require.Equal(t, humanize.SIWithDigits(bps, 3, "b/s"), rate(bps))
	})
}
