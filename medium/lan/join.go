package lan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A station joins a cable or star of a network. It has the next number, in the network and in its domain;
// the numbers of ports follow. All domains run up to its instant before it joins: then they know of it
// when they go on.

// joining is a station that is to join.
type joining struct {
	at      phy.Time
	part    int32
	station domain.Station
}

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
		s.Address = phy.StationAddress(len(n.config.Stations) + len(n.joins) + len(n.ports))
	}
	j := joining{c.At, k, s}
	s.End.Segment = local
	c.Segment, c.New = "", s
	if err := to(p, c); err != nil {
		return err
	}
	at, _ := slices.BinarySearchFunc(n.joins, c.At+1, func(x joining, t phy.Time) int { return cmp.Compare(x.at, t) })
	n.joins = slices.Insert(n.joins, at, j)
	return nil
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
	return name == "" || slices.ContainsFunc(n.joins, func(j joining) bool { return j.station.Name == name })
}

// joinAll lets the stations join whose instant has come. All domains have been run up to it, and what
// happened before has been shown.
func (n *Network) joinAll() {
	before := n.Len()
	for len(n.joins) > 0 && n.joins[0].at <= n.now {
		j := n.joins[0]
		if err := n.welcome(&j); err != nil {
			n.err = fmt.Errorf("add at %v: station %q: %w", j.at, j.station.Name, err)
			return
		}
		n.joins = n.joins[1:]
		n.join(&j)
	}
	if n.Len() == before {
		return
	}
	for i := before; i < n.Len(); i++ {
		p := &n.parts[n.places[i].part]
		p.engine.(*domain.Network).MakeChanges()
	}
	for k := range n.parts {
		n.parts[k].moved = true
	}
	for i := before; i < n.Len(); i++ {
		n.tell(i)
	}
}

// welcome records the address of a station that joins. It returns an error if the address is taken.
func (n *Network) welcome(j *joining) error {
	for q := range n.ports {
		if n.portAddress(int32(q)) == j.station.Address {
			return fmt.Errorf("the address %v is that of %s", j.station.Address, n.Name(n.Len()+n.repeated+q))
		}
	}
	return n.known.Join(j.station.Address)
}

// join adds a station to what the network knows.
func (n *Network) join(j *joining) {
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
