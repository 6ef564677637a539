package topology

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/csmacd/csmacd/internal/scenario"
)

// kind is a kind of node.
type kind uint8

const (
	station  kind = iota
	stations      // several of them
	repeater
	bridge
	cable
	star
)

// node is a thing in a diagram.
type node struct {
	kind   kind
	name   string
	about  string // a second line, or ""
	domain int    // of a repeater, a cable or a star; -1: none
	edges  []edge // to what is below
}

// edge leads to a node further from the root.
type edge struct {
	to    *node
	text  string // length or place, kind of line, duplex; or ""
	wire  *scenario.Wire
	up    int     // the end of the wire that is nearer to the root
	order float64 // on a cable: the place
	which int     // number of the domain, or -1: a full-duplex link
}

// full reports whether both ends are full duplex.
func (e *edge) full() bool { return e.wire.Full[0] && e.wire.Full[1] }

// mismatch reports whether only one end is full duplex.
func (e *edge) mismatch() bool { return e.wire.Full[0] != e.wire.Full[1] }

// Diagram is a network, to be drawn.
type Diagram struct {
	title   string
	roots   []*node
	domains []string // names of collision domains
}

// mostSingle is the most stations of one kind at one place that are shown one by one.
const mostSingle = 8

// Of returns the diagram of a network. The scenario must have a [scenario.Topology].
func Of(s *scenario.Scenario) *Diagram {
	t := s.Topology()
	d := &Diagram{title: s.Name}
	c := s.LAN()
	b := &builder{t: t, line: s.Line.Name, wires: map[string][]int{}, nodes: map[string]*node{}, domain: make([]int, len(c.Segments)), seen: map[string]bool{}}
	for i := range b.domain {
		b.domain[i] = -1
	}
	for _, of := range c.Domains() {
		if of.Full {
			continue
		}
		for _, k := range of.Segments {
			b.domain[k] = len(d.domains)
		}
		d.domains = append(d.domains, of.Name)
	}
	for k := range t.Segments {
		x := &t.Segments[k]
		n := &node{kind: cable, name: x.Name, about: x.Line.Name + ", " + metres(x.Metres), domain: b.domain[k]}
		if x.Star {
			n.kind, n.about = star, x.Line.Name+", star"
		}
		b.add(n)
	}
	for _, x := range t.Devices {
		n := &node{kind: repeater, name: x.Name, about: "repeater", domain: -1}
		if x.Bridge {
			n.kind, n.about = bridge, "bridge"
		}
		b.add(n)
	}
	for i := range t.Wires {
		for _, name := range t.Wires[i].Ends {
			if b.nodes[name] == nil {
				b.add(&node{name: name, domain: -1})
			}
			b.wires[name] = append(b.wires[name], i)
		}
	}
	for _, n := range b.order {
		if b.seen[n.name] {
			continue
		}
		root := b.middle(n)
		b.grow(root, -1)
		d.roots = append(d.roots, root)
	}
	return d
}

// builder makes trees of a network.
type builder struct {
	t      *scenario.Topology
	line   string // the scenario's
	nodes  map[string]*node
	order  []*node // in the order of the file
	wires  map[string][]int
	domain []int // by segment
	seen   map[string]bool
}

func (b *builder) add(n *node) {
	b.nodes[n.name] = n
	b.order = append(b.order, n)
}

// middle returns the thing in the middle of the longest path from a node to another.
func (b *builder) middle(from *node) *node {
	last, _ := b.farthest(from.name)
	other, before := b.farthest(last)
	path := []string{other}
	for at := other; at != last; {
		at = before[at]
		path = append(path, at)
	}
	return b.nodes[path[len(path)/2]]
}

// farthest returns the name of the thing that is the most steps away, and the way back from each.
func (b *builder) farthest(from string) (last string, before map[string]string) {
	before = map[string]string{from: from}
	queue := []string{from}
	for k := 0; k < len(queue); k++ {
		last = queue[k]
		for _, i := range b.wires[last] {
			w := &b.t.Wires[i]
			next := w.Ends[0]
			if next == last {
				next = w.Ends[1]
			}
			if _, known := before[next]; !known {
				before[next] = last
				queue = append(queue, next)
			}
		}
	}
	return last, before
}

// grow adds everything that is below a node, which a wire joins to what is above.
func (b *builder) grow(n *node, from int) {
	b.seen[n.name] = true
	for _, i := range b.wires[n.name] {
		if i == from {
			continue
		}
		w := &b.t.Wires[i]
		e := edge{wire: w, which: b.domain[w.Segment], text: b.label(w)}
		if w.Ends[1] == n.name {
			e.up = 1
		}
		e.to = b.nodes[w.Ends[1-e.up]]
		if w.Tap >= 0 {
			e.order = w.Metres
		}
		if n.kind == repeater {
			n.domain = e.which
		}
		b.grow(e.to, i)
		n.edges = append(n.edges, e)
	}
	if n.kind == repeater && n.domain < 0 && from >= 0 {
		n.domain = b.domain[b.t.Wires[from].Segment]
	}
	if n.kind == cable {
		slices.SortStableFunc(n.edges, func(x, y edge) int {
			switch {
			case x.order < y.order:
				return -1
			case x.order > y.order:
				return 1
			}
			return 0
		})
	}
	b.gather(n)
}

// label returns what is written at a wire: its length or place, and what is not as usual.
func (b *builder) label(w *scenario.Wire) string {
	text := ""
	if w.Tap < 0 || !b.isStar(w.Ends[w.Tap]) {
		text = metres(w.Metres)
	}
	if w.Tap >= 0 {
		return text
	}
	if w.Line.Name != b.line {
		text += ", " + w.Line.Name
	}
	switch {
	case w.Full[0] && w.Full[1]:
		text += ", full duplex"
	case w.Full[0]:
		text += ", full | half"
	case w.Full[1]:
		text += ", half | full"
	}
	return text
}

func (b *builder) isStar(name string) bool { return b.nodes[name].kind == star }

// gather replaces many stations that are plugged into a node alike by one node.
func (b *builder) gather(n *node) {
	like := func(e *edge) string {
		w := e.wire
		return fmt.Sprint(w.Line.Name, w.Full[e.up], w.Full[1-e.up])
	}
	count := map[string]int{}
	for i := range n.edges {
		if n.edges[i].to.kind == station {
			count[like(&n.edges[i])]++
		}
	}
	var kept []edge
	first := map[string]int{} // index in kept + 1, by likeness
	last := map[string]*edge{}
	for i := range n.edges {
		e := n.edges[i]
		key := like(&e)
		if e.to.kind != station || count[key] <= mostSingle {
			kept = append(kept, e)
			continue
		}
		if first[key] == 0 {
			kept = append(kept, e)
			first[key] = len(kept)
		}
		last[key] = &n.edges[i]
	}
	for key, i := range first {
		e := &kept[i-1]
		z := last[key]
		if e.text != z.text {
			e.text = metres(e.wire.Metres) + " … " + z.text
		}
		e.to = &node{kind: stations, name: e.to.name + " … " + z.to.name, about: strconv.Itoa(count[key]) + " stations", domain: -1}
	}
	n.edges = kept
}

// metres writes a length.
func metres(v float64) string {
	return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) + " m"
}
