package keep

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Every number has one bin, which is at most a sixteenth of it wide.
func TestBins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Uint64().Draw(t, "v") >> rapid.IntRange(1, 63).Draw(t, "shift")
		var b bins
		b.add(v, 3)
		b.each(func(_ int, from, to, count uint64) {
			require.LessOrEqual(t, from, v)
			require.Less(t, v, to)
			require.Equal(t, uint64(3), count)
			require.LessOrEqual(t, to-from, max(1, v/16))
		})
		var two bins
		two.add(v, 1)
		two.each(func(_ int, _, to, _ uint64) { two.add(to, 1) })
		next := uint64(0)
		two.each(func(_ int, from, to, _ uint64) {
			if next > 0 {
				require.Equal(t, next, from, "bins leave no gap")
			}
			next = to
		})
	})
}
