package player

import (
	"context"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/scene"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/lan"
)

// build makes the network, at time 0.
func (p *Player) build() (medium.Network, error) { return p.Scenario.Network() }

// stage makes the network, and the scene of what the page shows of it.
func (p *Player) stage() (medium.Network, Picture, error) {
	net, err := p.build()
	if err != nil {
		return nil, nil, err
	}
	s := p.Scenario
	if net, several := net.(*lan.Network); several {
		path, err := scene.OfPath(net, s.LAN(), p.ends[0], p.ends[1])
		return net, path, err
	}
	if cable, ok := net.(scenario.Cable); ok {
		return net, scene.New(cable, &s.Config, s.Length), nil
	}
	return net, scene.NewCrowd(net), nil
}

// chooseEnds chooses the ends of the path of a network.
func (p *Player) chooseEnds() error {
	c := p.Scenario.LAN()
	if c == nil {
		return nil
	}
	if len(c.Stations) == 1 {
		p.ends = [2]int{} // the picture is that of its segment
		return nil
	}
	if p.path == nil || len(p.path) == 2 && p.path[0] == p.path[1] { // the only station, before there were others
		a, b, meets, _, err := scene.Ends(context.Background(), c, p.end())
		p.ends, p.meets = [2]int{a, b}, meets
		return err
	}
	for k := range p.ends {
		i := -1
		if k < len(p.path) {
			i = slices.IndexFunc(p.Scenario.Config.Stations, func(s bus.Station) bool { return s.Name == p.path[k] })
		}
		if i < 0 {
			return fmt.Errorf("a path needs the names of two stations; %q are not", p.path)
		}
		p.ends[k] = i
	}
	return nil
}
