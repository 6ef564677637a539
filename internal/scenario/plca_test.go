package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// The bus of the format's description: IDs count up in a group, defaults are those of the scenario, and
// a station without the key is plain CSMA/CD.
func TestPLCA(t *testing.T) {
	s := read(t, `
duration: 1s
phy: 10base-t1s
medium: {kind: bus, length: 25m, latency: typical}
plca: {to_timer: 24bt}
stations:
  - {name: head, at: 0m, plca: {node_id: 0, node_count: 10}}
  - {name: "n%d", count: 3, from: 3m, spacing: 3m, plca: {node_id: [1, 5], burst_count: 3, to_timer: 3.2us}}
  - {name: guest, at: 25m, mii_phase: 100ns}
  - {name: none, at: 1m, plca: {node_id: 255}, latency: {tx: 120ns, crs_on: 0.4us, mii: 0ns}}
  - {name: quiet, at: 2m, plca: off}
  - {name: finds, at: 2m, plca: {dplca: {coordinator: never}}}
`)
	assert.Empty(t, warned(s))
	c := s.T1S()
	require.NotNil(t, c)
	assert.Equal(t, t1s.Typical, c.Latency)
	assert.Equal(t, &plca.Params{NodeIDs: []int{0}, NodeCount: 10, ToTimer: 24 * bt, BurstTimer: 128 * bt, AgingCycles: 100}, c.Stations[0].PLCA)
	for i := range 3 {
		assert.Equal(t, &plca.Params{NodeIDs: []int{1 + i, 5 + i}, NodeCount: 8, ToTimer: 32 * bt, BurstCount: 3, BurstTimer: 128 * bt, AgingCycles: 100}, c.Stations[1+i].PLCA)
	}
	guest := c.Stations[4]
	assert.Nil(t, guest.PLCA)
	assert.Equal(t, t1s.Typical, *guest.Latency)
	assert.Equal(t, 100*phy.Nanosecond, *guest.Phase)
	assert.Equal(t, []int{plca.NoID}, c.Stations[5].PLCA.NodeIDs)
	assert.Equal(t, t1s.Latency{Tx: 120 * phy.Nanosecond, CRSOn: 400 * phy.Nanosecond, Tail: t1s.Zero}, *c.Stations[5].Latency)
	assert.Nil(t, c.Stations[6].PLCA)
	assert.True(t, c.Stations[7].PLCA.Dynamic)
	assert.False(t, c.Stations[7].PLCA.Coordinator)
	for i := range c.Stations {
		if p := c.Stations[i].PLCA; p != nil {
			assert.NoError(t, p.Check())
		}
	}

	// A sweep compares PLCA with CSMA/CD on the same bus.
	off, err := Parse("test.yaml", s.Text, Options{Set: []string{"plca=off"}})
	require.NoError(t, err)
	require.NotNil(t, off.T1S())
	assert.Empty(t, warned(off))
	for _, n := range off.T1S().Stations {
		assert.Nil(t, n.PLCA)
	}
}

// Without PLCA and latencies the line has the engine that it always had.
func TestPlainT1S(t *testing.T) {
	s := good(t, "phy: 10base-t1s\nduration: 1s\nstations: [{}, {}]")
	assert.Nil(t, s.T1S())
	s = read(t, "phy: 10base-t1s\nmedium: {latency: ideal}\nduration: 1s\nstations: [{}, {}]")
	assert.NotNil(t, s.T1S())
}

// What a file may say although it is a fault, or without effect: one may want it.
func TestPLCAWarnings(t *testing.T) {
	for text, want := range map[string]string{
		`[{name: a, plca: {node_id: 0}}, {name: b, plca: {node_id: 1}}, {name: c, plca: {node_id: 1}}]`:     "4:100: stations[2].plca.node_id: c and b (line 4, column 69) have the same node ID, 1: they send in the same turn, and collide",
		`[{name: a, plca: {node_id: 0}}, {name: b, plca: {node_id: 0}}]`:                                    "4:69: stations[1].plca.node_id: b and a (line 4, column 38) have the same node ID, 0: the bus has two coordinators",
		`[{name: a, plca: {node_id: 3}}]`:                                                                   "4:38: stations[0].plca.node_id: no node has the ID 0: without a coordinator there are no beacons, and the bus stays in CSMA/CD",
		`[{name: a, plca: {node_id: 0, node_count: 4}}, {name: "b%d", count: 5, plca: {node_id: 1}}]`:       "4:98: stations[1].plca.node_id: b4 has the node ID 5, and the coordinator's node_count is 4: this node never has a turn",
		`[{name: a, plca: {node_id: 0, burst_timer: 96bt}}]`:                                                "4:54: stations[0].plca.burst_timer: a MAC is ready for its next frame after 96bt: with a burst_timer of 96bt no burst ever follows",
		`[{plca: {dplca: on}}, {plca: {node_id: 255}}]`:                                                     "",
		"[{plca: {node_id: 0}}]\nphy: 10base5":                                                              "4:19: stations[0].plca: PLCA and latencies are those of PHYs of 10base-t1s (clauses 147 and 148), and the phy here is 10base5: this has no effect",
		"[{}]\nmedium: {latency: max}\nphy: 10base2":                                                        "5:19: medium.latency: PLCA and latencies are those of PHYs of 10base-t1s (clauses 147 and 148), and the phy here is 10base2: this has no effect",
		"[{name: a, plca: {node_id: 0}}]\ntimeline: [{at: 1us, station: a, plca: {burst_timer: 10bt}}]":     "5:54: timeline[0].plca.burst_timer: a MAC is ready for its next frame after 96bt: with a burst_timer of 10bt no burst ever follows",
		"[{name: a, plca: {node_id: 0}}, {name: b, plca: {node_id: 1}}]\nplca: off":                         "",
		"[{name: a, plca: {node_id: 0}}, {name: b, plca: off}]\ntimeline: [{at: 1us, beacon_loss: 1e-3}]\n": "",
	} {
		text = "duration: 1s\n\n\nstations: " + text
		if !strings.Contains(text, "phy:") {
			text = "phy: 10base-t1s" + text[len("duration: 1s"):] + "\nduration: 1s"
		}
		s := read(t, text)
		if want != "" {
			want = "test.yaml:" + want
		}
		assert.Equal(t, want, warned(s), text)
	}
}

// What cannot be, in one message each.
func TestBadPLCA(t *testing.T) {
	for text, want := range map[string]string{
		"plca: {node_id: 256}":                             "stations[0].plca.node_id: 256 is out of range: it must be 0 to 255",
		"plca: {node_id: -1}":                              "stations[0].plca.node_id: -1 is out of range: it must be 0 to 255",
		"plca: {node_id: [1, 1]}":                          "stations[0].plca.node_id[1]: node ID 1 is in the list already: a node has one turn for each ID",
		"plca: {node_id: [1, 255]}":                        "stations[0].plca.node_id[1]: 255 is the ID of a node without a turn: it cannot be one of several",
		"plca: {node_id: []}":                              "stations[0].plca.node_id: there is no ID in the list: write one, or 255 for a node without a turn",
		"count: 9, plca: {node_id: 247}":                   "stations[0].plca.node_id: node_id counts up to 255 in a group of 9: the largest ID is 254",
		"plca: {node_id: 0, node_count: 0}":                "stations[0].plca.node_count: 0 is out of range: it must be 1 to 255",
		"plca: {node_id: 0, node_count: 256}":              "stations[0].plca.node_count: 256 is out of range: it must be 1 to 255",
		"plca: {node_id: 0, to_timer: 0bt}":                "stations[0].plca.to_timer: must be at least 1 bit time",
		"plca: {node_id: 0, to_timer: 256bt}":              "stations[0].plca.to_timer: 256bt is out of range: it must be 1bt to 255bt",
		"plca: {node_id: 0, to_timer: 32}":                 "stations[0].plca.to_timer: 32 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)",
		"plca: {node_id: 0, to_timer: 150ns}":              "stations[0].plca.to_timer: 150ns is 1.5 bit times: it must be a whole number of bit times",
		"plca: {node_id: 0, burst_count: 256}":             "stations[0].plca.burst_count: 256 is out of range: it must be 0 to 255",
		"plca: {node_id: 0, node-cnt: 3}":                  "stations[0].plca: write node_count",
		"plca: {node_id: 0, dplca: on}":                    "stations[0].plca.dplca: node_id already says which turn the node has: give one of the two",
		"plca: {dplca: {coordinator: maybe}}":              `stations[0].plca.dplca.coordinator: "maybe" is not a role of the node: allowed: allowed, never`,
		"plca: {node_count: 3}":                            "stations[0].plca: node_id is missing: 0 for the coordinator, 1 to 254 for another node, as in plca: {node_id: 1}",
		"plca: on":                                         "stations[0].plca: node_id is missing: 0 for the coordinator, 1 to 254 for another node, as in plca: {node_id: 1}",
		"plca: {node_id: 0}, latency: slow":                `stations[0].latency: "slow" is not a latency: write ideal, min, typical, max, or one by one, such as {tx: 280ns, crs_on: 840ns}`,
		"plca: {node_id: 0}, latency: {tx: 2ms}":           "stations[0].latency.tx: 2ms is more than 1ms, the longest latency of a PHY here",
		"plca: {node_id: 0}, latency: max, mii_phase: 1us": "stations[0].mii_phase: 1us is not before the end of the first period of the MII clock, 400ns",
		"plca: {node_id: 0}, mac: {persistence: non}":      "stations[0].mac: persistence is not possible on a bus with PLCA or latencies",
		"plca: {node_id: 0}|mac: {align: 1us}":             "mac: align is not possible on a bus with PLCA or latencies",
		"plca: {node_id: 0}, mac: {min_frame: 41}":         "stations[0].mac: with PLCA the shortest frame must be longer than the delay line: at least 42 octets",
		"name: a, plca: {node_id: 0}|timeline: [{at: 1s, add: {name: b, plca: {node_id: 1}, mac: {rx_gap: 1bt}}}]": "timeline[0].add.mac: rx_gap is not possible on a bus with PLCA or latencies",
		"|plca: {node_id: 3}":                                                                "plca: node_id belongs to a station: write it in the plca of the station",
		"plca: {node_id: 0}|mac: {rate: 100Mbps}":                                            "stations[0].plca: 10base-t1s runs at 10 Mb/s, and the bit time here is 10ns: leave bit_time and rate out of mac",
		"plca: {node_id: 0}|medium: {kind: star, delay: 1us}":                                "stations[0].plca: 10base-t1s is a bus: a star has neither PLCA nor latencies of PHYs",
		"plca: {node_id: 0}, name: a|timeline: [{at: 0s, station: a, plca: {node_id: 300}}]": "timeline[0].plca.node_id: 300 is out of range: it must be 0 to 255",
		"name: a, plca: {node_id: 0}|timeline: [{at: 0s, length: 0m}]":                       "timeline[0].length: reflections are those of coaxial lines",
		"name: a, plca: {node_id: 0}|timeline: [{at: 0s, station: a, jabber: on}]":           "timeline[0].jabber: not on a bus with PLCA or latencies in this version: leave out plca and latency, or write deaf, mute, no_collision or power: off",
		"name: a, plca: {node_id: 0}|timeline: [{at: 0s, station: a, babble: 0.1}]":          "timeline[0].babble: not on a bus with PLCA or latencies in this version: leave out plca and latency, or write deaf, mute, no_collision or power: off",
		"name: a, plca: {node_id: 0}|timeline: [{at: 0s, add: {name: b, at: 0m}}]":           "timeline[0].add: no station joins a bus with PLCA or latencies in this version: write it among the stations, with power: off until it joins",
		"name: a|timeline: [{at: 0s, station: a, plca: {to_timer: 3bt}}]":                    "timeline[0].plca: node_id is missing: 0 for the coordinator, 1 to 254 for another node, as in plca: {node_id: 1}",
		"plca: {node_id: 0}|timeline: [{at: 0s, beacon_loss: 2}]":                            `timeline[0].beacon_loss: "2" is not a probability: write a number from 0 to 1, such as 1e-8`,
	} {
		text, more, _ := strings.Cut(text, "|")
		text = "phy: 10base-t1s\nduration: 1s\nstations: [{" + text + "}]\n" + more
		assert.Contains(t, bad(t, text), ": "+want, text)
	}
	assert.Equal(t, "test.yaml:4:34: timeline[0].beacon_loss: beacon_loss belongs to PLCA, which a bus of 10base-t1s can have, and this is another medium",
		bad(t, "duration: 1s\nstations: [{}]\n\ntimeline: [{at: 0s, beacon_loss: 1e-3}]"))
}

// An entry of a timeline changes what it says, and leaves the rest; for restores it.
func TestTimelineOfPLCA(t *testing.T) {
	s := read(t, `
phy: 10base-t1s
duration: 10s
plca: {node_count: 4}
stations:
  - {name: head, plca: {node_id: 0}}
  - {name: "n%d", count: 3, plca: {node_id: 1, burst_count: 2}}
  - {name: guest}
timeline:
  - {at: 1s, station: head, plca: off, for: 1s}
  - {at: 3s, station: n1, plca: {node_id: 1}, for: 1s}
  - {at: 5s, station: n1, plca: off}
  - {at: 6s, station: n1, plca: on}
  - {at: 7s, station: guest, plca: {node_id: 4}}
  - {at: 8s, station: guest, plca: {burst_count: 1}}
  - {at: 9s, beacon_loss: 0.25, for: 500ms}
`)
	params := func(id, burst int) *plca.Params {
		p := plca.Default()
		p.NodeIDs, p.NodeCount, p.BurstCount = []int{id}, 4, burst
		return &p
	}
	want := []medium.Change{
		{At: 1, Station: "head", New: (*plca.Params)(nil)},
		{At: 2, Station: "head", New: params(0, 0)},
		{At: 3, Station: "n1", New: params(1, 2)},
		{At: 4, Station: "n1", New: params(2, 2)},
		{At: 5, Station: "n1", New: (*plca.Params)(nil)},
		{At: 6, Station: "n1", New: params(2, 2)},
		{At: 7, Station: "guest", New: params(4, 0)},
		{At: 8, Station: "guest", New: params(4, 1)},
	}
	for i := range want {
		want[i].At, want[i].Kind = want[i].At*phy.Second, medium.PLCA
	}
	list := s.Config.Timeline
	require.Len(t, list, len(want)+2)
	assert.Equal(t, want, list[:len(want)])
	assert.Equal(t, medium.Change{At: 9 * phy.Second, Kind: medium.BeaconLoss, Value: 0.25}, list[len(want)])
	assert.Equal(t, medium.Change{At: 9500 * phy.Millisecond, Kind: medium.BeaconLoss}, list[len(want)+1])

	// A timeline alone makes it a bus with PLCA.
	s = read(t, "phy: 10base-t1s\nduration: 1s\nstations: [{name: a}]\ntimeline: [{at: 1us, station: a, plca: {node_id: 0}}]")
	assert.NotNil(t, s.T1S())
}
