package lan

import (
	"errors"
	"slices"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// Node is what a station or a port of a bridge is on a multidrop bus of 10BASE-T1S. The zero value is a
// node without PLCA, with the latencies of its bus.
type Node struct {
	PLCA    *plca.Params // nil: PLCA is off, and the node is plain CSMA/CD
	Latency *t1s.Latency // of its PHY; nil: that of the bus
	Phase   *phy.Time    // of the clock of its MII; nil: drawn
}

// newMultidrop makes the engine of a domain that is a multidrop bus.
func newMultidrop(c *Config, d *part, stations []domain.Station) (engine, error) {
	s := &c.Segments[d.Segments[0]]
	if len(d.Segments) > 1 || s.Link || s.Star || !d.shared(stations) {
		return nil, errors.New("lan: a multidrop bus is one cable, without repeaters and full duplex")
	}
	x := t1s.Config{
		Seed: c.Seed, Warmup: c.Warmup, Params: s.Params, Latency: *s.Multidrop, Segment: s.Name, Part: d.seams, Timeline: d.timeline,
	}
	for i := range stations {
		own := stations[i].Station
		own.At = stations[i].End.At
		n := c.nodeOf(d, i)
		x.Stations = append(x.Stations, t1s.Station{Station: own, PLCA: n.PLCA, Latency: n.Latency, Phase: n.Phase})
	}
	return t1s.New(x)
}

// nodeOf returns what the i-th of the stations and ports of a domain is on a multidrop bus.
func (c *Config) nodeOf(d *part, i int) Node {
	if own := len(d.Stations); i >= own {
		p := d.Ports[i-own]
		return c.Bridges[p.Bridge].Ports[p.Port].Node
	}
	if c.Nodes == nil {
		return Node{}
	}
	return c.Nodes[d.Stations[i]]
}

// inPHYs returns a time after the end of a transmission of a MAC after which nothing of it is in the PHYs of a
// multidrop bus.
func (c *Config) inPHYs(d *part) (t phy.Time) {
	bus := c.Segments[d.Segments[0]].Multidrop
	if bus == nil {
		return 0
	}
	for i := range len(d.Stations) + len(d.Ports) {
		l := bus
		if n := c.nodeOf(d, i); n.Latency != nil {
			l = n.Latency
		}
		t = max(t, l.Tx+l.Tail+l.MII+max(l.CRSOff, l.RxOff))
	}
	return plca.DelayLine + 2*t
}

// idles returns the instant up to which the domains may be run without passing the instant at which nothing is
// to be sent any more, if there is a multidrop bus: its nodes go on sending BEACONs. As long as nothing happens in
// a domain that is not idle, the network is not.
func (n *Network) idles() phy.Time {
	if !n.multidrop {
		return phy.Forever
	}
	next := n.now
	for k := range n.parts {
		p := &n.parts[k]
		if p.engine != nil && !p.engine.Idle() {
			next = max(next, p.Next())
		}
		next = max(next, p.inbox.last())
	}
	for k := range n.heard {
		next = max(next, n.heard[k].at)
	}
	return min(next, phy.Forever-1) + 1
}

// hasNode reports whether a port of a bridge, such as sw/bus1, is a node of a multidrop bus.
func (n *Network) hasNode(d *part, name string) bool {
	return n.config.Segments[d.Segments[0]].Multidrop != nil && slices.ContainsFunc(d.Ports, func(p PortRef) bool {
		b := &n.config.Bridges[p.Bridge]
		return portName(b.Name, b.Ports[p.Port].To) == name
	})
}

// PLCA returns the parameters that a station has now, and whether its plca_status is OK, as
// [github.com/csmacd/csmacd/medium/t1s.Network.PLCA] does. The parameters of a station on another segment are nil.
func (n *Network) PLCA(station int) (p *plca.Params, ok bool) {
	at := n.places[station]
	if bus, is := n.parts[at.part].engine.(*t1s.Network); is {
		return bus.PLCA(int(at.local))
	}
	return nil, false
}

// PLCAOfPort is [Network.PLCA] for a port of a bridge, such as sw/bus1. found is false if there is no such port on a
// multidrop bus.
func (n *Network) PLCAOfPort(name string) (p *plca.Params, ok, found bool) {
	for k := range n.parts {
		bus, is := n.parts[k].engine.(*t1s.Network)
		if !is {
			continue
		}
		for i, ref := range n.parts[k].Ports {
			b := &n.config.Bridges[ref.Bridge]
			if portName(b.Name, b.Ports[ref.Port].To) == name {
				p, ok = bus.PLCA(len(n.parts[k].Stations) + i)
				return p, ok, true
			}
		}
	}
	return nil, false, false
}

// InStep returns the number of nodes that have PLCA, or had it, and the number of those whose plca_status is OK now.
func (n *Network) InStep() (nodes, ok int) {
	for k := range n.parts {
		if bus, is := n.parts[k].engine.(*t1s.Network); is {
			more, well := bus.InStep()
			nodes, ok = nodes+more, ok+well
		}
	}
	return nodes, ok
}
