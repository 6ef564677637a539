package record

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/stats"
)

// What is written of a distribution is read again; what is not one is refused.
func TestDistributionsAreReadAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := stats.Distribution{Level: rapid.IntRange(0, stats.MaxLevel).Draw(t, "level")}
		at := uint64(0)
		for range rapid.IntRange(1, 50).Draw(t, "bins") {
			at += rapid.Uint64Range(1, 300).Draw(t, "gap")
			d.Bins = append(d.Bins, stats.Bin{At: at, Count: rapid.Uint64Range(1, 1<<30).Draw(t, "count")})
		}
		text := Bins(&d)
		again, err := ParseBins(text, nil)
		require.NoError(t, err)
		require.Equal(t, d, again)
		_, err = ParseBins(text[:len(text)-1]+"=", nil)
		require.ErrorIs(t, err, ErrStrange)
	})
	for _, text := range []string{"Cw", "AA" + "//////////8", "AACA", "A"} {
		_, err := ParseBins(text, nil)
		assert.ErrorIs(t, err, ErrStrange, text)
	}
}
