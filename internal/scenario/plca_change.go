package scenario

import (
	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// readPLCAOf reads which node an entry changes: a station, or a port of a bridge.
func readPLCAOf(t *timeline, e *Entry, n *document.Node) []medium.Change {
	at := e.node.Get("port")
	if at == nil {
		return forStation(readNewPLCA)(t, e, n)
	}
	if t.net != nil {
		for _, p := range t.plugs() {
			if p.port != nil && t.nameOf(&p) == at.Text {
				return readNewPLCA(t, at.Text, n)
			}
		}
	}
	t.Fail(at, "there is no port %q of a bridge: a port is written BRIDGE/NAME", at.Text)
	return nil
}

// readNewPLCA reads the parameters that a node has from an instant on. What is left out stays as it is.
func readNewPLCA(t *timeline, name string, n *document.Node) []medium.Change {
	if !t.hasPLCA(n, "plca", t.lineOf(name)) {
		return nil
	}
	c := medium.Change{Kind: medium.PLCA, Station: name}
	before := t.plca
	before.off = false
	if now := t.nodeAt(name); now != nil {
		before.Params, before.idAt = *now, n
	} else if said, i := t.saidOf(name); said != nil {
		// It is off, and is as before when it is on again.
		was := *said
		was.off = false
		if p := was.params(i); p != nil {
			before.Params, before.idAt = *p, n
		}
	}
	var p *sublayer
	read := func() { p = t.sublayer(before, n) }
	if t.net == nil {
		read()
	} else {
		line, _ := phy.LineByName(t1sName)
		t.on(line, read)
	}
	if p == nil {
		return nil
	}
	c.New = p.params(0)
	return []medium.Change{c}
}

// lineOf returns the line of the bus on which a station or a port of a bridge is; "" if that is a star or a link.
func (t *timeline) lineOf(name string) string {
	if t.net == nil {
		return t.busLine(&t.cable, t.line().Name)
	}
	for _, p := range t.plugs() {
		if s := p.wire.segment(); s != nil && t.nameOf(&p) == name {
			return t.busLine(&s.cable, s.line.Name)
		}
	}
	return ""
}

func (t *timeline) busLine(c *cable, line string) string {
	if c == nil || c.star {
		return ""
	}
	return line
}

// hasPLCA reports whether a bus is one whose nodes can have PLCA.
func (t *timeline) hasPLCA(n *document.Node, what, line string) bool {
	if line == t1sName {
		return true
	}
	t.Fail(n, "%s belongs to PLCA, which a bus of %s can have, and this is another medium", what, t1sName)
	return false
}

// saidOf returns what the scenario says about PLCA of a station or a port of a bridge, and its place in its item.
func (t *timeline) saidOf(name string) (*sublayer, int) {
	if t.net != nil {
		for _, p := range t.plugs() {
			if p.port != nil && t.nameOf(&p) == name {
				return p.port.plca, 0
			}
		}
	}
	g, i := t.groupNamed(name)
	return g.plca, i
}

// nodeAt returns the parameters that a node has at this point of the timeline, or nil.
func (t *timeline) nodeAt(name string) *plca.Params {
	c := medium.Change{Kind: medium.PLCA, Station: name}
	if v, changed := t.value[slotOf(&c)]; changed {
		p, _ := v.New.(*plca.Params)
		return p
	}
	if said, i := t.saidOf(name); !t.plca.off {
		return said.params(i)
	}
	return nil
}

// readBeaconLoss reads the probability with which a node does not decode a beacon.
func readBeaconLoss(t *timeline, e *Entry, n *document.Node) []medium.Change {
	d, ok := t.segmentOf(e)
	if !ok || !t.hasPLCA(n, "beacon_loss", t.busLine(d.cable, d.line.Name)) {
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
