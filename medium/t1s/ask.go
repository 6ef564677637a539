package t1s

import (
	"slices"

	"github.com/csmacd/csmacd/mac/plca"
)

// PLCA returns the parameters that a node has now, with the ID that it has found if it is dynamic, and whether
// its plca_status is OK. The parameters are nil if PLCA is off.
func (n *Network) PLCA(station int) (p *plca.Params, ok bool) {
	x := &n.nodes[station]
	if !x.sub.On {
		return nil, false
	}
	own := x.params
	own.NodeIDs = slices.Clone(own.NodeIDs)
	if own.Dynamic {
		id, count := x.sub.ID(&own)
		own.NodeIDs, own.NodeCount = []int{id}, count
	}
	return &own, x.sub.Status.OK
}

// InStep returns the number of nodes that have PLCA, or had it, and the number of those whose plca_status is OK now.
func (n *Network) InStep() (nodes, ok int) {
	for i := range n.nodes {
		x := &n.nodes[i]
		if x.had {
			nodes++
		}
		if x.sub.On && x.sub.Status.OK {
			ok++
		}
	}
	return nodes, ok
}
