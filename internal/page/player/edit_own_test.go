package player_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/page/player"
)

// A station of a group that is moved takes nothing from the others, nor they from it: shares of a load, addresses and
// IDs that count up, names.
func TestMovedStationsOfAGroupKeepAllElse(t *testing.T) {
	for name, text := range map[string]string{
		"load":      "traffic: {kind: poisson, load: 0.7, size: 64, to: next}",
		"two loads": "traffic: [{kind: poisson, load: 0.1, size: 64, to: next}, {kind: poisson, load: 0.25, size: 1518, to: random}]",
		"ether":     "ether: \"02:00:00:01:02:ff\", traffic: {kind: saturated, size: 64, to: next}",
		"IDs":       "plca: {node_id: [0, 5]}, traffic: {kind: saturated, size: 64, to: next}",
	} {
		line := "10base5"
		if name == "IDs" {
			line = "10base-t1s"
		}
		p, err := player.Load("x", "phy: "+line+"\nmedium: {kind: bus, length: 50m}\nduration: 1ms\nstations:\n  - {name: \"h%02d\", count: 3, spacing: 7m, "+text+"}\n")
		require.NoError(t, err, name)
		edited, err := p.Edit(player.Edit{What: "move", Station: 1, Value: "1bt"})
		require.NoError(t, err)
		q, err := player.Load("x", edited)
		require.NoError(t, err, edited)
		want := p.Scenario.Config.Stations
		want[1].At = 1 * bit
		assert.Equal(t, want, q.Scenario.Config.Stations, edited)
		if c := p.Scenario.T1S(); c != nil {
			for i := range c.Stations {
				assert.Equal(t, c.Stations[i].PLCA, q.Scenario.T1S().Stations[i].PLCA)
			}
		}
	}
	p, err := player.Load("x", "duration: 1ms\nstations: {count: 3, name: \"h%d\"}\n")
	require.NoError(t, err)
	for _, i := range []int{-1, 3} {
		_, err = p.Edit(player.Edit{What: "move", Station: i, Value: "1bt"})
		assert.Error(t, err)
	}
}
