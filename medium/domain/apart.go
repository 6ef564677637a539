package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
)

// The stations on the links of a repeater share a channel, in which all hear the same. What can change
// has a channel of its own: a link whose station, whose port or whose condition may become another is
// simulated as a cable with two ends. Its results are the same. If a link may have bit errors only, it stays in the
// channel of all (see links).

// apart returns, by segment, whether something on it can change. A queue and a policy are not on it.
func (c *Config) apart() []bool {
	apart := make([]bool, len(c.Segments))
	mark := func(segment int) { apart[segment] = true }
	for k := range apart {
		apart[k] = c.Changeable || slices.ContainsFunc(c.Timeline, func(x medium.Change) bool {
			ofSegment := !x.Kind.OfStation() && !x.Kind.OfPort() && x.Kind != medium.Add
			return ofSegment && (!extended || x.Kind != medium.BitErrors) && (x.Segment == c.Segments[k].Name || x.Segment == "")
		})
	}
	for _, x := range c.Timeline {
		switch {
		case x.Kind.OfPort():
			c.eachPort(func(p *Port, name string) {
				if name == x.Port {
					mark(p.End.Segment)
				}
			})
		case x.Kind.OfStation() && x.Kind != medium.Queue && x.Kind != medium.Policy:
			for i := range c.Stations {
				if c.Stations[i].Name == x.Station {
					mark(c.Stations[i].End.Segment)
				}
			}
		}
	}
	return apart
}

// eachPort calls f for each port of the repeaters, with its name in a network.
func (c *Config) eachPort(f func(p *Port, name string)) {
	for k := range c.Repeaters {
		r := &c.Repeaters[k]
		for j := range r.Ports {
			f(&r.Ports[j], r.Name+"/"+r.Ports[j].To)
		}
	}
}

// enables reports whether a port that is disabled can be enabled later.
func (c *Config) enables(port string) bool {
	return c.Changeable || slices.ContainsFunc(c.Timeline, func(x medium.Change) bool { return x.Kind.OfPort() && x.Port == port })
}
