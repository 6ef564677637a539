package lan

import (
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A station joins a cable or star of a network. It has the next number, in the network and in its domain;
// the numbers of ports follow.

// planJoin passes a station that joins to its domain, with the numbers that things have there.
func (n *Network) planJoin(c medium.Change, to func(*part, medium.Change) error) error {
	s, ok := c.New.(domain.Station)
	if !ok {
		return refused("add: %T is not a station of package domain", c.New)
	}
	if k := s.End.Segment; k < 0 || k >= len(n.config.Segments) {
		return refused("add: there is no segment %d", k)
	}
	k, local := n.partOf(s.End.Segment)
	p, segment := &n.parts[k], &n.config.Segments[s.End.Segment]
	switch {
	case segment.Multidrop != nil:
		return refused("add: a station cannot join %q while it runs: it is a bus with PLCA or latencies", segment.Name)
	case len(p.Stations)+len(p.Ports) == 0:
		return refused("add: there is nothing on %q yet that could send", segment.Name)
	case n.taken(s.Name):
		return refused("add: the name %q is empty or taken", s.Name)
	}
	if s.Params == nil {
		s.Params = &segment.Params
	}
	if s.Address == (phy.Address{}) { // after those of stations and of ports of bridges
		s.Address = phy.StationAddress(len(n.config.Stations) + n.toJoin() + len(n.ports))
	}
	x := step{at: c.At, part: k, station: s, joins: true}
	s.End.Segment = local
	c.Segment, c.New = "", s
	if err := to(p, c); err != nil {
		return err
	}
	n.addStep(x)
	return nil
}

// toJoin returns the number of stations that are to join.
func (n *Network) toJoin() (count int) {
	for k := range n.steps {
		if n.steps[k].joins {
			count++
		}
	}
	return count
}

// partOf returns the domain of a segment, and the number of the segment there.
func (n *Network) partOf(segment int) (k int32, local int) {
	for k := range n.parts {
		if local := slices.Index(n.parts[k].Segments, segment); local >= 0 {
			return int32(k), local
		}
	}
	return -1, 0
}

// taken reports whether a name is that of something that is there, or is to join.
func (n *Network) taken(name string) bool {
	for i := range n.Len() + n.Ports() {
		if n.Name(i) == name {
			return true
		}
	}
	return name == "" || slices.ContainsFunc(n.steps, func(x step) bool { return x.station.Name == name })
}

// welcome makes a station join. It returns an error if its address is taken.
func (n *Network) welcome(j *step) error {
	if err := n.ofNoPort(j.station.Address); err != nil {
		return err
	}
	if err := n.known.Join(j.station.Address); err != nil {
		return err
	}
	n.join(j)
	n.meetStrangers(&j.station)
	return nil
}

// ofNoPort returns an error if an address is that of a port of a bridge.
func (n *Network) ofNoPort(a phy.Address) error {
	for q := range n.ports {
		if n.portAddress(int32(q)) == a {
			return fmt.Errorf("the address %v is that of %s", a, n.Name(n.Len()+n.repeated+q))
		}
	}
	return nil
}

// join adds a station to what the network knows.
func (n *Network) join(j *step) {
	i := int32(n.Len())
	p := &n.parts[j.part]
	for k := range n.parts { // of what a bridge has done at this instant, and nobody has seen yet
		for e := range n.parts[k].events {
			if x := &n.parts[k].events[e].event; x.Station >= i {
				x.Station++
			}
		}
		if s := n.parts[k].seams; s != nil {
			s.Count++
		}
	}
	n.config.Stations = append(n.config.Stations, j.station)
	n.places = append(n.places, place{j.part, int32(len(p.seams.Stations))})
	n.ledger.figures = append(n.ledger.figures, stationFigures{})
	if n.hooks != nil {
		n.hooks = append(n.hooks, nil)
	}
	p.Stations = append(p.Stations, int(i))
	p.sends(j.station.Params)
	p.seams.Stations = append(p.seams.Stations, i)
	p.seams.Late++
	p.seams.Longest = append(p.seams.Longest, 0)
	for _, ref := range p.Ports {
		q := &n.ports[n.port(ref)]
		q.near = append(q.near, 0)
		q.allUntil, q.missed = 0, 0
	}
}

// tell makes observers see a station that has joined.
func (n *Network) tell(i int) {
	for k := range n.watchers {
		w := &n.watchers[k]
		if w.stations != nil {
			moved := map[int32]bool{}
			for s := range w.stations {
				if s >= int32(i) {
					s++
				}
				moved[s] = true
			}
			w.stations = moved
		}
		if j, ok := w.Observer.(medium.Joiner); ok {
			j.Joined(i)
			for _, s := range j.Interest().Stations {
				w.stations[int32(s)] = true
			}
		}
	}
	n.longest = max(n.longest, n.longestOf(&n.parts[n.places[i].part]))
}

// longestOf returns a time after the end of a transmission in a domain after which nothing of it is on any
// of its cables.
func (n *Network) longestOf(p *part) phy.Time {
	return 2*p.Span() + n.config.Segments[p.Segments[0]].Params.SlotTime + n.config.inPHYs(p)
}
