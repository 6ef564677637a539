package lan

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// hubs puts one or two repeaters of any delays between the stations and the port of the first cable of a network:
// stations stay on that cable, or get links of their own.
func (c *Config) hubs(t *rapid.T) {
	bit := c.Segments[0].Params.BitTime
	bits := func(name string, n ...float64) phy.Time {
		return phy.Time(rapid.SampledFrom(n).Draw(t, name) * float64(bit))
	}
	values := func(s *domain.Segment) {
		s.TransmittingEnd, s.Middle = bits("end", 0, 5, 16, 40), bits("middle", 0, 11, 40)
	}
	values(&c.Segments[0].Segment)
	for k := range rapid.IntRange(1, 2).Draw(t, "hubs") {
		r := domain.Repeater{
			Name: fmt.Sprint("hub", k), Delay: bits("delay", 8, 8, 0, 46, 100, 700), JamDelay: bits("jam delay", 6.5, 6.5, 0, 30, 120),
			JamEnd: bits("jam end", 5, 0, 200), Recovery: bits("recovery", 0, 0, 9, 60, 300), Reconnect: bits("reconnect", 512, 700),
			PartitionAfter: rapid.SampledFrom([]int{32, 2, 1, 0}).Draw(t, "partition"), ReconnectSend: rapid.Bool().Draw(t, "on send"),
			Lockup: bits("lockup", 0, 50000, 900), Jabber: bits("jabber", 0, 0, 1000), FalseCarriers: rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "false carriers"),
			Variation: rapid.SampledFrom([]domain.Variation{domain.NoVariation, domain.NoVariation, domain.WorstVariation, domain.RandomVariation}).Draw(t, "variation"),
		}
		if k == 0 {
			r.Ports = []domain.Port{{To: "c0", End: domain.End{At: phy.Time(rapid.IntRange(0, 300).Draw(t, "at")) * 100 * phy.Nanosecond}}}
		} else { // a chain
			far := c.link("chain", bits("chain", 0, 3, 90), values)
			first := &c.Repeaters[k-1]
			first.Ports = append(first.Ports, domain.Port{To: r.Name, End: domain.End{Segment: far.Segment}})
			r.Ports = []domain.Port{{To: first.Name, End: far}}
		}
		c.Repeaters = append(c.Repeaters, r)
	}
	plug := func(name string, e *domain.End) {
		if rapid.IntRange(0, 3).Draw(t, "stays") == 0 {
			return
		}
		r := &c.Repeaters[rapid.IntRange(0, len(c.Repeaters)-1).Draw(t, "at hub")]
		*e = c.link(name, bits("link", 0, 5, 5, 17, 60), values)
		r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: e.Segment}})
	}
	for i := range c.Stations {
		if s := &c.Stations[i]; s.End.Segment == 0 {
			if s.Params == nil {
				s.Params = &c.Segments[0].Params
			}
			plug(s.Name, &s.End)
		}
	}
	plug("sw", &c.Bridges[0].Ports[0].End)
}

// link adds a link, and returns its far end.
func (c *Config) link(name string, delay phy.Time, values func(*domain.Segment)) domain.End {
	s := Segment{Segment: domain.Segment{Name: "link of " + name, Link: true, Delay: delay}, Params: c.Segments[0].Params}
	values(&s.Segment)
	c.Segments = append(c.Segments, s)
	return domain.End{Segment: len(c.Segments) - 1, At: delay}
}

// The same of hubs with any delays, whose stations may differ in their rules.
func TestAHubKeepsItsPromises(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := odd(t)
		c.hubs(t)
		keepPromises(t, c, 8*phy.Millisecond)
	})
}
