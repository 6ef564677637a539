package scene

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// grouper counts collisions as they are detected.
type grouper struct {
	groups     *Groups
	collisions int
}

func (g *grouper) Interest() medium.Interest { return medium.Interest{Kinds: medium.Senders} }
func (g *grouper) Observe(e *medium.Event)   { g.collisions += g.groups.Observe(e) }

// The collisions counted detection by detection are those of the result of the run, however stations collide.
func TestGroupsAreTheCollisionsOfTheResult(t *testing.T) {
	run := func(t rapid.TB, c bus.Config) (collisions int) {
		c.Warmup = 0
		net, err := bus.New(c)
		require.NoError(t, err)
		s := New(net, &c, 0)
		g := &grouper{groups: NewGroups(s)}
		net.Observe(s)
		net.Observe(g)
		require.NoError(t, net.Run(horizon))
		require.EqualValues(t, net.Result().Medium.Collisions, g.collisions)
		return g.collisions
	}
	rapid.Check(t, func(t *rapid.T) { run(t, drawNetwork(t)) })
	many := 0
	for seed := range 20 { // the same networks each time, so that their number is no chance
		if run(t, rapid.Custom(drawNetwork).Example(seed)) > 1 {
			many++
		}
	}
	require.Greater(t, many, 5)
}
