package clause148

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/plca"
)

// Nodes choose their IDs: one becomes the coordinator, the others are in step with it and take IDs that
// nobody claims by sending in their turn.
func TestNodesChooseIDs(t *testing.T) {
	for seed := range uint64(4) {
		for _, nodes := range []int{2, 4} {
			b := busOf(nodes, Latency{}, func(p *plca.Params) {
				p.NodeIDs, p.Dynamic, p.Coordinator, p.AgingCycles = []int{plca.NoID}, true, p.NodeIDs[0] < 2, 20
			})
			b.Seed = seed
			for i := range nodes {
				for k := range 60 {
					b.frame(i, 64, 3000*float64(k)+1000*float64(i))
				}
			}
			m := &model{until: bt(200000)}
			require.NoError(t, m.build(&b.Config))
			m.run()
			var ids []int
			for _, n := range m.nodes {
				assert.True(t, n.statusOK)
				ids = append(ids, n.ids...)
			}
			slices.Sort(ids)
			assert.Zero(t, ids[0], "a coordinator")
			assert.NotZero(t, ids[1], "no other")
			assert.Less(t, ids[nodes-1], nodes, "IDs are low")
		}
	}
}
