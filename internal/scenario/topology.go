package scenario

import (
	"github.com/csmacd/csmacd/phy"
)

// Topology is what a network is made of, by the names of the scenario, for pictures and
// calculations.
type Topology struct {
	Segments []Segment // cables and stars
	Devices  []Device
	Wires    []Wire // in the order of the file: links, then those of stations
}

// Segment is a cable or a star.
type Segment struct {
	Name   string
	Star   bool
	Line   phy.Line
	Metres float64 // of a cable: its length
}

// Device is a repeater or a bridge.
type Device struct {
	Name   string
	Bridge bool
	Class  int // of a repeater at 100 Mb/s; 0: not given
}

// Wire is a link between two things, or a tap on a segment.
type Wire struct {
	Ends    [2]string
	Segment int // index in the Segments of [Scenario.LAN]
	Tap     int // the end that is a segment: 0 or 1; -1: it is a link
	Line    phy.Line
	Metres  float64 // of a link: its length; of a tap: its place
	Full    [2]bool // the ends that are full duplex
}

// Topology returns what a network is made of, or nil if the scenario has one medium.
func (s *Scenario) Topology() *Topology {
	if s.wiring == nil {
		return nil
	}
	return &s.wiring.topology
}

// topology describes the network, whose wires have these segments.
func (r *reader) topology(segments []int) (t Topology) {
	for _, s := range r.net.segments {
		t.Segments = append(t.Segments, Segment{s.name, s.star, s.line, r.lengthOf(s)})
	}
	for _, d := range r.net.devices {
		t.Devices = append(t.Devices, Device{d.name, d.kind == bridge, d.class})
	}
	for i := range r.net.wires {
		w := &r.net.wires[i]
		wire := Wire{Ends: [2]string{w.ends[0].name, w.ends[1].name}, Segment: segments[i], Tap: w.tap(), Line: w.line, Full: w.full}
		if wire.Tap < 0 {
			wire.Metres = w.length.inMetres(w.line.Velocity)
		} else {
			wire.Metres = w.far.inMetres(w.ends[wire.Tap].segment.velocity)
		}
		t.Wires = append(t.Wires, wire)
	}
	return t
}

// lengthOf returns the length of a cable in metres: the one that is written, or the farthest place.
func (r *reader) lengthOf(s *segment) (metres float64) {
	if s.limit != nil {
		if p, ok := r.place(s.limit); ok {
			return p.inMetres(s.velocity)
		}
	}
	for i := range r.net.wires {
		w := &r.net.wires[i]
		if k := w.tap(); k >= 0 && w.ends[k].segment == s {
			metres = max(metres, w.far.inMetres(s.velocity))
		}
	}
	return metres
}

// inMetres returns a place in metres, for display.
func (p place) inMetres(velocity float64) float64 {
	return p.metres + p.delay.Seconds()*velocity*phy.SpeedOfLight
}
