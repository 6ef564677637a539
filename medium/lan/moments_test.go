package lan

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/phy"
)

func TestMomentsAreDroppedInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m moments
		var want []moment // in order
		first := func(x, y moment) int {
			if x.before(&y) {
				return -1
			}
			return 1
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			x := moment{at: phy.Time(rapid.IntRange(0, 20).Draw(t, "at")), of: rapid.Int32Range(0, 2).Draw(t, "number")}
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0:
				if len(m) > 0 {
					require.Equal(t, want[0], m[0])
					want = want[1:]
					m.drop()
				}
				continue
			case 1:
				if len(m) > 0 {
					want[0] = x
					m.replace(x)
				}
			default:
				want = append(want, x)
				m.add(x)
			}
			slices.SortFunc(want, first)
		}
		for _, x := range want {
			require.Equal(t, x, m[0])
			m.drop()
		}
		require.Empty(t, m)
	})
}
