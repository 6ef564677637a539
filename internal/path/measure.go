package path

import (
	"slices"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// probe is a collision domain in which only the two ends of a path send.
type probe struct {
	domain.Config
	bit phy.Time
}

// newProbe returns the domain with the ends of a path as its stations. Its repeaters shrink each
// gap as much as clause 13 allows.
func newProbe(c *lan.Config, d *lan.Domain, p *Path) *probe {
	number := map[int]int{} // of a segment in the probe, by that in the network
	x := &probe{}
	for i, k := range d.Segments {
		number[k] = i
		x.Segments = append(x.Segments, c.Segments[k].Segment)
	}
	here := func(e domain.End) domain.End {
		e.Segment = number[e.Segment]
		return e
	}
	for _, k := range d.Repeaters {
		r := c.Repeaters[k]
		r.Variation = domain.WorstVariation
		r.Ports = slices.Clone(r.Ports)
		for i := range r.Ports {
			r.Ports[i].End = here(r.Ports[i].End)
		}
		x.Repeaters = append(x.Repeaters, r)
	}
	x.Stations = make([]domain.Station, 2)
	plug := func(name string, e domain.End) {
		for i, end := range []string{p.From, p.To} {
			if name == end {
				params := c.Segments[e.Segment].Params
				x.bit = params.BitTime
				x.Stations[i] = domain.Station{Station: bus.Station{Name: name, Params: &params}, End: here(e)}
				x.Stations[i].End.Full = false
			}
		}
	}
	for _, i := range d.Stations {
		plug(c.Stations[i].Name, c.Stations[i].End)
	}
	for _, ref := range d.Ports {
		b := &c.Bridges[ref.Bridge]
		plug(b.Name+"/"+b.Ports[ref.Port].To, b.Ports[ref.Port].End)
	}
	return x
}

// sends makes an end of the path, 0 or 1, send frames of the greatest size, which are queued at
// the instants given.
func (x *probe) sends(end int, starts ...phy.Time) {
	s := &x.Stations[end]
	s.Traffic = []traffic.Source{{
		Kind: traffic.KindFrames, Starts: starts, Size: traffic.Octets(s.Params.MaxFrame),
		To: traffic.To{Whom: traffic.ToStation, Station: 1 - end},
	}}
}

// times returns the first instants of a kind of event at an end of the path.
func (x *probe) times(end int, kinds ...medium.Kind) ([]phy.Time, error) {
	n, err := domain.New(x.Config)
	if err != nil {
		return nil, err
	}
	w := &watch{end: int32(end), kinds: medium.Of(kinds...)}
	n.Observe(w)
	err = n.Run(10 * x.Stations[0].Params.Duration(x.Stations[0].Params.MaxFrame))
	return w.at, err
}

// watch notes the instants of events.
type watch struct {
	end   int32
	kinds medium.Kinds
	at    []phy.Time
}

func (w *watch) Interest() medium.Interest { return medium.Interest{Kinds: w.kinds} }

func (w *watch) Observe(e *medium.Event) {
	if e.Station == w.end && w.kinds.Has(e.Kind) {
		w.at = append(w.at, e.At)
	}
}

// measure runs a path in the engine. It leaves values out that do not exist, because a port is
// disabled, for example.
func (p *Path) measure(c *lan.Config, d *lan.Domain) error {
	x := newProbe(c, d, p)
	inBits := func(t phy.Time) *float64 {
		bits := rounded(float64(t) / float64(x.bit))
		return &bits
	}
	// Two frames without more than a gap in between.
	x.sends(0, 0, 0)
	edges, err := x.times(1, medium.CarrierOn, medium.CarrierOff)
	if err != nil || len(edges) == 0 {
		return err
	}
	if len(edges) > 2 && !p.fast {
		p.Gap = inBits(edges[2] - edges[1])
	}
	// The other end starts just as the first bit arrives: the last instant at which it can.
	x.sends(0, 0)
	x.sends(1, edges[0])
	collisions, err := x.times(0, medium.Collision)
	if len(collisions) > 0 {
		p.RoundTrip = inBits(collisions[0])
	}
	return err
}
