package t1s

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// edge is a change of what a node sends, at some taps.
type edge struct {
	source  int32
	group   uint32
	element uint32
	goesOn  bool // it is one transmission with what was there
}

// line processes the edges up to a phase, at all taps together. Signals that touch leave a fall of carrier
// between them, upon which PLCA acts: without latencies the next turn begins as the last one ends.
func (n *Network) line(t phy.Time, p phase) {
	n.edges, n.risen = n.edges[:0], n.risen[:0]
	n.ebbs = p < flowing
	for n.agenda.due(t, p) {
		e := n.agenda.pop()
		switch e.job() {
		case lineEdge:
		case phyOn: // unless what follows takes it back
			n.risen = append(n.risen, e)
			continue
		default:
			n.do(e)
			continue
		}
		x := edge{source: e.station(), group: e.other, element: e.arg}
		k := slices.IndexFunc(n.edges, func(o edge) bool { return o.source == x.source && o.group == x.group })
		if k < 0 {
			n.edges = append(n.edges, x)
			continue
		}
		if old := n.edges[k].element; old > 0 { // it ended as it began
			for range n.nodes[x.source].reach[x.group].taps {
				n.leave(old)
			}
		}
		n.edges[k] = x
	}
	for p >= machines && n.alarms.next() <= t {
		n.stir(n.alarms.due())
	}
	for k := range n.edges {
		x := &n.edges[k]
		for _, j := range n.nodes[x.source].reach[x.group].taps {
			x.goesOn = n.nodes[j].tap.present[x.source] > 0 // at all taps of the group alike
			n.endAt(j, x.source)
		}
	}
	for _, x := range n.edges {
		if x.element == 0 {
			continue
		}
		for _, j := range n.nodes[x.source].reach[x.group].taps {
			n.beginAt(j, x.source, x.element, x.goesOn)
		}
	}
	for _, x := range n.edges {
		for _, j := range n.nodes[x.source].reach[x.group].taps {
			n.follow(j)
		}
	}
	if !n.ebbs {
		for _, j := range n.alone {
			n.decode(j)
		}
		n.alone = n.alone[:0]
	}
	for _, e := range n.risen {
		n.do(e)
	}
	for _, e := range n.shows {
		n.agenda.push(e)
	}
	n.shows = n.shows[:0]
}
