package scenario

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

const twoHosts = `
duration: 1s
medium: {length: 100m}
backoff: beb
stations:
  - {name: A, traffic: {kind: saturated, size: 64}}
  - {name: B, traffic: [{kind: saturated}, {kind: poisson, rate: 10}]}
`

func TestSet(t *testing.T) {
	s := goodWith(t, twoHosts, Options{Set: []string{
		"stations[0].traffic.size=128",
		"stations[1].traffic[1].rate=20",
		"medium.length=2km",
		"mac.jam=48bt",
		"backoff={policy: uniform, k: 8}",
		"stations[0].name=C",
		"stations[1].traffic[0].to=C",
		"until.frames_sent=7",
	}})
	c := s.Config
	require.Equal(t, traffic.Octets(128), c.Stations[0].Traffic[0].Size)
	require.Equal(t, 50*phy.Millisecond, c.Stations[1].Traffic[1].Mean)
	require.Equal(t, phy.Delay(2000, 0.77), s.Length)
	require.Equal(t, 48*bt, c.Params.Jam)
	require.Equal(t, backoff.Uniform(8), c.Stations[1].Backoff)
	require.Equal(t, "C", c.Stations[0].Name)
	require.Equal(t, traffic.To{Whom: traffic.ToStation}, c.Stations[1].Traffic[0].To)
	require.Equal(t, uint64(7), c.Until.FramesSent)
	require.Contains(t, warned(s), "test.yaml:3:9: medium: a cable of")

	// A later option sees what an earlier one has done.
	s = goodWith(t, twoHosts, Options{Set: []string{"stations=[{name: X}, {name: Y}]", "stations[1].at=3m", "medium={}", "medium.velocity=1"}})
	require.Equal(t, phy.Delay(3, 1), s.Config.Stations[1].At)
}

// An alias is a copy: setting one use of it leaves the others.
func TestSetAlias(t *testing.T) {
	s := goodWith(t, "duration: 1s\nstations:\n- {traffic: &t {kind: saturated, size: 64}}\n- {traffic: *t}",
		Options{Set: []string{"stations[1].traffic.size=65"}})
	require.Equal(t, traffic.Octets(64), s.Config.Stations[0].Traffic[0].Size)
	require.Equal(t, traffic.Octets(65), s.Config.Stations[1].Traffic[0].Size)
}

func TestSeedAndDuration(t *testing.T) {
	seed, duration := uint64(9), 3*phy.Millisecond
	s := goodWith(t, "seed: x\nduration: y\nstations: [{}]", Options{Seed: &seed, Duration: &duration, Set: []string{"seed=5"}})
	require.Equal(t, seed, s.Config.Seed)
	require.Equal(t, duration, s.Duration)

	long := phy.MaxTime + 1
	_, err := Parse("test.yaml", []byte("stations: [{}]"), Options{Duration: &long})
	require.EqualError(t, err, `--duration: "2592000.000000000001s" is longer than 30 days, the longest time that can be simulated`)
	long = -1
	_, err = Parse("test.yaml", []byte("stations: [{}]"), Options{Duration: &long})
	require.EqualError(t, err, `--duration: "-1ps" is negative: write a time from 0s, such as 10ms`)
}

func TestBadSet(t *testing.T) {
	for set, want := range map[string]string{
		"medium":                       `--set medium: write path=value, such as medium.length=500m`,
		"stations[9].at=3m":            `--set stations[9].at: there are 2 items of stations, numbered from 0`,
		"stations.at=3m":               `--set stations.at: stations is a list: say which item, such as stations[0].at`,
		"stations[1].traffic.size=64":  `--set stations[1].traffic.size: stations[1].traffic is a list: say which item, such as stations[1].traffic[0].size`,
		"stations[1].traffic[2].to=A":  `--set stations[1].traffic[2].to: there are 2 items of stations[1].traffic, numbered from 0`,
		"medium[0].length=3m":          `--set medium[0].length: medium is not a list: leave [0] out`,
		"backoff.window=3":             `--set backoff.window: backoff is a single value, "beb": set it whole, such as backoff={window: ...}`,
		"medium.length=500":            `--set medium.length: 500 has no unit: write it with one, such as 500m, or 500bt for a delay (units: m, km; bt, ns, us)`,
		"mac.jamm=3bt":                 `--set mac.jamm: mac: unknown key "jamm": did you mean "jam"? (keys of mac: bit_time, rate, as, header, jam, ifg, ifg_part1, slot_time, late_window, backoff_delay, max_defer, attempt_limit, backoff_limit, min_frame, max_frame, late_collision, ifg_after_backoff, rx_gap, blind_start, complete_header, carrier_sense, collision_detect, persistence, align)`,
		"medium={length: 3m, size: 3}": `--set medium: unknown key "size": keys of a medium of kind bus: kind, velocity, length, latency, mii, mii_phase`,
		"medium={length: 5}":           `--set medium: medium.length: 5 has no unit: write it with one, such as 500m, or 500bt for a delay (units: m, km; bt, ns, us)`,
		"medium.length=":               `--set medium.length: write one value after the =`,
		"medium.length=[1":             `--set medium.length: not YAML: did not find expected ',' or ']' (a [ is not closed, or a comma is missing)`,
		"medium.length=*x":             `--set medium.length: *x has no anchor &x before it`,
		"medium.length=\x00":           `--set medium.length: the value is not text that YAML allows`,
		"medium.length=1\n---\n2":      `--set medium.length: write one value after the =`,
		"=1":                           `--set : "" is not a path: write keys and numbers of list items, such as stations[0].traffic.size`,
		"a..b=1":                       `--set a..b: "a..b" is not a path: write keys and numbers of list items, such as stations[0].traffic.size`,
		"stations[x]=1":                `--set stations[x]: "stations[x]" is not a path: write keys and numbers of list items, such as stations[0].traffic.size`,
		"stations[0=1":                 `--set stations[0: "stations[0" is not a path: write keys and numbers of list items, such as stations[0].traffic.size`,
		"stations[0]x=1":               `--set stations[0]x: "stations[0]x" is not a path: write keys and numbers of list items, such as stations[0].traffic.size`,
		"stations[-1]=1":               `--set stations[-1]: "stations[-1]" is not a path: write keys and numbers of list items, such as stations[0].traffic.size`,
	} {
		require.Equal(t, want, bad(t, twoHosts, set), set)
	}
	require.Equal(t, "--set stations[1].at: there is 1 item of stations, numbered from 0", bad(t, around("- {}"), "stations[1].at=3m"))
}
