package scenario

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/document"
	"github.com/csmacd/csmacd/medium/bus"
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
		if _, err := bus.New(s.Config); err != nil {
			t.Fatalf("the bus does not take it: %v\n%s", err, text)
		}
		if len(s.Attached) > 0 {
			recordAgain(t, s, o, small)
		}
	})
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
	if _, err := bus.New(again.Config); err != nil {
		t.Fatalf("the bus does not take the recording: %v\n%s", err, text)
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

func TestRecordingOfEveryKind(t *testing.T) {
	s, err := Parse("x", []byte(attached), Options{})
	require.NoError(t, err)
	require.Len(t, s.Attached, 5)
	recordAgain(t, s, Options{ReadCapture: func(string, bool) (Capture, error) { return Capture{}, nil }}, standard)
}
