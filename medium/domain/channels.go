package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/phy"
)

// segment is a segment of the configuration and what is plugged into it.
type segment struct {
	Segment
	channel         int32    // of a cable, or of a link that is one; -1: none
	far             phy.Time // the place of the last thing on it
	stations, ports []int32
}

// addSegments plugs stations and ports into their segments.
func (n *Network) addSegments(c *Config) {
	at := make([]segment, len(c.Segments))
	apart := c.apart()
	n.segments = at
	for i := range c.Stations {
		s := &at[c.Stations[i].End.Segment]
		s.far = max(s.far, c.Stations[i].End.At)
		s.stations = append(s.stations, int32(i))
		n.stations[i].pos = c.Stations[i].End.At
		n.stations[i].segment = int32(c.Stations[i].End.Segment)
	}
	for k := range c.Repeaters {
		x := &c.Repeaters[k]
		r := repeater{Repeater: *x, number: int32(k), first: int32(len(n.ports)), count: int32(len(x.Ports)), channel: none, sending: -1}
		for j, p := range x.Ports {
			name := x.Name + "/" + p.To
			s := &c.Segments[p.End.Segment]
			plugged := &at[p.End.Segment]
			plugged.ports, plugged.far = append(plugged.ports, int32(len(n.ports))), max(plugged.far, p.End.At)
			n.names = append(n.names, name)
			x := port{
				to: p.To, repeater: int32(k), number: int32(j), enabled: !p.Disabled, cable: none, station: none, far: none,
				pos: p.End.At, delay: s.Delay, end: s.TransmittingEnd, mid: s.Middle,
				rng: backoff.NewRand(c.Seed, name, "variability"), beginAt: phy.Forever,
			}
			if p.Disabled && c.enables(name) {
				x.shut, x.shutNext = portOff, portOff
			}
			n.ports = append(n.ports, x)
		}
		n.repeaters = append(n.repeaters, r)
	}
	for k := range c.Segments {
		s := &at[k]
		s.Segment, s.channel = c.Segments[k], none
		s.ports = slices.DeleteFunc(s.ports, func(p int32) bool { return n.ports[p].disused() })
		switch {
		case c.Segments[k].Link && len(s.ports) == 2:
			n.ports[s.ports[0]].far, n.ports[s.ports[1]].far = s.ports[1], s.ports[0]
			n.materialize(s.ports...)
		case c.Segments[k].Link && len(s.ports) == 1 && len(s.stations) == 1 && !apart[k]:
			p, i := s.ports[0], s.stations[0]
			n.ports[p].station, n.stations[i].port = i, p
			n.stations[i].pos = c.Segments[k].Delay
			n.join(n.hubOf(n.ports[p].repeater), i)
		case len(s.stations) > 0 || len(s.ports) > 0 && !c.Segments[k].Link:
			channel := n.addChannel(channel{repeater: none, apart: s.Link && len(s.ports) == 1 && len(s.stations) == 1})
			s.channel = channel
			for _, i := range s.stations {
				if n.join(channel, i); s.Star {
					n.stations[i].star, n.stations[i].pos = true, s.Delay
				}
			}
			n.channels[channel].ports = s.ports
			if c.Changeable && !s.Star {
				n.channels[channel].near, n.channels[channel].far = 0, max(s.Delay, s.far)
			}
			for _, p := range s.ports {
				n.ports[p].cable = channel
			}
			n.materialize(s.ports...)
		}
	}
	for k := range n.channels {
		n.measureChannel(&n.channels[k])
	}
}

// materialize records that ports send signals of their own.
func (n *Network) materialize(ports ...int32) {
	for _, p := range ports {
		r := &n.repeaters[n.ports[p].repeater]
		r.material = append(r.material, p)
	}
}

func (n *Network) addChannel(c channel) int32 {
	c.index, c.lastEnd, c.oldEnd, c.farthest = int32(len(n.channels)), -phy.Forever, -phy.Forever, none
	c.near, c.far = phy.Forever, -phy.Forever
	n.channels = append(n.channels, c)
	return c.index
}

// hubOf returns the channel of the stations on a repeater's links.
func (n *Network) hubOf(k int32) int32 {
	r := &n.repeaters[k]
	if r.channel < 0 {
		r.channel = n.addChannel(channel{hub: true, repeater: k})
	}
	return r.channel
}

// join adds a station to a channel.
func (n *Network) join(k, i int32) {
	c := &n.channels[k]
	st := &n.stations[i]
	st.channel = k
	c.picky = c.picky || st.rules.RxGap > 0 || st.full
	c.fresh = c.fresh || st.rules.GapAfterBackoff
	c.stations = append(c.stations, i)
	for j := range c.classes {
		if x := &c.classes[j]; x.rules.MinFrame == st.rules.MinFrame && x.rules.MaxFrame == st.rules.MaxFrame {
			st.class, x.places = int32(j), nil
			return
		}
	}
	st.class = int32(len(c.classes))
	c.classes = append(c.classes, class{rules: st.rules})
}

func (n *Network) measureChannel(c *channel) {
	if extended {
		n.measureDuplex(c)
	}
	if c.hub {
		for _, i := range c.stations {
			switch d := n.stations[i].pos; {
			case c.farthest < 0 || d > c.span:
				if c.farthest >= 0 {
					c.second = c.span
				}
				c.span, c.farthest = d, i
			default:
				c.second = max(c.second, d)
			}
		}
		return
	}
	c.left, c.right = phy.Forever, -phy.Forever
	for _, i := range c.stations {
		c.left, c.right = min(c.left, n.stations[i].pos), max(c.right, n.stations[i].pos)
	}
	for _, p := range c.ports {
		if x := &n.ports[p]; x.enabled {
			c.left, c.right = min(c.left, x.pos), max(c.right, x.pos)
		}
	}
	c.span = max(0, c.right-c.left)
	if n.isStar(c) {
		c.left, c.right, c.span = 0, n.stations[c.stations[0]].pos, 0
		if len(c.stations) > 1 {
			c.span = c.right
		}
	}
}
