package domain

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Cable returns the configuration of a network that is one cable of a length, or one star. Its
// results and events are those of package bus, as long as no change occurs that package bus refuses.
func Cable(c bus.Config, length phy.Time) Config {
	if c.Params == (mac.Params{}) {
		c.Params = mac.For(phy.Ethernet10)
	}
	d := Config{
		Seed: c.Seed, Warmup: c.Warmup, Until: c.Until, Timeline: c.Timeline, Part: c.Part, Kind: "bus",
		Segments: []Segment{{Name: c.Segment, Delay: length}},
	}
	if c.Shape.IsStar() {
		d.Kind, d.Segments[0].Star, d.Segments[0].Delay = "star", true, c.Shape.Delay()
	}
	d.Stations = make([]Station, len(c.Stations))
	for i := range c.Stations {
		s := c.Stations[i]
		if s.Params == nil {
			s.Params = &c.Params
		}
		d.Stations[i] = Station{Station: s, End: End{At: s.At}}
	}
	return d
}
