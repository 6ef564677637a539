package t1s_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// Nodes that choose their IDs (802.3da draft 3.0): one becomes the coordinator, and each of the others finds an
// ID of its own, if it has something to send now and then.
func TestNodesFindTheirIDs(t *testing.T) {
	for seed := range uint64(5) {
		c := nodes(5)
		c.Seed = seed
		c.Latency = t1s.Typical
		for i := range c.Stations {
			p := plca.Default()
			p.Dynamic, p.Coordinator, p.AgingCycles = true, i < 2, 20
			c.Stations[i].PLCA = &p
			var at []phy.Time
			for k := range 1000 {
				at = append(at, phy.Time(k)*phy.Millisecond/2+phy.Time(i)*70*phy.Microsecond)
			}
			frames(&c, i, 64, at...)
		}
		n, err := t1s.New(c)
		require.NoError(t, err)
		require.NoError(t, n.Run(400*phy.Millisecond))
		var ids []int
		for i := range c.Stations {
			id, _ := n.NodeID(i)
			ids = append(ids, id)
		}
		slices.Sort(ids)
		assert.Equal(t, 0, ids[0])
		assert.Len(t, slices.Compact(ids), 5, "all differ")
		assert.Less(t, ids[4], 8)
	}
}
