package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
)

// readNewPLCA reads the parameters that a node has from an instant on. What is left out stays as it is.
func readNewPLCA(t *timeline, name string, n *document.Node) []medium.Change {
	if !t.hasPLCA(n, "plca") {
		return nil
	}
	c := medium.Change{Kind: medium.PLCA, Station: name}
	before := t.plca
	before.off = false
	if now := t.nodeAt(name); now != nil {
		before.Params, before.idAt = *now, n
	} else if g, i := t.groupNamed(name); g.plca != nil {
		// It is off, and is as before when it is on again.
		was := *g.plca
		was.off = false
		if p := was.params(i); p != nil {
			before.Params, before.idAt = *p, n
		}
	}
	p := t.sublayer(before, n)
	if p == nil {
		return nil
	}
	c.New = p.params(0)
	return []medium.Change{c}
}

// hasPLCA reports whether the scenario is one of a bus whose nodes can have PLCA.
func (t *timeline) hasPLCA(n *document.Node, what string) bool {
	if t.net == nil && t.line().Name == t1sName && !t.cable.star {
		return true
	}
	t.Fail(n, "%s belongs to PLCA, which a bus of %s can have, and this is another medium", what, t1sName)
	return false
}

// nodeAt returns the parameters that a node has at this point of the timeline, or nil.
func (t *timeline) nodeAt(name string) *plca.Params {
	c := medium.Change{Kind: medium.PLCA, Station: name}
	if v, changed := t.value[slotOf(&c)]; changed {
		p, _ := v.New.(*plca.Params)
		return p
	}
	if g, i := t.groupNamed(name); !t.plca.off {
		return g.plca.params(i)
	}
	return nil
}

// readBeaconLoss reads the probability with which a node does not decode a beacon.
func readBeaconLoss(t *timeline, e *Entry, n *document.Node) []medium.Change {
	if !t.hasPLCA(n, "beacon_loss") {
		return nil
	}
	d, ok := t.segmentOf(e)
	if !ok {
		return nil
	}
	before := len(t.Problems.List)
	c := medium.Change{Kind: medium.BeaconLoss, Segment: d.name}
	if !n.Off() {
		c.Value = t.rate(n)
	}
	if len(t.Problems.List) > before {
		return nil
	}
	return []medium.Change{c}
}
