package scenario

import (
	"slices"
	"strings"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// wiring is what a network has besides the stations of a Config.
type wiring struct {
	segments  []lan.Segment
	repeaters []domain.Repeater
	bridges   []lan.Bridge
	ends      []domain.End // by station
	obey      []bool       // by station: it obeys PAUSE
	nodes     []lan.Node   // by station: what it is on a bus with PLCA or latencies; nil: there is none
	topology  Topology
}

// LAN returns the configuration of a network, or nil if the scenario has one medium. The caller
// may have changed Config before: its seed, its end, addresses of stations.
func (s *Scenario) LAN() *lan.Config {
	w := s.wiring
	if w == nil {
		return nil
	}
	c := &lan.Config{
		Seed: s.Config.Seed, Warmup: s.Config.Warmup, Until: s.Config.Until,
		Segments: w.segments, Repeaters: w.repeaters, Bridges: w.bridges, Timeline: s.Config.Timeline, Changeable: s.Changeable,
		Stations: make([]domain.Station, len(s.Config.Stations)), Nodes: w.nodes,
	}
	for i := range c.Stations {
		c.Stations[i] = domain.Station{Station: s.Config.Stations[i], End: w.ends[i], ObeyPause: w.obey[i]}
	}
	return c
}

// topOfNetwork completes a network, and reports what is wrong with it as a whole.
func (r *reader) topOfNetwork() {
	s := &r.scenario
	s.Kind, s.Length = "network", 0
	if len(r.Problems.List) > 0 {
		return
	}
	w := &wiring{ends: make([]domain.End, len(s.Config.Stations)), obey: make([]bool, len(s.Config.Stations))}
	s.wiring = w
	of := map[*segment]int{}
	for i, cable := range r.net.segments {
		of[cable] = i
		w.segments = append(w.segments, r.segmentOf(cable.name, cable.line, cable.star, max(cable.delay, cable.length)))
	}
	segments := make([]int, len(r.net.wires)) // by wire
	for i := range r.net.wires {
		wire := &r.net.wires[i]
		if k := wire.tap(); k >= 0 {
			segments[i] = of[wire.ends[k].segment]
			continue
		}
		segments[i] = len(w.segments)
		link := r.segmentOf(wire.ends[0].name+"-"+wire.ends[1].name, wire.line, false, wire.delay())
		link.Link = true
		w.segments = append(w.segments, link)
	}
	end := func(wire, k int) domain.End {
		l := &r.net.wires[wire]
		e := domain.End{Segment: segments[wire], At: l.place, Full: l.full[k]}
		if l.tap() < 0 && k == 1 {
			e.At = l.delay()
		}
		return e
	}
	for _, g := range r.groups {
		for i := range g.Count {
			w.obey[g.First+i] = g.obeyPause
		}
	}
	for i := range r.net.wires {
		for k, t := range r.net.wires[i].ends {
			if t.segment == nil && t.device == nil {
				w.ends[t.station] = end(i, k)
			}
		}
	}
	r.multidropIn(w)
	for _, d := range r.net.devices {
		if d.kind == repeater {
			d.Repeater.Name = d.name
			for _, p := range d.ports {
				d.Repeater.Ports = append(d.Repeater.Ports, domain.Port{To: r.portTo(p), End: end(p.wire, p.end), Disabled: p.disabled})
			}
			w.repeaters = append(w.repeaters, d.Repeater)
			continue
		}
		d.Bridge.Name = d.name
		for _, p := range d.ports {
			d.Bridge.Ports = append(d.Bridge.Ports, lan.BridgePort{To: r.portTo(p), End: end(p.wire, p.end), ObeyPause: p.obeyPause, Node: p.node})
		}
		w.bridges = append(w.bridges, d.Bridge)
	}
	w.topology = r.topology(segments)
	r.checkLoop()
	r.checkPossibleIn()
	r.warnNetwork()
}

// delay returns the delay between the ends of a link.
func (w *wire) delay() phy.Time {
	c := cable{velocity: w.line.Velocity}
	return c.at(w.length)
}

// segmentOf returns a segment with the rules of the MACs on it.
func (r *reader) segmentOf(name string, line phy.Line, star bool, delay phy.Time) lan.Segment {
	transmitting, middle := Variability(line)
	s := lan.Segment{Star: star, Segment: domain.Segment{Name: name, Delay: delay, Multidrop: line.Name == t1sName,
		TransmittingEnd: phy.Time(2*transmitting) * line.BitTime / 2, Middle: phy.Time(2*middle) * line.BitTime / 2,
	}}
	var p mac.Params
	r.on(line, func() { p = r.rules.Params })
	s.Params = p
	return s
}

// Variability returns the path variability values of a segment in bit times (13.4.2): of the
// segment of the sender, and of a segment in the middle of a path. Lines of other rates than 10 Mb/s
// have none.
func Variability(l phy.Line) (transmittingEnd, middle float64) {
	switch l.Name {
	case "10base5", "10base2":
		return 16, 11
	case "10base-t", "10base-fl":
		return 10.5, 8
	}
	return 0, 0
}

// checkLoop reports a loop, at the wire that closes it.
func (r *reader) checkLoop() {
	c := r.scenario.LAN()
	loop := c.Loop()
	if loop == nil {
		return
	}
	device := r.net.things[loop[0]]
	at := device.at
	for _, p := range device.device.ports {
		w := &r.net.wires[p.wire]
		if name := w.ends[1-p.end].name; name == loop[len(loop)-1] || w.ends[0].name+"-"+w.ends[1].name == loop[len(loop)-1] {
			at = w.node
		}
	}
	names := slices.DeleteFunc(loop, func(name string) bool { return r.net.things[name] == nil })
	what, why := "A signal", ""
	for _, name := range names {
		if d := r.net.things[name].device; d != nil && d.kind == bridge {
			what, why = "Frames", ", and bridges here have no spanning tree"
		}
	}
	r.Fail(at, "a loop: %s. %s would go round for ever%s: leave one of its links out", strings.Join(append(names, names[0]), ", "), what, why)
}

// warnNetwork warns of what IEEE 802.3 does not allow for a segment.
func (r *reader) warnNetwork() {
	if r.placed != nil {
		r.Warn(r.placed, "%s", noPlaces)
	}
	for _, s := range r.net.segments {
		at := s.node
		if n := s.node.Get("length"); n != nil {
			at = n
		}
		if !s.star {
			r.warnLength(at, s.length, s.velocity, &s.line)
		}
		if most := s.line.SegmentStations; !s.star && most > 0 && s.taps > most {
			r.Warn(s.node, "%d things on the cable are more than the %d of a %s segment (%s)", s.taps, most, s.line.Name, s.line.Source)
		}
		if s.taps == 0 {
			r.Warn(s.node, "nothing is plugged into %s", s.name)
		}
	}
	for i := range r.net.wires {
		if w := &r.net.wires[i]; w.tap() < 0 && w.lengthAt != nil {
			r.warnLength(w.lengthAt, w.delay(), w.line.Velocity, &w.line)
		}
	}
}
