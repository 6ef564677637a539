package turns

import (
	"errors"

	"github.com/csmacd/csmacd/internal/scenario"
	shared "github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/medium/t1s"
)

// Network is the result for a network: a report for each of its buses that has PLCA or latencies.
type Network struct {
	Buses []*Report `json:"buses"`
}

// OfNetwork returns what the formulas say of the buses of a network, as [Of] does of a single one. A port of a
// bridge sends frames of any length.
func OfNetwork(s *scenario.Scenario, size int) (*Network, error) {
	c := s.LAN()
	hosts := map[int]bool{}
	for _, h := range s.Attached {
		hosts[h.Station] = true
	}
	all := &Network{}
	for k := range c.Segments {
		if c.Segments[k].Multidrop == nil {
			continue
		}
		x := segment(c, k, hosts)
		x.size = size
		if err := x.read(); errors.Is(err, errNoCoordinator) {
			continue // of a bus with latencies alone, too
		} else if err != nil {
			return nil, err
		}
		r := x.report()
		r.Bus = c.Segments[k].Name
		if err := x.measure(r); err != nil {
			return nil, err
		}
		all.Buses = append(all.Buses, r)
	}
	if len(all.Buses) == 0 {
		return nil, errors.New("has no bus with PLCA: write phy: 10base-t1s at a segment of kind bus, and plca at its stations and ports")
	}
	return all, nil
}

// segment returns a bus of a network by itself: its stations, and the ports that are plugged into it.
func segment(c *lan.Config, k int, hosts map[int]bool) *calculation {
	s := &c.Segments[k]
	x := &calculation{length: s.Delay, hosts: map[int]bool{}, config: &t1s.Config{Seed: c.Seed, Params: s.Params, Latency: *s.Multidrop, Segment: s.Name}}
	add := func(own shared.Station, n lan.Node, host bool) {
		x.hosts[len(x.config.Stations)] = host
		x.config.Stations = append(x.config.Stations, t1s.Station{Station: own, PLCA: n.PLCA, Latency: n.Latency, Phase: n.Phase})
	}
	for i := range c.Stations {
		if st := &c.Stations[i]; st.End.Segment == k {
			own, n := st.Station, lan.Node{}
			if own.At = st.End.At; c.Nodes != nil {
				n = c.Nodes[i]
			}
			add(own, n, hosts[i])
		}
	}
	for b := range c.Bridges {
		for p := range c.Bridges[b].Ports {
			if port := &c.Bridges[b].Ports[p]; port.End.Segment == k {
				add(shared.Station{Name: c.Bridges[b].Name + "/" + port.To, At: port.End.At}, port.Node, true)
			}
		}
	}
	return x
}
