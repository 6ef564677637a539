package clause4

import (
	"cmp"
	"flag"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// faultSketch is a fault that begins at an edge of a frame, and ends later or never.
type faultSketch struct {
	kind   medium.ChangeKind
	target int
	place  int // eighths of a cable
	begins edgeSketch
	lasts  int // quarters of a bit; 0: to the end
	rate   int
}

// allFaults are the kinds of fault that random networks can have.
var allFaults = []medium.ChangeKind{
	medium.Deaf, medium.NoCollision, medium.Mute, medium.PowerOff, medium.NoSQE, medium.Jabber,
	medium.Cut, medium.Short, medium.Terminator, medium.BitErrors, medium.PortOff, medium.Babble, medium.Length, medium.PortSQETest, medium.Skew, medium.Ether,
}

// onlyFaults chooses some of them.
var onlyFaults = flag.String("faults", "all", "the kinds of fault of TestChangingNetworks, or all")

// faultKinds returns the kinds that are chosen.
func faultKinds() []medium.ChangeKind {
	if *onlyFaults == "all" {
		return allFaults
	}
	return slices.DeleteFunc(slices.Clone(allFaults), func(k medium.ChangeKind) bool {
		return !slices.Contains(strings.Split(*onlyFaults, ","), k.String())
	})
}

var drawFault = shared(func(t *rapid.T) faultSketch {
	return faultSketch{
		kind:   rapid.SampledFrom(faultKinds()).Draw(t, "kind"),
		target: rapid.IntRange(0, 11).Draw(t, "target"),
		place:  rapid.IntRange(0, 8).Draw(t, "place"),
		begins: drawEdge.Draw(t, "begins"),
		lasts:  rapid.SampledFrom([]int{0, 0, 1, 4, 40, 400, 2304, 4000, 20000}).Draw(t, "lasts"),
		rate:   rapid.IntRange(0, 3).Draw(t, "rate"),
	}
})

// errorRates are rates of bit errors at which something happens within a few frames.
var errorRates = []medium.Errors{{Good: 1e-3}, {Good: 0.02}, {Good: 1e-4, Bad: 0.2, ToBad: 1e-3, ToGood: 1e-2}, {Good: 1}}

// babbles are probabilities, in each slot time, that a station sends without deference.
var babbles = []float64{0.02, 0.1, 0.3, 1}

// skews are errors of a clock, in parts per million, with which all times are whole numbers of short steps: bits
// are shorter, or longer, by a twentieth.
var skews = []float64{1e6/0.95 - 1e6, 1e6/1.05 - 1e6}

// addFaults adds faults that do not overlap.
func (w *plan) addFaults(sketches []faultSketch) {
	net := &w.domain.net
	for i := range net.Segments {
		net.Segments[i].Jabber, net.Segments[i].Unjab = shortJabber(w.bit)
	}
	taken := map[string]bool{}
	for _, f := range sketches {
		c := medium.Change{Kind: f.kind, On: true, At: w.edge(f.begins, f.target%len(net.Stations))}
		if c.At < 0 {
			c.At = 0
		}
		s := net.Segments[f.target%len(net.Segments)]
		switch {
		case c.Kind.OfStation():
			c.Station = net.Stations[f.target%len(net.Stations)].Name
		case c.Kind.OfPort():
			if len(net.Repeaters) == 0 || c.Kind == medium.PortSQETest && w.bit != phy.Ethernet10.BitTime {
				continue
			}
			r := net.Repeaters[f.target%len(net.Repeaters)]
			c.Port = r.Name + "/" + r.Ports[f.place%len(r.Ports)].To
		case s.Link && c.Kind != medium.Cut && c.Kind != medium.BitErrors:
			continue
		default:
			c.Segment, c.Place = s.Name, w.quarters(int(s.Delay*4/w.bit)*f.place/8)
		}
		switch c.Kind {
		case medium.Terminator:
			c.On, c.Missing, c.Place = false, medium.Ends(1+f.place%3), 0
		case medium.BitErrors:
			c.On, c.Errors, c.Place = false, errorRates[f.rate], 0
		case medium.Babble:
			c.On, c.Value = false, babbles[f.rate]
		case medium.Skew:
			c.On, c.Value = false, skews[f.rate%2]
			if f.rate/2 == 0 {
				c.At = 0
			}
		case medium.Ether:
			c.On, c.Address = false, phy.StationAddress(1000+f.target)
		case medium.Length:
			last := w.lastOn(f.target % len(net.Segments)) // shorter by some of what is beyond it, or longer
			room := int(max(0, s.Delay-last) * 4 / w.bit)
			c.On, c.Place = false, last+w.quarters(2*room*f.place/8)
		}
		if s.Link {
			c.Place = 0
		}
		slot := fmt.Sprint(c.Kind, c.Station, c.Port, c.Segment)
		if taken[slot] {
			continue
		}
		taken[slot] = true
		net.Timeline = append(net.Timeline, c)
		if f.lasts > 0 {
			end := medium.Change{Kind: c.Kind, Station: c.Station, Port: c.Port, Segment: c.Segment, At: c.At + w.quarters(f.lasts)}
			if c.Kind == medium.Length {
				end.Place = max(s.Delay, w.lastOn(f.target%len(net.Segments)))
			}
			if c.Kind == medium.Ether {
				end.Address = phy.StationAddress(f.target % len(net.Stations))
			}
			net.Timeline = append(net.Timeline, end)
		}
	}
	slices.SortStableFunc(net.Timeline, func(a, b medium.Change) int { return cmp.Compare(a.At, b.At) })
	ends := map[string]phy.Time{}
	for k, s := range net.Segments {
		ends[s.Name] = max(s.Delay, w.lastOn(k))
	}
	net.Timeline = slices.DeleteFunc(net.Timeline, func(c medium.Change) bool {
		if c.Kind == medium.Length {
			ends[c.Segment] = c.Place
		}
		return (c.Kind == medium.Cut || c.Kind == medium.Short) && c.Place > ends[c.Segment] // of a piece that is not there
	})
}

// lastOn returns the last place on a segment at which something is plugged in.
func (w *plan) lastOn(segment int) (last phy.Time) {
	for _, s := range w.domain.net.Stations {
		if s.End.Segment == segment {
			last = max(last, s.End.At)
		}
	}
	for _, r := range w.domain.net.Repeaters {
		for _, p := range r.Ports {
			if p.End.Segment == segment {
				last = max(last, p.End.At)
			}
		}
	}
	return last
}

// shortJabber are the times of a transceiver in random networks: real ones would cost the reference time.
func shortJabber(bit phy.Time) (jabber, unjab phy.Time) { return 3000 * bit, 2000 * bit }
