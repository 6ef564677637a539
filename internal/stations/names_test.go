package stations

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Names of a group are numbered as Printf would.
func TestPatternProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		verb := rapid.SampledFrom([]string{"%d", "%01d", "%02d", "%05d", "%015d"}).Draw(t, "verb")
		name := rapid.StringMatching("[a-z-]{0,5}").Draw(t, "before") + verb + rapid.StringMatching("[a-z]{0,5}").Draw(t, "after")
		i := rapid.IntRange(0, 3_000_000).Draw(t, "number")
		p, err := ParsePattern(name)
		require.NoError(t, err)
		require.Equal(t, fmt.Sprintf(name, i), p.Name(i))
	})
}
