package bus

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// A program's own windows are processed in contention rounds, like the standard's: the same windows
// make the same run.
func TestRoundsWorkWithATableFromOutside(t *testing.T) {
	beb := backoff.BEB(10)
	var windows []backoff.Window
	for n := 1; n <= 10; n++ {
		windows = append(windows, beb.Window(n))
	}
	own, err := backoff.NewTable("own", windows...)
	require.NoError(t, err)
	digest := func(p backoff.Policy) string {
		c := Config{Seed: 1}
		for i := range 20 {
			c.Stations = append(c.Stations, Station{
				Name: fmt.Sprint("h", i), At: phy.Time(i) * 100 * phy.Nanosecond, Backoff: p,
				Traffic: []traffic.Source{{Kind: traffic.KindSaturated, Size: traffic.Octets(64), To: traffic.To{Whom: traffic.ToNext}}},
			})
		}
		n, err := New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(phy.Second/10))
		assert.True(t, n.rounds.on)
		return n.Result().Digest
	}
	assert.Equal(t, digest(nil), digest(own))
}
