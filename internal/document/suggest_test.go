package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The distance between words is a metric on small ones, and at most the longer.
func TestDistanceProperty(t *testing.T) {
	word := rapid.StringMatching("[ab_]{0,6}")
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		require.Equal(t, d, distance(b, a))
		require.Equal(t, a == b, d == 0)
		require.LessOrEqual(t, d, max(len(a), len(b)))
		require.GreaterOrEqual(t, d, max(len(a)-len(b), len(b)-len(a)))
	})
	require.Equal(t, 1, distance("poison", "poisson"))
	require.Equal(t, 1, distance("igf", "ifg"))
	require.Equal(t, "ifg_part1", Nearest("ifg-part-1", 1, []string{"ifg", "ifg_part1"}))
	require.Empty(t, Nearest(strings.Repeat("x", 65), 1, []string{"x"}))
}

// Whatever is misspelled is found again.
func TestSuggestProperty(t *testing.T) {
	keys := []string{"bit_time", "rate", "header", "jam", "ifg", "ifg_part1", "slot_time", "late_window", "backoff_delay", "max_defer", "attempt_limit", "min_frame", "max_frame"}
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SampledFrom(keys).Draw(t, "key")
		i := rapid.IntRange(0, len(key)-1).Draw(t, "at")
		word := key[:i] + "q" + key[i+1:]
		if len(key) < 4 {
			return
		}
		require.NotEmpty(t, Nearest(word, 1, keys))
		require.LessOrEqual(t, distance(word, Nearest(word, 1, keys)), 1)
	})
}
