package lan

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

func TestLeastIsTheFirstOfItsTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := make([]phy.Time, rapid.IntRange(1, 20).Draw(t, "count"))
		var l least
		l.init(len(times))
		for k := range times {
			times[k] = phy.Forever
		}
		for range rapid.IntRange(0, 40).Draw(t, "changes") {
			k := rapid.IntRange(0, len(times)-1).Draw(t, "number")
			times[k] = rapid.SampledFrom([]phy.Time{0, 1, 2, 3, 4, 5, 6, 7, phy.Forever}).Draw(t, "time")
			l.set(int32(k), times[k])
			require.Equal(t, times[k], l.of(int32(k)))
			first := slices.Min(times)
			number, at := l.first()
			require.Equal(t, first, at)
			require.EqualValues(t, slices.Index(times, first), number)
			others := slices.Delete(slices.Clone(times), k, k+1)
			require.Equal(t, slices.Min(append(others, phy.Forever)), l.others(int32(k)))
		}
	})
}
