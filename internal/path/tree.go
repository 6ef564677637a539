package path

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/phy"
)

// tree is a network as the segments and repeaters of its collision domains.
type tree struct {
	segments []segment
	hubs     []hub
}

// segment is a cable or a link with what is plugged in.
type segment struct {
	name string
	line phy.Line
	link bool
	star bool
	full bool    // both ends are full duplex
	long float64 // of a link: its length
	ends []end   // stations, ports of bridges
	hubs []tap
}

// end is a place at which a path can begin or end.
type end struct {
	name string
	at   float64 // on a cable, in metres
}

// tap is where a repeater is plugged into a segment.
type tap struct {
	hub int
	at  float64
}

// hub is a repeater and the segments at its ports.
type hub struct {
	name     string
	class    int
	segments []int
}

func newTree(t *scenario.Topology) *tree {
	n := &tree{}
	hubs := map[string]int{}
	bridges := map[string]bool{}
	for _, d := range t.Devices {
		if bridges[d.Name] = d.Bridge; !d.Bridge {
			hubs[d.Name] = len(n.hubs)
			n.hubs = append(n.hubs, hub{name: d.Name, class: d.Class})
		}
	}
	for _, s := range t.Segments {
		n.segments = append(n.segments, segment{name: s.Name, line: s.Line, star: s.Star})
	}
	for _, w := range t.Wires {
		if w.Tap < 0 {
			n.segments = append(n.segments, segment{name: w.Ends[0] + "-" + w.Ends[1], line: w.Line, link: true, long: w.Metres, full: w.Full[0] && w.Full[1]})
		}
		s := &n.segments[w.Segment]
		for k, name := range w.Ends {
			if k == w.Tap {
				continue
			}
			at := w.Metres
			if w.Tap < 0 {
				at = 0
			}
			if h, ok := hubs[name]; ok {
				s.hubs = append(s.hubs, tap{h, at})
				n.hubs[h].segments = append(n.hubs[h].segments, w.Segment)
				continue
			}
			if bridges[name] {
				name += "/" + w.Ends[1-k]
			}
			s.ends = append(s.ends, end{name, at})
		}
	}
	return n
}

// between returns the length of the part of a segment between two places.
func (s *segment) between(a, b float64) float64 {
	if s.link {
		return s.long
	}
	return max(a-b, b-a)
}

// outermost returns the ends that the longest paths can have: on a cable the first and the last.
func (s *segment) outermost() []end {
	if s.link || len(s.ends) < 2 {
		return s.ends
	}
	byPlace := func(a, b end) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	}
	return []end{slices.MinFunc(s.ends, byPlace), slices.MaxFunc(s.ends, byPlace)}
}

// starts returns the ends from which the longest paths of the network can begin: of the links from
// one repeater to its stations, all of one line, the two longest.
func (t *tree) starts() []start {
	var list []start
	type spot struct {
		hub  int
		line string
	}
	longest := map[spot][]start{}
	var spots []spot
	for k := range t.segments {
		s := &t.segments[k]
		if s.full || s.star || len(s.hubs) == 0 && !fast(s.line) {
			continue
		}
		if !s.link || len(s.hubs) != 1 {
			for _, e := range s.outermost() {
				list = append(list, start{k, e})
			}
			continue
		}
		at := spot{s.hubs[0].hub, s.line.Name}
		if longest[at] == nil {
			spots = append(spots, at)
		}
		longest[at] = append(longest[at], start{k, s.ends[0]})
		if long := longest[at]; len(long) > 2 {
			slices.SortStableFunc(long, func(a, b start) int {
				switch d := t.segments[b.segment].long - t.segments[a.segment].long; {
				case d > 0:
					return 1
				case d < 0:
					return -1
				}
				return 0
			})
			longest[at] = long[:2]
		}
	}
	for _, at := range spots {
		list = append(list, longest[at]...)
	}
	slices.SortStableFunc(list, func(a, b start) int { return a.segment - b.segment })
	return list
}

// start is an end of paths, on a segment.
type start struct {
	segment int
	end
}

// check returns an error for a segment that the standard has no values for.
func (t *tree) check() error {
	for k := range t.segments {
		if s := &t.segments[k]; len(s.hubs) > 0 && !known(s.line) {
			return fmt.Errorf("%s is %s: clauses 13 and 29 have no path delay values for it", s.name, s.line.Name)
		}
	}
	return nil
}
