package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// BenchmarkHub runs saturated stations on hubs with the delays of the standard, and on a star in which
// the delay between two stations is that of the first hub. x-star is the ratio of the times of an attempt.
func BenchmarkHub(b *testing.B) {
	if testing.Short() {
		b.Skip("it takes a minute")
	}
	fast, _ := phy.LineByName("100base-tx")
	for _, row := range []struct {
		name  string
		delay phy.Time // of the longest link
		hub   hub
	}{
		{"ideal", 0, hub{repeater: domain.Repeater{Name: "hub"}}},
		{"100m", phy.Delay(100, 0.585), hub{}},
		{"2km", 10 * phy.Microsecond, hub{}},
		{"mixed100m", phy.Delay(100, 0.585), hub{mixed: true}},
		{"mixed2km", 10 * phy.Microsecond, hub{mixed: true}},
		{"fast100m", phy.Delay(100, 0.585), hub{line: fast}},
		{"chain", phy.Delay(100, 0.585), hub{hubs: 4}},
		{"coax", phy.Delay(200, 0.77), hub{coax: true}},
		{"coaxes", phy.Delay(500, 0.77), hub{coaxes: true}},
	} {
		counts, sizes := []int{24, 256, 1024}, []int{512}
		switch row.name {
		case "ideal", "100m":
			counts, sizes = populations, []int{64, 512}
		case "coax", "coaxes":
			sizes = []int{64, 512}
		}
		for _, octets := range sizes {
			for _, n := range counts {
				row.hub.stations, row.hub.delay, row.hub.octets = n, row.delay, octets
				b.Run(fmt.Sprintf("%s/octets=%d/N=%d", row.name, octets, n), row.hub.run)
			}
		}
	}
}

// hub is a network of hubs.
type hub struct {
	stations int
	octets   int
	delay    phy.Time // of the longest link
	repeater domain.Repeater
	line     phy.Line
	mixed    bool // links have lengths of their own
	hubs     int  // in a chain
	coax     bool // half of the stations are on a cable at a port
	coaxes   bool // the stations are on two cables, each at a port
}

// configs returns the hubs and the star.
func (h hub) configs() (domain.Config, bus.Config) {
	if h.line.Name == "" {
		h.line = phy.Ethernet10
	}
	params := mac.For(h.line)
	if h.repeater.Name == "" {
		h.repeater = domain.DefaultRepeater(h.line.BitTime)
	}
	from := []traffic.Source{traffic.Saturated(traffic.Octets(h.octets), traffic.To{Whom: traffic.ToNext})}
	star := bus.Config{Seed: 1, Params: params, Shape: bus.Star(2*h.delay + h.repeater.Delay)}
	c := domain.Config{Seed: 1}
	for k := range max(1, h.hubs) {
		r := h.repeater
		r.Name = fmt.Sprint("hub", k)
		if k > 0 {
			n := len(c.Segments)
			c.Segments = append(c.Segments, domain.Segment{Name: fmt.Sprint("up", k), Link: true, Delay: h.delay})
			before := &c.Repeaters[k-1]
			before.Ports = append(before.Ports, domain.Port{To: r.Name, End: domain.End{Segment: n}})
			r.Ports = append(r.Ports, domain.Port{To: before.Name, End: domain.End{Segment: n, At: h.delay}})
		}
		c.Repeaters = append(c.Repeaters, r)
	}
	cables := 0
	switch {
	case h.coax:
		cables = 1
	case h.coaxes:
		cables = 2
	}
	for k := range cables {
		name := fmt.Sprint("coax", k)
		c.Segments = append(c.Segments, domain.Segment{Name: name})
		c.Repeaters[0].Ports = append(c.Repeaters[0].Ports, domain.Port{To: name, End: domain.End{Segment: k}})
	}
	for i := range h.stations {
		s := bus.Station{Name: fmt.Sprint("h", i), Params: &params, Traffic: from}
		star.Stations = append(star.Stations, s)
		if k := 1 - i%2; k < cables {
			c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: k, At: h.delay * phy.Time(i+1) / phy.Time(h.stations)}})
			continue
		}
		delay := h.delay
		if h.mixed {
			delay = h.delay * phy.Time(i*7%h.stations) / phy.Time(h.stations)
		}
		r := &c.Repeaters[i%len(c.Repeaters)]
		end := domain.End{Segment: len(c.Segments)}
		c.Segments = append(c.Segments, domain.Segment{Name: s.Name, Link: true, Delay: delay})
		c.Stations = append(c.Stations, domain.Station{Station: s, End: end})
		end.At = delay
		r.Ports = append(r.Ports, domain.Port{To: s.Name, End: end})
	}
	return c, star
}

func (h hub) run(b *testing.B) {
	hubs, star := h.configs()
	x, err := bus.New(star)
	if err != nil {
		b.Fatal(err)
	}
	y, err := domain.New(hubs)
	if err != nil {
		b.Fatal(err)
	}
	part := slice / 10
	if h.line.Name != "" {
		part /= 10
	}
	run(b, x, 20*part)
	run(b, y, 20*part)
	part = part * phy.Time(h.octets) / 512
	const turns = 10 // of the two networks, so that other work on the machine disturbs both
	var r, s ran
	b.ReportAllocs()
	b.StopTimer()
	b.ResetTimer()
	for range turns {
		r.add(ranFor(b, x, part*phy.Time(b.N)/turns))
		s.add(ranFor(b, y, part*phy.Time(b.N)/turns))
	}
	each := nanoseconds(s.used) / s.attempts
	b.ReportMetric(each, "ns/attempt")
	b.ReportMetric(each/(nanoseconds(r.used)/r.attempts), "x-star")
	b.ReportMetric(s.attempts/s.frames, "attempts/frame")
	hideTimePerOp(b)
}

// ranFor times a run.
func ranFor(b *testing.B, net medium.Network, length phy.Time) (r ran) {
	before := sums(net)
	b.StartTimer()
	start := cpu()
	run(b, net, length)
	r.used = cpu() - start
	b.StopTimer()
	r.attempts, r.frames, r.dropped = since(net, before)
	return r
}

func (r *ran) add(x ran) {
	r.used += x.used
	r.attempts += x.attempts
	r.frames += x.frames
	r.dropped += x.dropped
}
