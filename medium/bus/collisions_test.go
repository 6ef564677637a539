package bus_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// collisions counts the figure of that name from the events of a run: groups of attempts, linked if
// one detects the signal of another.
func collisions(c *bus.Config, events []medium.Event) uint64 {
	type attempt struct {
		station    int32
		start, end phy.Time
		group      int // another of its group, or itself
	}
	var list []attempt
	under := map[int32]int{} // way
	for _, e := range events {
		switch e.Kind {
		case medium.TxStart:
			under[e.Station] = len(list)
			list = append(list, attempt{e.Station, e.At, phy.Forever, len(list)})
		case medium.TxEnd:
			list[under[e.Station]].end = e.At
		}
	}
	root := func(i int) int {
		for list[i].group != i {
			i = list[i].group
		}
		return i
	}
	collided := map[int]bool{}
	for _, e := range events {
		if e.Kind != medium.Collision {
			continue
		}
		var own int
		for i, a := range list {
			if a.station == e.Station && a.start <= e.At && e.At < a.end {
				own = i
			}
		}
		collided[own] = true
		for i, a := range list {
			d := distance(c, a.station, e.Station)
			if a.station != e.Station && a.start+d <= e.At && e.At < a.end+d {
				list[root(i)].group = root(own)
			}
		}
	}
	groups := map[int]bool{}
	for i := range collided {
		groups[root(i)] = true
	}
	return uint64(len(groups))
}

func TestCollisionsAreGroupsOfAttempts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, o := drawOddNetwork(t), everything()
		n := build(t, c, o)
		require.NoError(t, n.Run(horizon))
		require.Equal(t, collisions(&c, o.events), n.Result().Medium.Collisions)
	})
}

// It is the same if hundreds of attempts overlap, and one group overlaps the next.
func TestCollisionsOfABusyAloha(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := bus.Config{Params: *rules(func(p *mac.Params) { p.NoCarrierSense = true }), Seed: rapid.Uint64().Draw(t, "seed")}
		spread := rapid.SampledFrom([]int{0, 20, 500, 3000}).Draw(t, "spread")
		for i := range rapid.IntRange(2, 9).Draw(t, "stations") {
			c.Stations = append(c.Stations, bus.Station{Name: name(i), At: drawLength(t, spread, "place"), Traffic: []traffic.Source{{
				Kind: traffic.KindPoisson, Mean: bt(float64(rapid.IntRange(300, 6000).Draw(t, "mean"))), Size: traffic.Octets(64),
			}}})
		}
		o := &observer{want: medium.Interest{Kinds: medium.Of(medium.TxStart, medium.TxEnd, medium.Collision)}}
		n := build(t, c, o)
		require.NoError(t, n.Run(5*horizon))
		require.Equal(t, collisions(&c, o.events), n.Result().Medium.Collisions)
	})
}
