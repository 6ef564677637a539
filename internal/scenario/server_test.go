package scenario

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/resource"
	"github.com/csmacd/csmacd/medium/server"
	"github.com/csmacd/csmacd/phy"
)

func serverOf(t *testing.T, text string) (*Scenario, *resource.Server) {
	t.Helper()
	s := good(t, text)
	require.Equal(t, "server", s.Kind)
	return s, s.resource.(*resource.Server)
}

// What a server that says next to nothing gets: the original's numbers, and its clients'.
func TestServerDefaults(t *testing.T) {
	s, h := serverOf(t, "medium: {kind: server}\nduration: 20s\nstations: [{count: 1000}]")
	require.Equal(t, server.Config{Rule: server.Standard}, h.Config)
	require.Equal(t, 10*phy.Second, h.Groups[0].Think)
	require.Equal(t, 2*phy.Second, h.Groups[0].Timeout)
	net, err := s.Network()
	require.NoError(t, err)
	require.NoError(t, net.Run(20*phy.Second))
	r := net.Result()
	require.Len(t, r.Medium.Windows, 4)
	require.InDelta(t, 99, r.Medium.Windows[1].OK, 15)
}

func TestServerKeys(t *testing.T) {
	_, h := serverOf(t, `
medium: {kind: server, delay: 10ms, limit: 5, factor: 1.5, k: 2, poll: 1ms, cancel: true, overflow: wrap, stops: [{at: 1s, for: 1ms}, {at: 2s, for: 3s}]}
duration: 1s
stations: [{name: a, backoff: full-jitter, think: 0s}, {name: "b%d", count: 2, timeout: 1s, backoff: {policy: fixed, delay: 3s}}]`)
	require.Equal(t, server.Config{
		Rule:   server.Rule{Delay: 10 * phy.Millisecond, Limit: 5, Factor: 1.5, K: 2, Poll: phy.Millisecond, Overflow: server.Wrap},
		Cancel: true, Stops: []server.Stop{{At: phy.Second, For: phy.Millisecond}, {At: 2 * phy.Second, For: 3 * phy.Second}},
	}, h.Config)
	require.Zero(t, h.Groups[0].Think)
	require.Equal(t, phy.Second, h.Groups[1].Timeout)
	require.Equal(t, "full-jitter", h.Groups[0].Policy.Name())
	require.Equal(t, phy.Second, h.Groups[1].Grain)
}

// What a result would have to hold of windows is bounded: a long run is for few groups, with
// its warm-up left out.
func TestServerWindowsAreBounded(t *testing.T) {
	text := func(groups int, times string) string {
		return "medium: {kind: server}\n" + times + "\nstations:\n" + strings.Repeat("- {}\n", groups)
	}
	const most = "1000 groups of clients can run for at most 25000s after the warm-up: their results then have 5000000 windows of 5s, the most there can be: write a shorter duration, or fewer groups"
	serverOf(t, text(1000, "duration: 25000s"))
	serverOf(t, text(1000, "duration: 26000s\nwarmup: 1000s"))
	serverOf(t, text(9, "duration: 2592000s"))
	serverOf(t, text(1000, "until: {frames_sent: 5}"))
	require.Equal(t, "test.yaml:2:11: duration: "+most, bad(t, text(1000, "duration: 25001s")))
	require.Equal(t, "test.yaml:2:11: duration: "+most, bad(t, text(1000, "duration: 2592000s\nwarmup: 1000s")))
}

func TestBadServer(t *testing.T) {
	const end = "\nduration: 1s\nstations: [{}]\n"
	for text, want := range map[string]string{
		"medium: {kind: server, poll: 0s}":                                      `1:30: medium.poll: must be more than 0`,
		"medium: {kind: server, factor: 0.9}":                                   `1:32: medium.factor: 0.9 is out of range: it must be 1 to 1000000000`,
		"medium: {kind: server, k: 0}":                                          `1:27: medium.k: 0 is out of range: it must be 0.001 to 1000000000`,
		"medium: {kind: server, overflow: panic}":                               `1:34: medium.overflow: "panic" is not what becomes of a delay that overflows: allowed: saturate, wrap`,
		"medium: {kind: server, stops: 10s}":                                    `1:31: medium.stops: must be a list of at most 10000 stops: write [{at: 21s, for: 10s}]`,
		"medium: {kind: server, stops: [{at: 21s}]}":                            `1:32: medium.stops[0]: a stop needs at and for: write {at: 21s, for: 10s}`,
		"medium: {kind: server, stops: [{at: 2s, for: 2s}, {at: 4s, for: 1s}]}": `1:51: medium.stops[1]: this stop begins before the one above is over: list stops in order of time, without overlap`,
		"medium: {kind: server, stop: {at: 2s, for: 2s}}":                       `1:24: medium: write a list: stops: [{at: 21s, for: 10s}]`,
		"medium: {kind: server, timeout: 2s}":                                   `1:24: medium: timeout is a key of clients: write it in an item of stations`,
		"medium: {kind: server, stops: [{at: 2s, for: 2s, until: 4s}]}":         `1:50: medium.stops[0]: unknown key "until": keys of a stop: at, for`,
	} {
		require.Equal(t, "test.yaml:"+want, bad(t, text+end))
	}
	require.Equal(t, "test.yaml:3:22: stations[0].timeout: must be more than 0\ntest.yaml:3:26: stations[0]: clients of a server have no place: leave at out",
		bad(t, "medium: {kind: server}\nduration: 1s\nstations: [{timeout: 0s, at: 1m}]"))
	require.Equal(t, "test.yaml:2:8: until: the run never becomes idle: clients of a server always have more work; write a duration",
		bad(t, "medium: {kind: server}\nuntil: {idle: true}\nstations: [{}]"))
}

// Measured times are read by what the caller reads files with, from beside the scenario. They replace what
// the server would look at.
func TestMeasuredTimes(t *testing.T) {
	var asked resource.Times
	o := Options{ReadTimes: func(of resource.Times) ([]phy.Time, error) {
		if asked = of; of.Unit == "" {
			return nil, errors.New(of.File + ":2: 12 has no unit")
		}
		return []phy.Time{12 * phy.Millisecond}, nil
	}}
	text := func(server string) []byte {
		return []byte("medium: {kind: server, " + server + "}\nduration: 1s\nstations: [{}]\n")
	}
	s, err := Parse("folder/s.yaml", text("times: {file: t.csv, column: 2, unit: ms}"), o)
	require.NoError(t, err)
	require.Equal(t, resource.Times{File: "folder/t.csv", Column: "2", Unit: "ms"}, asked)
	require.Equal(t, []phy.Time{12 * phy.Millisecond}, s.resource.(*resource.Server).Times)
	require.Equal(t, []File{{"the measured times", "folder/t.csv"}}, s.Files)
	for server, want := range map[string]string{
		"times: {file: t.csv}":                         "s.yaml:1:38: medium.times.file: t.csv:2: 12 has no unit",
		"times: t.csv":                                 "s.yaml:1:31: medium.times: write a mapping: times: {file: t.csv, unit: ms}",
		"times: {unit: ms}":                            "s.yaml:1:31: medium.times: file is missing: the CSV file of the measured times",
		"times: {file: '', unit: ms}":                  "s.yaml:1:38: medium.times.file: must be the name of a CSV file, relative to the scenario's folder",
		"times: {file: t.csv, unit: m}":                `s.yaml:1:51: medium.times.unit: "m" is not a unit of measured times: did you mean "ms"? (allowed: s, ms, us, ns)`,
		"poll: 1ms, times: {file: t.csv, unit: ms}":    "s.yaml:1:24: medium: poll has no meaning beside times: leave one of them out",
		"times: {file: t.csv, unit: ms}, delay: 100ms": "s.yaml:1:56: medium: delay has no meaning beside times: leave one of them out",
	} {
		_, err := Parse("s.yaml", text(server), o)
		require.EqualError(t, err, want, server)
	}
	_, err = Parse("s.yaml", text("times: {file: t.csv}"), Options{})
	require.EqualError(t, err, "s.yaml:1:38: medium.times.file: the page, a lab and plot --theory read no such file: use csmacd run")
}
