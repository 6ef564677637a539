package recount

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/internal/casetest"
	"github.com/csmacd/csmacd/internal/report"
	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/internal/virtual"
	"github.com/csmacd/csmacd/medium"
)

// uncounted are the figures that are not counted here, as patterns of their paths, and why not. In some runs further figures are not
// determined by events: [figures.any] and [figures.between] stand there, each with the reason beside it:
//
//   - what a hub's port receives, in a run with faults by which its link carries something else than what the other end sends
//   - how many groups of attempts that detected each other there were in a domain with hubs: there was one at least if any station
//     detected a collision and no warm-up was before, and there were no more than stations detected
//   - in the last microseconds of a run: whether a frame that was sent is lost, or still on its way
//   - which of FrameCheckSequenceErrors and AlignmentErrors a reception with bit errors is
//   - delays, where a station joins or leaves: a frame for a group is delivered when it has passed the places of all stations, those too
//     that have left, which leaves no event
//   - shares of the time, on a bus with PLCA on which signals met or a node has sent a part of a frame
//   - all of a flow of TCP in which a segment came after a gap: the receiver's stack may have kept it, or not
//   - timeouts of segments, and those of discarded ones: there are no more of them than segments that were sent again
//   - how many datagrams at random times were sent: an application may have sent one that the stack still holds
//
// Not drawn are services of hosts, flows with think times and until, IPv6, persistence, PAUSE, jabber, babble, cuts, clocks that are
// wrong, and changing addresses.
var uncounted = map[string]string{
	"/seed":                      "it is the scenario's",
	"/simulated_bits":            "in a network of several rates it is in bits of the first line",
	"/stations/*/plca/beacons":   "the reception of a beacon is not an event",
	"/stations/*/plca/rxinto":    "mistakes in turns are not events",
	"/stations/*/plca/unexpb":    "mistakes in turns are not events",
	"/stations/*/plca/bcnbfto":   "mistakes in turns are not events",
	"/medium/plca/share_commit":  "events do not show the end of a COMMIT that a frame follows",
	"/medium/plca/share_silence": "it is what beacons, COMMIT and frames leave",
}

// A figure of a result is the one that its events show.
//
// The scenarios are the same each time unless -rapid.checks is given.
func TestFiguresAreThoseOfTheEvents(t *testing.T) {
	casetest.Same(t)
	for _, kind := range []string{"cable", "network", "plca", "flows"} {
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { recountOne(t, drawNetwork(t, kind)) })
		})
	}
}

// recountOne runs a network and compares.
func recountOne(t *rapid.T, n *network) {
	s, err := scenario.Parse("drawn.yaml", n.text(), scenario.Options{})
	if err != nil {
		t.Skip(err)
	}
	t.Logf("%s", n.text())
	text, octets, result := run(t, s)
	require.Equal(t, result, unobserved(t, s), "nobody observes the run, so that the engine takes its short ways")
	list, err := readEvents(text)
	require.NoError(t, err)
	want := count(n, list, octets)
	if wrong := compare(want, result); len(wrong) > 0 {
		for _, w := range wrong {
			t.Log(w)
		}
		t.Fatalf("%d figures differ from what %d events show", len(wrong), len(list))
	}
}

// run runs a scenario as csmacd run --events --json does, and returns both, and the octets of the frames of hosts.
func run(t require.TestingT, s *scenario.Scenario) (events []byte, frames map[key][]byte, result map[string]any) {
	net, all := made(t, s)
	defer all.Release()
	var written bytes.Buffer
	observer := trace.NewEvents(trace.NewOutput(&written, "events"), net, net.BitTime())
	net.Observe(observer)
	if len(s.Attached) > 0 {
		frames = map[key][]byte{}
		net.Observe(&octets{net, virtual.Contents(all, nil), frames})
	}
	result = resultOf(t, all, s)
	require.NoError(t, observer.Close())
	return written.Bytes(), frames, result
}

// unobserved runs a scenario without events.
func unobserved(t require.TestingT, s *scenario.Scenario) map[string]any {
	_, all := made(t, s)
	defer all.Release()
	return resultOf(t, all, s)
}

// made makes a network, and the same with its hosts.
func made(t require.TestingT, s *scenario.Scenario) (net, all medium.Network) {
	net, err := s.Network()
	require.NoError(t, err)
	all, err = virtual.With(s, net)
	require.NoError(t, err)
	return net, all
}

// resultOf runs a network to its end, and returns its result as it is read from JSON.
func resultOf(t require.TestingT, net medium.Network, s *scenario.Scenario) (result map[string]any) {
	require.NoError(t, net.Run(s.Duration))
	r := net.Result()
	r.Complete = true
	var object bytes.Buffer
	require.NoError(t, report.JSON(&object, r))
	require.NoError(t, json.Unmarshal(object.Bytes(), &result))
	return result
}

// figure is what a figure has to be: a value, or one in a range where events leave two possibilities at the end of a run.
type figure struct {
	least, most float64
	within      float64 // of its value
}

// figures are what counting has found, by the path of the figure in the result.
type figures map[string]figure

func (f figures) exact(path string, v int64)   { f[path] = figure{float64(v), float64(v), 0} }
func (f figures) close(path string, v float64) { f[path] = figure{v, v, 1e-9} }
func (f figures) between(path string, least, most int64) {
	f[path] = figure{float64(least), float64(most), 0}
}

// any sets a figure that the events of this run do not determine.
func (f figures) any(path string) { f[path] = figure{math.Inf(-1), math.Inf(1), 0} }

// anyOf makes figures that match patterns, and those below them, ones that events do not determine.
func (f figures) anyOf(patterns ...string) {
	for name := range f {
		for _, pattern := range patterns {
			if ok, _ := path.Match(pattern, name); ok || strings.HasPrefix(name, pattern+"/") {
				f.any(name)
			}
		}
	}
}

// is sets a figure that is true or false.
func (f figures) is(path string, v bool) {
	if v {
		f.exact(path, 1)
	} else {
		f.exact(path, 0)
	}
}

// delays sets the figures of a distribution of delays.
func (f figures) delays(path string, list []ps, percentiles bool) {
	slices.Sort(list)
	f.exact(path+"/count", int64(len(list)))
	sum, n := 0.0, float64(len(list))
	for _, d := range list {
		sum += float64(d)
	}
	at := func(share float64) float64 {
		if n == 0 {
			return 0
		}
		return float64(list[max(1, int(math.Floor(share*n+0.5)))-1]) / float64(us)
	}
	mean := 0.0
	if n > 0 {
		mean = sum / n / float64(us)
	}
	f.close(path+"/mean", mean)
	f.close(path+"/max", at(1))
	if percentiles {
		for name, share := range map[string]float64{"p50": 0.5, "p95": 0.95, "p99": 0.99} {
			v := at(share)
			f[path+"/"+name] = figure{v - 0.001, v + 0.001, 0.001}
		}
	}
}

// compare returns the figures of a result that differ from those counted.
func compare(want figures, result map[string]any) (wrong []string) {
	got := map[string]float64{}
	flatten(got, "", result)
	for name, v := range got {
		w, ok := want[name]
		switch {
		case !ok:
			if !isUncounted(name) {
				wrong = append(wrong, fmt.Sprintf("%s: it is %v, and nobody counts it", name, v))
			}
		case v < w.least-w.within*math.Abs(w.least)-1e-12 || v > w.most+w.within*math.Abs(w.most)+1e-12:
			wrong = append(wrong, fmt.Sprintf("%s: it is %v, and events show %v to %v", name, v, w.least, w.most))
		}
	}
	for name, w := range want {
		if _, ok := got[name]; !ok && w.least > 0 {
			wrong = append(wrong, fmt.Sprintf("%s: it is not there, and events show %v", name, w.least))
		}
	}
	sort.Strings(wrong)
	return wrong
}

func isUncounted(name string) bool {
	for pattern := range uncounted {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

// number writes a figure.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// flatten collects the numbers of a result by their paths. Elements of lists are named, where they have a name.
func flatten(to map[string]float64, at string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			flatten(to, at+"/"+k, x)
		}
	case []any:
		for i, x := range v {
			name := fmt.Sprint(i)
			if o, ok := x.(map[string]any); ok {
				for _, key := range []string{"to", "name"} {
					if text, ok := o[key].(string); ok {
						name = text
					}
				}
			}
			flatten(to, at+"/"+name, x)
		}
	case float64:
		to[at] = v
	case bool:
		to[at] = 0
		if v {
			to[at] = 1
		}
	}
}
