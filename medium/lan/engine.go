package lan

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// engine is the engine of one collision domain: a [bus.Network], or a [domain.Network] if the domain
// has repeaters or an end that is full duplex.
type engine interface {
	Run(until phy.Time) error
	Inject(station int, at phy.Time, f medium.Frame) error
	Deliver(station int, f func(at phy.Time, f medium.Frame))
	Arriving()
	Ahead(station int, known func(f *medium.Frame, at phy.Time), coming func(to int32, at phy.Time)) (soonest, unknown phy.Time)
	Interrupt()
	Observe(medium.Observer)

	Now() phy.Time
	Next() phy.Time
	Idle() bool
	Quiet() phy.Time
	Span() phy.Time
	Params(station int) mac.Params
	Address(destination int32) phy.Address
	Destination(phy.Address) int32

	Frames() medium.PartFrames
	Delivered(station int) (frames, octets uint64)
	Tally() medium.Tally
	Result() *medium.Result
	Release()
	Change(medium.Change) error
}

// part is a domain of a network, with its engine. The stations of the engine are those of the
// domain, then the ports of bridges.
type part struct {
	Domain
	engine
	seams *medium.Part

	// What the engine reported since the last barrier, in any order.
	heard    []heard
	fates    []medium.Transit
	stations []heard  // for the hooks of stations
	events   []placed // that have not been shown
	inOrder  int      // the number of the first of them that are in order
	told     int      // and of those that are shown now
	err      error

	timeline []medium.Change // what changes in the domain

	pause  int32   // the destination of PAUSE frames here, or nowhere
	abroad []int32 // by index of an address here: whose it is in the network, + 1; 0: not asked yet

	*pace
	shortest phy.Time // the least time that a bridge takes to send a frame here
	frame    phy.Time // the least duration of a frame of any station or port
	fragment phy.Time // and that of a transmission that collides
	mayFail  bool     // a policy of it can fail
	inbox    inbox

	patience
}

// pace is how far a domain is. The paces of all domains are side by side, since all of them are looked at at every barrier.
type pace struct {
	reached phy.Time // up to which the domain has been run
	limit   phy.Time // up to which it is run next
	moved   bool     // it has run, or something was added to it, since its ports last looked ahead
}

// Inject queues a frame in the domain.
func (p *part) Inject(station int, at phy.Time, f medium.Frame) error {
	p.moved = true
	return p.engine.Inject(station, at, f)
}

// Change adds a change to the domain.
func (p *part) Change(c medium.Change) error {
	p.moved = true
	return p.engine.Change(c)
}

// heard is a frame that the hook of a port or station had.
type heard struct {
	at    phy.Time
	part  int32
	local int32 // number in the engine
	frame medium.Frame
}

// portOf returns the number of the port that heard a frame.
func (p *part) portOf(h *heard) int32 { return -1 - p.seams.Stations[h.local] }

// paramsOf returns the rules of a station: its own, or those of its segment.
func (c *Config) paramsOf(station int) *mac.Params {
	s := &c.Stations[station]
	if s.Params != nil {
		return s.Params
	}
	return &c.Segments[s.End.Segment].Params
}

// newEngine makes the engine of a domain.
func (n *Network) newEngine(c *Config, d *part) (engine, error) {
	stations := make([]domain.Station, 0, len(d.Stations)+len(d.Ports))
	for _, i := range d.Stations {
		s := c.Stations[i]
		s.Address = n.known.Address(int32(i))
		s.Params = c.paramsOf(i)
		stations = append(stations, s)
	}
	for _, p := range d.Ports {
		b := &c.Bridges[p.Bridge]
		port := &b.Ports[p.Port]
		stations = append(stations, domain.Station{
			Station: bus.Station{
				Name: portName(b.Name, port.To), Address: n.portAddress(n.port(p)), Queue: b.Queue,
				Params: &c.Segments[port.End.Segment].Params,
			},
			End: port.End, ObeyPause: port.ObeyPause,
		})
	}
	first := &c.Segments[d.Segments[0]]
	if k := slices.IndexFunc(d.Segments, func(k int) bool { return c.Segments[k].Multidrop != nil }); k >= 0 {
		return newMultidrop(c, d, stations)
	}
	if d.shared(stations) && !anyRxGap(stations) && !c.grows() && !changes(d.timeline) {
		b := bus.Config{Params: first.Params, Seed: c.Seed, Warmup: c.Warmup, Part: d.seams, Timeline: d.timeline, Segment: first.Name}
		if first.Star {
			b.Shape = bus.Star(first.Delay)
		}
		for i := range stations {
			s := stations[i].Station
			s.At = stations[i].End.At
			b.Stations = append(b.Stations, s)
		}
		return bus.New(b)
	}
	return newDomain(c, d, stations)
}

// shared reports whether a domain is one half-duplex cable, star or link.
func (d *Domain) shared(stations []domain.Station) bool {
	return len(d.Repeaters) == 0 && !slices.ContainsFunc(stations, func(s domain.Station) bool { return s.End.Full })
}

// anyRxGap reports whether a receiver needs a gap before a frame.
func anyRxGap(stations []domain.Station) bool {
	return slices.ContainsFunc(stations, func(s domain.Station) bool { return s.Params.RxGap > 0 })
}

// newDomain makes the engine of a domain that package bus does not simulate. Segments are numbered
// anew.
func newDomain(c *Config, d *part, stations []domain.Station) (engine, error) {
	x := domain.Config{Seed: c.Seed, Warmup: c.Warmup, Part: d.seams, Stations: stations, Timeline: d.timeline}
	switch {
	case d.Full:
		x.Kind = medium.FullDuplex
	case d.shared(stations):
		if x.Kind = "bus"; c.Segments[d.Segments[0]].Star {
			x.Kind = "star"
		}
	}
	number := make(map[int]int, len(d.Segments))
	for k, segment := range d.Segments {
		number[segment] = k
		s := c.Segments[segment].Segment
		s.Star = s.Star || c.Segments[segment].Star
		x.Segments = append(x.Segments, s)
	}
	for i := range x.Stations {
		e := &x.Stations[i].End
		e.Segment = number[e.Segment]
	}
	for _, i := range d.Repeaters {
		r := c.Repeaters[i]
		r.Ports = slices.Clone(r.Ports)
		for k := range r.Ports {
			e := &r.Ports[k].End
			e.Segment = number[e.Segment]
		}
		x.Repeaters = append(x.Repeaters, r)
	}
	x.Changeable = c.Changeable
	return domain.New(x)
}
