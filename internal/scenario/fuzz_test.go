package scenario

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// FuzzParse holds the reader to four promises: no text makes it panic, or ask for
// more than its limits; every problem has a text; what it takes, the bus takes; and
// what it takes of live stations has a recording that it takes, too.
func FuzzParse(f *testing.F) {
	files, _ := filepath.Glob(filepath.Join(lessons, "*.yaml"))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, "mac.jam=48bt")
	}
	f.Add(Starter(), "stations[0].traffic.size=[[64, 7], [1518, 1]]")
	f.Add([]byte(replay), "stations[0].traffic.speed=3")
	f.Add([]byte("mac: {max_frame: 1522}\nduration: 1ms\nstations: [{traffic: {kind: pcap, file: x, interface: A, to: captured, origin: zero, speed: 0.1}}, {}]"), "stations[0].ether=52:54:00:00:00:02")
	f.Add([]byte(attached), "stations[0].attach.tap=eth0")
	f.Add([]byte(attached), "stations[2].mac={as: inet}")
	f.Add([]byte(twoHosts), "medium={kind: star, delay: 1us}")
	f.Add([]byte("a: &a [*a]\n<<: {b: 1}\nstations: [{<<: *a}]"), "backoff=linear")
	f.Add([]byte("mac: {persistence: {p: 0.1}, align: 5bt, rate: 1Mbps}\n"+around("- {count: 3, from: 1ns, spacing: 5m}")), "a[0].b=1")

	f.Add([]byte(hubAndSwitch), "devices[0].variability=random")
	f.Add([]byte(attachedNetwork), "links[0].duplex=half")
	f.Add([]byte(wired("links: [{between: [hub, sw], length: 5bt}, {between: [sw, E], duplex: [half, full]}, {between: [yellow, hub], at: 0m}]")), "stations[2].via=sw")

	var asked []bool
	small := limits{Limits: document.Limits{Nodes: 5000, Depth: 20}, stations: 2000, attached: 20, frames: 100, sizes: 100}
	o := threeFrames(&asked)
	f.Fuzz(func(t *testing.T, text []byte, set string) {
		o := o
		o.Set = []string{set}
		s, err := parse("fuzz.yaml", text, o, small)
		if err != nil {
			problems, ok := err.(document.Problems)
			if !ok || len(problems) == 0 {
				t.Fatalf("not a list of problems: %v", err)
			}
			for _, p := range problems {
				if p.Text == "" || p.File != "fuzz.yaml" && !strings.HasPrefix(p.File, "--set ") || (p.Line > 0) != (p.Column > 0) {
					t.Fatalf("%+v", p)
				}
			}
			return
		}
		if c := s.LAN(); c != nil {
			if err := soundNetwork(c); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
		}
		if _, err := s.Network(); err != nil {
			t.Fatalf("the network does not take it: %v\n%s", err, text)
		}
		if len(s.Attached) > 0 {
			recordAgain(t, s, o, small)
		}
	})
}

// soundNetwork reports what is impossible about a network: that it is not a tree, or that something
// is plugged in where there is nothing.
func soundNetwork(c *lan.Config) error {
	if loop := c.Loop(); loop != nil {
		return fmt.Errorf("a loop: %v", loop)
	}
	links := map[int]int{} // the number of ends
	plug := func(e domain.End) error {
		if e.Segment < 0 || e.Segment >= len(c.Segments) {
			return fmt.Errorf("%+v is on no segment", e)
		}
		if s := &c.Segments[e.Segment]; s.Link && e.At != 0 && e.At != s.Delay || e.Full && !s.Link {
			return fmt.Errorf("%+v is not an end of %+v", e, s)
		} else if s.Link {
			links[e.Segment]++
		}
		return nil
	}
	var errs []error
	for i := range c.Stations {
		errs = append(errs, plug(c.Stations[i].End))
	}
	for i := range c.Repeaters {
		for _, p := range c.Repeaters[i].Ports {
			errs = append(errs, plug(p.End))
		}
	}
	for i := range c.Bridges {
		for _, p := range c.Bridges[i].Ports {
			errs = append(errs, plug(p.End))
		}
	}
	for k := range c.Segments {
		if c.Segments[k].Link && links[k] != 2 {
			errs = append(errs, fmt.Errorf("the link %s has %d ends", c.Segments[k].Name, links[k]))
		}
	}
	return errors.Join(errs...)
}

// attached is a scenario with every kind of host.
const attached = `
medium: {length: 6km}
mac: &m {attempt_limit: 3}
stations:
  - {count: 2, name: "h%d", spacing: 1.5m, queue: 3, mac: *m, attach: {netns: "n%d", address: [10.0.0.1/24, "fd00::1/64"], gateway: 10.0.0.254, ether: "52:54:00:00:00:01"}}
  - {name: "a: b", at: 200bt, backoff: linear, attach: {stream: "unix:/run/x.sock", connect: yes}}
  - {name: "7", attach: {dgram: "udp:localhost:5", peer: "udp:[::1]:5"}}
  - {name: ~x, attach: {soft: {address: 10.0.0.9/24, serve: [echo, chargen]}, promiscuous: on}}
  - {traffic: [{kind: saturated, size: uniform(64,70), to: h1}, {kind: onoff, on: 1ms, off: 0, rate: 9.50, size: {64: 7, 1518: 1}}]}
`

// attachedNetwork is a network with hosts in every way to plug them in.
const attachedNetwork = `
segments: {yellow: {length: 500m}, st: {kind: star, delay: 1us}}
devices: [{name: hub, kind: repeater, delay: 9bt, ports: [{to: A, enabled: off}]}, {name: sw, kind: bridge, latency: 1us, pause: {below: 5}}]
links: [{between: [sw, hub], length: 3m}, {between: [hub, yellow], at: 2m}, {between: [B, sw], phy: 100base-tx, duplex: full}, {between: [C, yellow], at: 7m}]
stations:
  - {name: A, via: hub, link: {length: 5m}, attach: tap}
  - {name: B, attach: tap, pause: obey, queue: 5}
  - {name: C, attach: tap}
  - {name: "d%d", count: 2, via: yellow, from: 10m, spacing: 5m, attach: tap}
  - {name: "e%d", count: 2, via: st, attach: tap}
  - {name: "f%d", count: 3, via: sw, link: {duplex: [half, full]}, traffic: {kind: poisson, load: 0.1}}
`

// recordAgain holds the recording of a scenario to the scenario.
func recordAgain(t *testing.T, s *Scenario, o Options, l limits) {
	const end = 5 * phy.Millisecond
	text, err := s.Recording("rec.yaml", "rec.pcapng", end)
	if err != nil {
		t.Fatalf("no recording: %v", err)
	}
	o.Set = nil
	of := o.ReadCapture
	o.ReadCapture = func(path string, octets bool) (Capture, error) {
		c, err := of(path, octets)
		for _, a := range s.Attached {
			c.Interfaces = append(c.Interfaces, s.Config.Stations[a.Station].Name)
		}
		return c, err
	}
	l.Nodes *= 100 // each of a group's stations stands by itself
	again, err := parse("rec.yaml", text, o, l)
	if err != nil {
		t.Fatalf("the recording is wrong: %v\n%s", err, text)
	}
	if _, err := again.Network(); err != nil {
		t.Fatalf("the network does not take the recording: %v\n%s", err, text)
	}
	if s.LAN() != nil {
		a, b := *s.wiring, *again.wiring
		a.topology, b.topology = Topology{}, Topology{} // places are written as delays there
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("the recording is of another network\n%s", text)
		}
	}
	was, is := s.Config, again.Config
	for i := range was.Stations {
		a, b := was.Stations[i], is.Stations[i]
		a.Traffic, b.Traffic = nil, nil
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("station %d is %+v, and in the recording %+v\n%s", i, a, b, text)
		}
	}
	if was.Warmup >= end {
		was.Warmup, was.Until = 0, bus.Until{}
	}
	was.Stations, is.Stations = nil, nil
	if !reflect.DeepEqual(was, is) || again.Name != s.Name || again.Duration != end {
		t.Fatalf("the network is %+v, and in the recording %+v\n%s", was, is, text)
	}
}

func TestRecordingOfANetwork(t *testing.T) {
	s, err := Parse("x", []byte(attachedNetwork), Options{})
	require.NoError(t, err)
	require.Len(t, s.Attached, 7)
	recordAgain(t, s, Options{ReadCapture: func(string, bool) (Capture, error) { return Capture{}, nil }}, standard)
}

func TestRecordingOfEveryKind(t *testing.T) {
	s, err := Parse("x", []byte(attached), Options{})
	require.NoError(t, err)
	require.Len(t, s.Attached, 5)
	recordAgain(t, s, Options{ReadCapture: func(string, bool) (Capture, error) { return Capture{}, nil }}, standard)
}
