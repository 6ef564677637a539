package scenario

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// changed writes changes briefly, one a line.
func changed(list []medium.Change) string {
	var lines []string
	for _, c := range list {
		line := fmt.Sprintf("%v %v %s%s%s", c.At, c.Kind, c.Station, c.Port, c.Segment)
		switch c.Kind {
		case medium.BitErrors:
			line += fmt.Sprintf(" %v", c.Errors)
		case medium.Terminator:
			line += fmt.Sprintf(" %d", c.Missing)
		case medium.Length:
			line += fmt.Sprintf(" %v", c.Place)
		case medium.Cut, medium.Short:
			line += fmt.Sprintf(" %v %v", c.On, c.Place)
		case medium.Babble, medium.Skew, medium.Queue:
			line += fmt.Sprintf(" %v", c.Value)
		case medium.Ether:
			line += " " + c.Address.String()
		case medium.Add, medium.Remove, medium.Policy:
		default:
			line += fmt.Sprintf(" %v", c.On)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// read reads a scenario that must be right, without building its network.
func read(t *testing.T, text string) *Scenario {
	t.Helper()
	s, err := Parse("test.yaml", []byte(text), Options{})
	require.NoError(t, err)
	require.NoError(t, validate([]byte(text)), text)
	return s
}

// Entries may stand in any order, and for restores what was there before.
func TestTimelineOfACable(t *testing.T) {
	s := read(t, `
duration: 10s
medium: {length: 500m}
stations: [{name: "h%d", count: 4, spacing: 100m, queue: 7}, {name: B, ether: "02:00:00:00:00:77"}]
timeline:
  - {at: 3s, cut: 250m, for: 1s}
  - {at: 1s, bit_errors: 1e-9}
  - {at: 2s, for: 200ms, bit_errors: {good: 1e-9, bad: 1e-3, to_bad: 1e-4, to_good: 1e-2}}
  - {at: 5s, terminator: left}
  - {at: 6s, terminator: ok}
  - {at: 6s, station: h3, jabber: on, for: 1s}
  - {at: 7s, station: h3, jabber: on}
  - {at: 7s, station: h2, power: off, for: 500ms}
  - {at: 7s, station: h2, ppm: -50, for: 1s}
  - {at: 8s, length: 600m, for: 1s}
  - {at: 8s, station: h0, ether: "02:00:00:00:00:99", for: 1s}
  - {at: 8s, station: B, ether: "02:00:00:00:00:98", for: 1s}
  - {at: 9s, set: {path: "stations[0].queue", value: 20}, for: 100ms}
  - {at: 9s, add: {name: late, at: 30m, traffic: {kind: saturated, to: h1}}}
  - {at: 9500ms, station: late, deaf: on}
  - {at: 9600ms, remove: late}
`)
	assert.Empty(t, warned(s))
	assert.Equal(t, `1s bit_errors  {1e-09 0 0 0}
2s bit_errors  {1e-09 0.001 0.0001 0.01}
2.2s bit_errors  {1e-09 0 0 0}
3s cut  true 1.083us
4s cut  false 0s
5s terminator  1
6s terminator  0
6s jabber h3 true
7s jabber h3 false
7s jabber h3 true
7s power_off h2 true
7s ppm h2 -50
7.5s power_off h2 false
8s ppm h2 0
8s length  2.599201us
8s ether h0 02:00:00:00:00:99
8s ether B 02:00:00:00:00:98
9s length  2.166001us
9s ether h0 02:00:00:00:00:01
9s ether B 02:00:00:00:00:77
9s queue h0 20
9s queue h1 20
9s queue h2 20
9s queue h3 20
9s add late
9.1s queue h0 7
9.1s queue h1 7
9.1s queue h2 7
9.1s queue h3 7
9.5s deaf late true
9.6s remove late`, changed(s.Config.Timeline))
	var texts []string
	for _, e := range s.Timeline() {
		texts = append(texts, e.Text)
	}
	assert.Equal(t, "cut: 250m", texts[2])
	assert.Equal(t, "station: h3, jabber: on", texts[5])
}

func TestTimelineOfANetwork(t *testing.T) {
	s := read(t, strings.TrimSpace(hubAndSwitch)+`
timeline:
  - {at: 1ms, cut: 100m}
  - {at: 1ms, segment: hub-sw, cut: on, for: 1ms}
  - {at: 2ms, port: hub/pc1, enabled: off, for: 1ms}
  - {at: 3ms, port: hub/yellow, sqe_test: on}
  - {at: 3ms, segment: yellow, bit_errors: 1e-6}
`)
	assert.Equal(t, `1ms cut yellow true 433.2ns
1ms cut hub-sw true 0s
2ms cut hub-sw false 0s
2ms port_off hub/pc1 true
3ms port_off hub/pc1 false
3ms sqe_test hub/yellow true
3ms bit_errors yellow {1e-06 0 0 0}`, changed(s.Config.Timeline))
	s = read(t, strings.TrimSpace(hubAndSwitch)+"\ntimeline: [{at: 1ms, segment: hub-sw, cut: yes}, {at: 2ms, segment: hub-sw, cut: no}]")
	assert.Equal(t, "1ms cut hub-sw true 0s\n2ms cut hub-sw false 0s", changed(s.Config.Timeline))
	_, err := Parse("s.yaml", []byte(strings.TrimSpace(hubAndSwitch)+"\ntimeline: [{at: 1ms, segment: hub-sw, length: 300m}]"), Options{})
	assert.ErrorContains(t, err, "timeline[0].length: hub-sw is a link, which keeps its length: only a cable, a segment of kind bus, becomes longer")
}

// A station joins a cable of a network. Its address is after those of the stations and of the bridges' ports.
func TestAStationThatJoinsANetwork(t *testing.T) {
	parse := func(add string) (*Scenario, error) {
		return Parse("s.yaml", []byte(strings.TrimSpace(hubAndSwitch)+"\ntimeline: [{at: 4ms, add: {name: late, "+add+"}}]"), Options{})
	}
	s, err := parse("via: yellow, at: 30m")
	require.NoError(t, err)
	c := s.Config.Timeline[0]
	late := c.New.(domain.Station)
	net := s.LAN()
	assert.Equal(t, "yellow", net.Segments[late.End.Segment].Name)
	assert.Equal(t, late.At, late.End.At)
	ports := 0
	for _, b := range net.Bridges {
		ports += len(b.Ports)
	}
	assert.Equal(t, phy.StationAddress(len(net.Stations)+ports), late.Address)
	for add, want := range map[string]string{
		"at: 30m":               "timeline[0].add: via is missing: the name of the cable that the station joins",
		"via: hub":              "timeline[0].add.via: a station can join a cable or a star while it runs, and hub is a device: switch one on that is there: {at: 1s, station: NAME, power: on}",
		"via: yelow":            `timeline[0].add.via: there is no segment or device "yelow": did you mean "yellow"?`,
		"via: yellow, at: 501m": "timeline[0].add.at: this is beyond the end of the cable, which is 500m long",
	} {
		_, err := parse(add)
		assert.ErrorContains(t, err, want)
	}
	_, err = Parse("s.yaml", []byte(strings.TrimSpace(hubAndSwitch)+"\ntimeline: [{at: 4ms, add: {name: sw, via: yellow}}]"), Options{})
	assert.ErrorContains(t, err, `timeline[0].add.name: the name "sw" is already used in the network`)
}

// What is said about each mistake, word for word.
func TestBadTimeline(t *testing.T) {
	const scenario = "\nduration: 10s\nmedium: {length: 500m}\nstations: [{name: h1}, {name: h2, at: 400m}]\n"
	for text, want := range map[string]string{
		"{at: 1s}":                                                   `1:11: timeline: timeline is a list: begin each entry with a dash, such as - {at: 1s, for: 200ms, bit_errors: 1e-8}`,
		"[{at: 1s}]":                                                 `1:12: timeline[0]: nothing changes here: write one of bit_errors, cut, short, terminator, length, beacon_loss, jabber, deaf, no_collision, mute, babble, ppm, power, no_sqe, plca, ether, promiscuous, enabled, sqe_test, add, remove, set, such as {at: 1s, cut: 250m}`,
		"[{cut: 1m}]":                                                `1:12: timeline[0]: at is missing: the instant of the change, such as {at: 1s, cut: 250m}`,
		"[{at: 1, cut: 1m}]":                                         `1:17: timeline[0].at: 1 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"[{at: 1s, cutt: 1m}]":                                       `1:21: timeline[0]: unknown key "cutt": did you mean "cut"? (keys of an entry of a timeline: at, for, segment, station, port, bit_errors, cut, short, terminator, length, beacon_loss, jabber, deaf, no_collision, mute, babble, ppm, power, no_sqe, plca, ether, promiscuous, enabled, sqe_test, add, remove, set)`,
		"[{at: 1s, cut: 501m}]":                                      `1:26: timeline[0].cut: this is beyond the end of the cable, which is 500m long`,
		"[{at: 1s, cut: 10}]":                                        `1:26: timeline[0].cut: 10 has no unit: write it with one, such as 500m, or 500bt for a delay (units: m, km; bt, ns, us)`,
		"[{at: 1s, cut: -1m}]":                                       `1:26: timeline[0].cut: "-1m" is negative: write a distance from 0m, such as 100m`,
		"[{at: 1s, short: 501m}]":                                    `1:28: timeline[0].short: this is beyond the end of the cable, which is 500m long`,
		"[{at: 1s, terminator: top}]":                                `1:33: timeline[0].terminator: "top" is not a terminator that is missing: allowed: left, right, both, ok`,
		"[{at: 1s, length: 300m}]":                                   `1:29: timeline[0].length: h2 is beyond the end of a cable of 300m: a cable cannot be shorter than what is plugged into it`,
		"[{at: 1s, bit_errors: 2}]":                                  `1:33: timeline[0].bit_errors: "2" is not a probability: write a number from 0 to 1, such as 1e-8`,
		"[{at: 1s, bit_errors: -1e-8}]":                              `1:33: timeline[0].bit_errors: "-1e-8" is not a probability: write a number from 0 to 1, such as 1e-8`,
		"[{at: 1s, bit_errors: .nan}]":                               `1:33: timeline[0].bit_errors: ".nan" is not a probability: write a number from 0 to 1, such as 1e-8`,
		"[{at: 1s, bit_errors: {good: 1}}]":                          `1:33: timeline[0].bit_errors: bad is missing: write {good: 1e-9, bad: 1e-3, to_bad: 1e-4, to_good: 1e-2}`,
		"[{at: 1s, segment: x, cut: 1m}]":                            `1:30: timeline[0].segment: there is one medium here: leave segment out`,
		"[{at: 1s, deaf: on}]":                                       `1:12: timeline[0]: station is missing: deaf belongs to a station, as in {at: 1s, station: NAME, deaf: on}`,
		"[{at: 1s, station: h1, cut: 1m}]":                           `1:30: timeline[0].station: cut belongs to a segment, not to a station: write {segment: NAME, cut: 250m}`,
		"[{at: 1s, station: h3, deaf: on}]":                          `1:30: timeline[0].station: there is no station "h3": did you mean "h1"?`,
		"[{at: 1s, station: h1, deaf: maybe}]":                       `1:40: timeline[0].deaf: "maybe" is not a switch: write on or off`,
		"[{at: 1s, station: h1, deaf: on, mute: on}]":                `1:44: timeline[0].mute: an entry changes one thing, and this has deaf already: write two entries`,
		"[{at: 1s, station: h1, babble: 1.5}]":                       `1:42: timeline[0].babble: "1.5" is not a probability: write a number from 0 to 1, such as 1e-8`,
		"[{at: 1s, station: h1, ppm: 1e9}]":                          `1:39: timeline[0].ppm: "1e9" is not an error of a clock: write parts per million from -10000 to 10000, such as 100`,
		"[{at: 1s, port: hub/h1, enabled: off}]":                     `1:27: timeline[0].port: there is no repeater here, and so there are no ports: ports belong to the devices of a network`,
		"[{at: 1s, for: 1s, cut: 1m}, {at: 1500ms, cut: off}]":       `1:58: timeline[1].cut: overlaps another entry for cut (line 1, column 12), which lasts until 2s: let this one begin then, or that one end before`,
		"[{at: 1s, cut: 1m}, {at: 2s, cut: 2m}]":                     `1:45: timeline[1].cut: overlaps another entry for cut (line 1, column 12), which has no end: give that one a for, or end it with cut: off`,
		"[{at: 1s, bit_errors: 0.1}, {at: 1s, bit_errors: 0.2}]":     `1:60: timeline[1].bit_errors: another entry sets bit_errors at the same instant (line 1, column 12): leave one out`,
		"[{at: 1s, remove: h1}, {at: 2s, station: h1, deaf: on}]":    `1:52: timeline[1].station: h1 is removed at 1s (line 1, column 12): it is not there any more`,
		"[{at: 2s, add: {name: a}}, {at: 1s, station: a, deaf: on}]": `1:56: timeline[1].station: a is added later, at 2s (line 1, column 12)`,
		"[{at: 2s, add: {name: h1}}]":                                `1:33: timeline[0].add.name: the name "h1" is already used by a station`,
		"[{at: 2s, add: {at: 1m}}]":                                  `1:26: timeline[0].add: name is missing: a station that joins needs one`,
		"[{at: 2s, add: {name: a, at: 501m}}]":                       `1:40: timeline[0].add.at: this is beyond the end of the cable, which is 500m long`,
		"[{at: 2s, add: {name: a, count: 2}}]":                       `1:43: timeline[0].add.count: an entry adds one station: leave count out, and write an entry for each`,
		"[{at: 2s, for: 1s, remove: h1}]":                            `1:26: timeline[0].for: for restores a value, and remove has none: write two entries, one with add and one with remove`,
		`[{at: 2s, set: {path: "stations[0].at", value: 3m}}]`:       `1:33: timeline[0].set.path: "stations[0].at" cannot change during a run: an entry can set stations[N].queue, stations[N].backoff and backoff`,
		`[{at: 2s, set: {path: "stations[7].queue", value: 3}}]`:     `1:33: timeline[0].set.path: there are 2 items of stations, numbered from 0`,
		`[{at: 2s, set: {path: "stations[0].queue", value: 0}}]`:     `1:61: stations[0].queue: 0 is out of range: it must be 1 to 100000000`,
		`[{at: 2s, set: {path: "backoff", value: bebe}}]`:            `1:51: backoff: "bebe" is not a backoff policy: did you mean "beb"? (policies: beb, beb-untruncated, windowed, exponential-window, polynomial, linear, uniform, rcp, geometric, none, fixed, opencores, exponential, full-jitter, equal-jitter, decorrelated, thain, ftsh, google, norm-variate, sip, scripted, custom)`,
		"[{at: 1s, plca: {node_id: 1}}]":                             `1:12: timeline[0]: station is missing: plca belongs to a station, as in {at: 1s, station: NAME, plca: {node_id: 2}}`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, "timeline: "+text+scenario), text)
	}
}

// A station of a network gets another address. It may be that of a station that has left it, but not one that a station or a port
// of a bridge has, or will have again.
func TestAStationOfANetworkGetsAnotherAddress(t *testing.T) {
	const own, router = `"02:00:00:00:00:99"`, `"00:00:5e:00:01:01"`
	network := strings.Replace(strings.TrimSpace(hubAndSwitch), "{name: old", "{name: old, ether: "+router, 1) + "\ntimeline: "
	s := read(t, network+`[{at: 1ms, station: old, ether: `+own+`}, {at: 1ms, station: pc0, ether: `+router+`}]`+"\n")
	assert.Equal(t, "1ms ether old 02:00:00:00:00:99\n1ms ether pc0 00:00:5e:00:01:01", changed(s.Config.Timeline))
	for list, want := range map[string]string{
		`[{at: 1ms, station: pc0, ether: ` + router + `}]`:                                                        "the address 00:00:5e:00:01:01 is already used by old",
		`[{at: 1ms, station: old, ether: ` + own + `}, {at: 2ms, station: pc0, ether: ` + own + `}]`:              "the address 02:00:00:00:00:99 is already used by old",
		`[{at: 1ms, for: 5ms, station: old, ether: ` + own + `}, {at: 2ms, station: pc0, ether: ` + router + `}]`: "the address 00:00:5e:00:01:01 is already used by old",
		`[{at: 1ms, for: 5ms, station: old, ether: ` + own + `}, {at: 2ms, station: pc0, ether: ` + own + `}]`:    "the address 02:00:00:00:00:99 is already used by old",
		`[{at: 1ms, station: old, ether: "` + phy.StationAddress(len(s.Config.Stations)).String() + `"}]`:         "is already used by a port of a bridge",
	} {
		assert.Contains(t, bad(t, network+list+"\n"), want)
	}
}

// The stack of a soft host has the address that its station began with, answers ARP with it and sends from it.
func TestASoftHostKeepsItsAddress(t *testing.T) {
	assert.Equal(t, "test.yaml:5:43: timeline[0].ether: web keeps its address: it is that of its TCP/IP stack",
		bad(t, `duration: 1s
stations:
  - {name: web, at: 0m, attach: {soft: {address: 10.0.0.1/24}}}
  - {name: pc, at: 10m}
timeline: [{at: 1ms, station: web, ether: "02:00:00:00:00:99"}]
`))
}

func TestTimelineWarnings(t *testing.T) {
	s := read(t, `
duration: 1s
stations: [{name: h1, at: 100m}, {name: h2}]
timeline:
  - {at: 1s, cut: 50m}
  - {at: 10ms, cut: off}
`)
	assert.Equal(t, `test.yaml:5:10: timeline[0].at: the run ends at 1s, before this: the entry has no effect
test.yaml:6:21: timeline[1].cut: the entry has no effect: no change of cut holds at 10ms`, warned(s))
}

// A cable gets longer and shorter, with what is plugged into it by then.
func TestALengthOfACable(t *testing.T) {
	const scenario = "\nduration: 10s\nmedium: {length: 500m}\nstations: [{name: h1}, {name: h2, at: 400m}]\n"
	for text, want := range map[string]string{
		"[{at: 1s, length: 400m}]":                                                          "",
		"[{at: 1s, length: 399m}]":                                                          `1:29: timeline[0].length: h2 is beyond the end of a cable of 399m: a cable cannot be shorter than what is plugged into it`,
		"[{at: 1s, remove: h2}, {at: 2s, length: 300m}]":                                    "",
		"[{at: 1s, length: 600m}, {at: 2s, add: {name: x, at: 550m}}]":                      "",
		"[{at: 1s, length: 600m, for: 2s}, {at: 2s, cut: 550m}]":                            "",
		"[{at: 1s, length: 600m, for: 2s}, {at: 2s, add: {name: x, at: 550m}}]":             `1:73: timeline[1].add.at: this is beyond the end of the cable, which is 500m long`,
		"[{at: 1s, length: 450m, for: 2s}, {at: 2s, add: {name: x, at: 470m}}]":             `1:73: timeline[1].add.at: this is beyond the end of the cable, which is 1.949401us long`,
		"[{at: 1s, length: 450m, for: 2s}, {at: 2s, short: 470m}]":                          `1:61: timeline[1].short: this is beyond the end of the cable, which is 1.949401us long`,
		"[{at: 1s, add: {name: x, at: 450m}}, {at: 2s, length: 420m}]":                      `1:65: timeline[1].length: x is beyond the end of a cable of 420m: a cable cannot be shorter than what is plugged into it`,
		"[{at: 2s, length: 420m}, {at: 1s, add: {name: x, at: 410m}}]":                      "",
		"[{at: 1s, add: {name: x, at: 450m}}, {at: 2s, remove: x}, {at: 3s, length: 420m}]": "",
	} {
		if want != "" {
			assert.Equal(t, "test.yaml:"+want, bad(t, "timeline: "+text+scenario), text)
			continue
		}
		_, err := read(t, "timeline: "+text+scenario).Network()
		assert.NoError(t, err, text)
	}
}

// A program that changes a live run reads one entry, for the instant of the command.
func TestReadEntry(t *testing.T) {
	s := read(t, "duration: 1s\nmedium: {length: 500m}\nstations: [{name: h1}, {name: h2}]\ntimeline: [{at: 500ms, cut: 20m}]\n")
	entry := func(text string, at phy.Time) *Entry {
		e, err := s.ReadEntry([]byte(text), at)
		require.NoError(t, err)
		return e
	}
	e := entry(`{"station": "h1", "deaf": true, "for": "2s"}`, phy.Millisecond)
	assert.Equal(t, "1ms deaf h1 true\n2.001s deaf h1 false", changed(e.Changes))
	assert.Len(t, s.Timeline(), 1, "nothing is kept yet")
	s.Keep(e)
	s.Keep(entry("add: {name: late, at: 30m}", 2*phy.Millisecond))
	s.Keep(entry("{station: late, mute: on}", 3*phy.Millisecond))
	for text, want := range map[string]string{
		"{station: h1, deaf: on}":     `deaf: overlaps another entry for deaf (of 1ms), which lasts until 2.001s: let this one begin then, or that one end before`,
		"{at: 1s, cut: off}":          "leave at out: the instant is that of the command",
		"{cut: 600m}":                 "cut: this is beyond the end of the cable, which is 500m long",
		"cut":                         `must be a mapping of keys, not a single value`,
		"":                            `write what changes, such as cut: 250m`,
		"{station: nobody, deaf: on}": `station: there is no station "nobody": there are h1, h2, late`,
	} {
		_, err := s.ReadEntry([]byte(text), 4*phy.Millisecond)
		assert.EqualError(t, err, want, text)
	}
	early := entry("{station: h1, deaf: off}", 5*phy.Millisecond)
	assert.Equal(t, "5ms deaf h1 false", changed(early.Changes))
	assert.Equal(t, 2001*phy.Millisecond, early.Changes[0].Planned, "in place of the end that was planned")
	s.Keep(early)
	assert.Len(t, s.Timeline(), 4, "what it ended says so")
	assert.Contains(t, s.Timeline()[0].Words(), "deaf: true, for 4ms")
	s.Keep(entry("remove: h2", 5*phy.Millisecond))
	_, err := s.ReadEntry([]byte("{station: nobody, deaf: on}"), 6*phy.Millisecond)
	assert.EqualError(t, err, `station: there is no station "nobody": there are h1, late`)
}

// A run until nothing is to come, without a duration, does not end while a station sends that has joined.
func TestAStationThatJoinsMayNeverEnd(t *testing.T) {
	const until = "until: {idle: true}\nstations: [{name: A}, {name: B}]\ntimeline: [{at: 1ms, add: {name: late, traffic: {kind: saturated}}}"
	assert.Equal(t, "test.yaml:1:8: until: the run never becomes idle: the saturated traffic of timeline[0].add has no end; write a duration", bad(t, until+"]"))
	read(t, until+", {at: 5ms, remove: late}]")
	read(t, "duration: 1s\n"+until+"]")
}

// A transceiver of 10BASE-T1S cuts a station that jabbers after 2 ms, on a cable and in a network.
func TestJabberOnAMultidropBus(t *testing.T) {
	end := `, traffic: {kind: frames, starts: [3ms], to: a, size: 64}}
timeline: [{at: 0s, station: a, jabber: on}]
`
	for _, text := range []string{
		"phy: 10base-t1s\nduration: 4ms\nstations:\n  - {name: a}\n  - {name: b" + end,
		"duration: 4ms\nsegments: {s: {kind: bus, phy: 10base-t1s}}\ndevices: [{name: sw, kind: bridge}]\nlinks: [{between: [sw, s], at: 0m}]\n" +
			"stations:\n  - {name: a, via: s}\n  - {name: c, via: sw}\n  - {name: b, via: s" + end,
	} {
		n, err := read(t, text).Network()
		require.NoError(t, err)
		require.NoError(t, n.Run(4*phy.Millisecond))
		assert.EqualValues(t, 1, n.Result().Medium.FramesDelivered)
	}
	n, err := read(t, "phy: 10base5\nduration: 4ms\nstations:\n  - {name: a}\n  - {name: b"+end).Network()
	require.NoError(t, err)
	require.NoError(t, n.Run(4*phy.Millisecond))
	assert.Zero(t, n.Result().Medium.FramesDelivered, "another transceiver goes on for 50 ms")
}
