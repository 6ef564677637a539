package lan

import (
	"slices"
	"strings"
)

// Domain is a collision domain: segments, the repeaters between them, and what is plugged in. A
// link whose ends are both full duplex has no collisions, but is listed as well.
type Domain struct {
	Name      string
	Segments  []int     // indices in Config.Segments
	Repeaters []int     // in Config.Repeaters
	Stations  []int     // in Config.Stations
	Ports     []PortRef // ports of bridges
	Full      bool      // a link whose ends are both full duplex
}

// PortRef is a port of a bridge, by its indices in Config.Bridges and Bridge.Ports.
type PortRef struct{ Bridge, Port int }

// Domains returns the domains of a network, in the order of their first segments. The name of a
// domain is that of its cables and repeaters, joined by +. A domain that is one link has the name of
// the link. Every End must be on a segment of the Config.
func (c *Config) Domains() []Domain {
	join := newSets(len(c.Segments))
	for i := range c.Repeaters {
		ports := c.Repeaters[i].Ports
		for k := 1; k < len(ports); k++ {
			join.union(ports[0].End.Segment, ports[k].End.Segment)
		}
	}
	var list []Domain
	of := make([]int, len(c.Segments)) // by segment: its domain
	first := make(map[int]int)         // by root of a set: its domain
	for k := range c.Segments {
		root := join.find(k)
		d, ok := first[root]
		if !ok {
			d = len(list)
			first[root] = d
			list = append(list, Domain{})
		}
		of[k] = d
		list[d].Segments = append(list[d].Segments, k)
	}
	for i := range c.Repeaters {
		if r := &c.Repeaters[i]; len(r.Ports) > 0 {
			d := &list[of[r.Ports[0].End.Segment]]
			d.Repeaters = append(d.Repeaters, i)
		}
	}
	for i := range c.Stations {
		d := &list[of[c.Stations[i].End.Segment]]
		d.Stations = append(d.Stations, i)
	}
	for i := range c.Bridges {
		for k := range c.Bridges[i].Ports {
			d := &list[of[c.Bridges[i].Ports[k].End.Segment]]
			d.Ports = append(d.Ports, PortRef{i, k})
		}
	}
	for i := range list {
		list[i].Name, list[i].Full = c.nameOf(&list[i]), c.full(&list[i])
	}
	return list
}

func (c *Config) nameOf(d *Domain) string {
	var names []string
	for _, k := range d.Segments {
		if !c.Segments[k].Link {
			names = append(names, c.Segments[k].Name)
		}
	}
	for _, i := range d.Repeaters {
		names = append(names, c.Repeaters[i].Name)
	}
	if len(names) == 0 {
		return c.Segments[d.Segments[0]].Name
	}
	return strings.Join(names, "+")
}

// full reports whether a domain has two ends that are full duplex. A port of a repeater never is.
func (c *Config) full(d *Domain) bool {
	ends := 0
	for _, i := range d.Stations {
		if c.Stations[i].End.Full {
			ends++
		}
	}
	for _, p := range d.Ports {
		if c.Bridges[p.Bridge].Ports[p.Port].End.Full {
			ends++
		}
	}
	return ends == 2 && len(d.Repeaters) == 0
}

// Loop returns the names of the devices and segments along a loop, or nil if the network is a tree.
// Frames would go round a loop for ever.
func (c *Config) Loop() []string {
	// Nodes are segments, then repeaters, then bridges. Every port is an edge.
	nodes := len(c.Segments) + len(c.Repeaters) + len(c.Bridges)
	join := newSets(nodes)
	edges := make([][]int, nodes)
	var from, to int
	loop := false
	add := func(device, segment int) {
		switch {
		case loop:
		case !join.union(device, segment):
			from, to, loop = device, segment, true
		default:
			edges[device] = append(edges[device], segment)
			edges[segment] = append(edges[segment], device)
		}
	}
	for i := range c.Repeaters {
		for k := range c.Repeaters[i].Ports {
			add(len(c.Segments)+i, c.Repeaters[i].Ports[k].End.Segment)
		}
	}
	for i := range c.Bridges {
		for k := range c.Bridges[i].Ports {
			add(len(c.Segments)+len(c.Repeaters)+i, c.Bridges[i].Ports[k].End.Segment)
		}
	}
	if !loop {
		return nil
	}
	// The other way from the device to the segment.
	before := make([]int, nodes)
	for i := range before {
		before[i] = -1
	}
	before[from] = from
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range edges[queue[0]] {
			if before[next] < 0 {
				before[next] = queue[0]
				queue = append(queue, next)
			}
		}
	}
	names := []string{c.node(from)}
	for at := to; at != from; at = before[at] {
		names = append(names, c.node(at))
	}
	slices.Reverse(names[1:])
	return names
}

// node returns the name of a node of Loop.
func (c *Config) node(i int) string {
	if i < len(c.Segments) {
		return c.Segments[i].Name
	}
	if i -= len(c.Segments); i < len(c.Repeaters) {
		return c.Repeaters[i].Name
	}
	return c.Bridges[i-len(c.Repeaters)].Name
}

// sets are disjoint sets of numbers.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) find(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// union joins two sets. It returns false if they were one set before.
func (s sets) union(i, k int) bool {
	i, k = s.find(i), s.find(k)
	s[max(i, k)] = min(i, k)
	return i != k
}
