package scenario

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// hubAndSwitch is a network with every way to plug something in.
const hubAndSwitch = `
name: hub and switch
duration: 1s
phy: 10base-t
segments:
  yellow: {kind: bus, length: 500m, phy: 10base5}
devices:
  - {name: hub, kind: repeater}
  - {name: sw, kind: bridge, ageing: 30s, queue: 10}
links:
  - {between: [hub, sw], length: 100m}
  - {between: [hub, yellow], at: 250m}
  - {between: [sw, B], length: 5m, duplex: [full, half]}
stations:
  - {name: "pc%d", count: 2, via: hub, link: {length: 50m}, traffic: {kind: saturated, to: domain}}
  - {name: server, via: sw, link: {length: 10m, phy: 100base-tx, duplex: full}, pause: obey}
  - {name: old, via: yellow, at: 10m}
  - {name: B, traffic: {kind: frames, start: 10bt}}
`

func TestHubAndSwitch(t *testing.T) {
	s := good(t, hubAndSwitch)
	assert.Equal(t, "network", s.Kind)
	assert.False(t, s.Cable())
	assert.Equal(t, "test.yaml:13:44: links[2].duplex: a duplex mismatch: sw is full duplex and B is half duplex, so that B has late collisions and sw receives fragments", warned(s))

	c := s.LAN()
	at := func(metres float64) phy.Time { return phy.Delay(metres, 0.59) }
	names := []string{}
	for _, seg := range c.Segments {
		names = append(names, seg.Name)
	}
	assert.Equal(t, []string{"yellow", "hub-sw", "sw-B", "pc0-hub", "pc1-hub", "server-sw"}, names)
	yellow, uplink, server := c.Segments[0], c.Segments[1], c.Segments[5]
	assert.False(t, yellow.Link || yellow.Star)
	assert.Equal(t, lan.Segment{
		Segment: domain.Segment{Name: "hub-sw", Link: true, Delay: at(100), TransmittingEnd: 1050 * phy.Nanosecond, Middle: 800 * phy.Nanosecond},
		Params:  mac.For(phy.Ethernet10),
	}, uplink)
	assert.Equal(t, 16*bt, yellow.TransmittingEnd)
	assert.Equal(t, 10*phy.Nanosecond, server.Params.BitTime, "rules of its own line")
	assert.Zero(t, server.Middle)

	hub := domain.DefaultRepeater(bt)
	hub.Name, hub.Ports = "hub", []domain.Port{
		{To: "sw", End: domain.End{Segment: 1}},
		{To: "yellow", End: domain.End{Segment: 0, At: phy.Delay(250, 0.77)}},
		{To: "pc0", End: domain.End{Segment: 3, At: at(50)}},
		{To: "pc1", End: domain.End{Segment: 4, At: at(50)}},
	}
	assert.Equal(t, []domain.Repeater{hub}, c.Repeaters)
	assert.Equal(t, []lan.Bridge{{Name: "sw", Ageing: 30 * phy.Second, Queue: 10, Ports: []lan.BridgePort{
		{To: "hub", End: domain.End{Segment: 1, At: at(100)}},
		{To: "B", End: domain.End{Segment: 2, Full: true}},
		{To: "server", End: domain.End{Segment: 5, At: at(10), Full: true}},
	}}}, c.Bridges)

	require.Len(t, c.Stations, 5)
	assert.Equal(t, domain.End{Segment: 3}, c.Stations[0].End)
	assert.Equal(t, traffic.ToDomain, c.Stations[0].Traffic[0].To.Whom)
	assert.Equal(t, domain.End{Segment: 5, Full: true}, c.Stations[2].End)
	assert.True(t, c.Stations[2].ObeyPause && !c.Stations[0].ObeyPause)
	assert.Equal(t, domain.End{Segment: 0, At: phy.Delay(10, 0.77)}, c.Stations[3].End)
	assert.Equal(t, domain.End{Segment: 2, At: at(5)}, c.Stations[4].End)
	assert.Equal(t, 10*bt, c.Stations[4].Traffic[0].Start)

	var domains []string
	for _, d := range c.Domains() {
		domains = append(domains, d.Name)
	}
	assert.Equal(t, []string{"yellow+hub", "sw-B", "server-sw"}, domains)
}

// twoCables is a network of two cables with a bridge between them. The stations on the right cable
// send to each other only.
const twoCables = `
duration: 100ms
segments: {left: {length: 500m}, right: {length: 500m}}
devices: [{name: br, kind: bridge}]
links: [{between: [br, left], at: 500m}, {between: [br, right], at: 0m}]
stations:
- {name: "l%d", count: 3, via: left, spacing: 100m, traffic: {kind: poisson, load: 0.2, size: 512}}
- {name: "r%d", count: 3, via: right, from: 100m, spacing: 100m, traffic: {kind: poisson, load: 0.2, size: 512, to: domain}}
`

func TestToDomainStaysInTheDomain(t *testing.T) {
	s := good(t, twoCables)
	n, err := s.Network()
	require.NoError(t, err)
	left, right := 0, 0
	n.Observe(seen(func(e *medium.Event) {
		switch {
		case e.Kind == medium.TxStart && e.Station < 3 && e.Frame.Destination >= 3:
			left++
		case e.Kind == medium.TxStart && e.Station >= 3 && e.Station < 6:
			right++
			assert.True(t, e.Frame.Destination >= 3 && e.Frame.Destination != e.Station, "%+v", e)
		}
	}))
	require.NoError(t, n.Run(s.Duration))
	assert.Greater(t, left, 10, "frames over the bridge")
	assert.Greater(t, right, 30)
}

// seen is an observer of transmissions.
type seen func(*medium.Event)

func (f seen) Interest() medium.Interest { return medium.Interest{Kinds: medium.Of(medium.TxStart)} }
func (f seen) Observe(e *medium.Event)   { f(e) }

// wired is a network around which tests write more lines.
func wired(lines string) string {
	return `duration: 1s
phy: 10base-t
segments: {yellow: {phy: 10base5, length: 500m}, st: {kind: star, delay: 1us}}
devices: [{name: hub, kind: repeater}, {name: sw, kind: bridge}]
stations: [{name: A, via: hub}, {name: B, via: sw}, {name: C, via: st}, {name: "d%d", count: 2, via: yellow, at: 10m}, {name: E}]
` + lines
}

// What is said about each mistake in a network, word for word.
func TestBadLinks(t *testing.T) {
	const rest = "{between: [hub, sw]}, {between: [sw, E]}, {between: [yellow, hub], at: 0m}"
	for text, want := range map[string]string{
		"{between: [hub, sw], lenth: 5m}":                  `6:30: links[0]: unknown key "lenth": did you mean "length"? (keys of a link: between, at, phy, length, duplex)`,
		"{length: 5m}":                                     `6:9: links[0]: between is missing: the names of the two ends, such as between: [hub, sw]`,
		"{between: hub}":                                   `6:19: links[0].between: must be a list of two names, such as [hub, sw]`,
		"{between: [hub, sw, E]}":                          `6:19: links[0].between: a link has two ends, and these are 3: write two names, such as [hub, sw]`,
		"{between: [hub, hib]}":                            `6:25: links[0].between[1]: there is no segment, device or station "hib": did you mean "hub"?`,
		"{between: [hub, nobody]}":                         `6:25: links[0].between[1]: there is no segment, device or station "nobody": there are yellow, st, hub, sw, A, B, C, d0, d1, E`,
		"{between: [hub, hub]}":                            `6:25: links[0].between[1]: both ends of the link are "hub": a link joins two things`,
		"{between: [yellow, st]}":                          `6:28: links[0].between[1]: a link does not join two segments: put a repeater or a bridge between yellow and st`,
		"{between: [sw, st], at: 1m}":                      `6:9: links[0]: st is a star: only stations can be plugged into it, with via: st`,
		"{between: [sw, yellow]}":                          `6:9: links[0]: at is missing: the place of the tap on yellow, such as at: 250m`,
		"{between: [sw, yellow], at: 5}":                   `6:37: links[0].at: 5 has no unit: write it with one, such as 500m, or 500bt for a delay (units: m, km; bt, ns, us)`,
		"{between: [sw, yellow], at: 501m}":                `6:37: links[0].at: this is beyond the end of the cable, which is 500m long`,
		"{between: [sw, hub], at: 5m}":                     `6:34: links[0].at: at is a place on a cable, and this link does not end on one: leave it out`,
		"{between: [sw, A]}":                               `6:24: links[0].between[1]: A is plugged in already (line 5, column 27), and a station has one port`,
		"{between: [sw, hub], duplex: quarter}":            `6:38: links[0].duplex: "quarter" is not a duplex setting: allowed: half, full`,
		"{between: [sw, hub], duplex: [full]}":             `6:38: links[0].duplex: a link has two ends: write half, full, or one word for each end, such as [full, half]`,
		"{between: [sw, hub], duplex: full}":               `6:38: links[0].duplex: hub is a repeater, which is half duplex: write half for its end of the link`,
		"{between: [sw, hub], phy: 100base-tx}":            `6:35: links[0].phy: hub is a repeater, and repeats at one rate: here are 100base-tx to sw and 10base5 (line 6, column 90); a bridge joins different rates`,
		"{between: [sw, hub], length: 31000000s}":          `6:38: links[0].length: "31000000s" is longer than 30 days, the longest time that can be simulated`,
		"{between: [sw, hub], length: 9e30km}":             `6:38: links[0].length: 9e30km is farther than a signal travels in 30 days, the longest time that can be simulated`,
		"{between: [sw, yellow], at: 5m, duplex: full}":    `6:49: links[0].duplex: yellow is a cable, and whatever is on a cable is half duplex`,
		"{between: [sw, yellow], at: 5m, length: 5m}":      `6:49: links[0].length: a tap on yellow has no length of its own: leave it out`,
		"{between: [sw, yellow], at: 5m, phy: 100base-tx}": `6:46: links[0].phy: a tap on yellow has no phy of its own: leave it out`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, wired("links: ["+text+", "+rest+"]")), text)
	}
}

func TestBadDevicesAndSegments(t *testing.T) {
	for text, want := range map[string]string{
		// devices
		"devices: {hub: repeater}":                                        `3:10: devices: devices is a list: begin each device with a dash, such as - {name: hub, kind: repeater}`,
		"devices: [{kind: repeater}]":                                     `3:11: devices[0]: name is missing: write {name: hub, kind: repeater}`,
		"devices: [{name: hub}]":                                          `3:11: devices[0]: kind is missing: repeater (a hub) or bridge (a switch)`,
		"devices: [{name: hub, kind: hub}]":                               `3:29: devices[0].kind: "hub" is not a kind of device: write repeater (a hub) or bridge (a switch)`,
		"devices: [{name: a/b, kind: bridge}]":                            `3:18: devices[0].name: the name of a segment or a device is 1 to 64 printable characters without /`,
		"devices: [{name: hub, kind: bridge}, {name: hub, kind: bridge}]": `3:45: devices[1].name: the name "hub" is already used by devices[0] (line 3, column 18)`,
		"devices: [{name: hub, kind: repeater, dely: 3bt}]":               `3:39: devices[0]: unknown key "dely": did you mean "delay"? (keys of a repeater: name, kind, class, delay, jam_delay, jam_end_delay, recovery, variability, partition_after, partition_long, reconnect, reconnect_on, mjlp, jabber, false_carriers, ports)`,
		"devices: [{name: hub, kind: repeater, queue: 3}]":                `3:39: devices[0]: a repeater holds no frames: queue is a key of bridges`,
		"devices: [{name: hub, kind: repeater, delay: 3}]":                `3:46: devices[0].delay: 3 has no unit: write it with one, such as 10us, 10ms or 10bt (units: ps, ns, us, ms, s or bt)`,
		"devices: [{name: hub, kind: repeater, class: 3}]": `3:46: devices[0].class: 3 is out of range: it must be 1 to 2
test.yaml:3:46: devices[0].class: repeaters have classes at 100 Mb/s only: leave it out`,
		"devices: [{name: hub, kind: repeater, class: 1}]":                         `3:46: devices[0].class: repeaters have classes at 100 Mb/s only: leave it out`,
		"devices: [{name: hub, kind: repeater, jabber: 1us}]":                      `3:47: devices[0].jabber: jabber is a rule of 100 Mb/s: at 10 Mb/s write mjlp`,
		"devices: [{name: hub, kind: repeater, false_carriers: 3}]":                `3:55: devices[0].false_carriers: false carriers are of 100 Mb/s: leave it out`,
		"devices: [{name: hub, kind: repeater, variability: bad}]":                 `3:52: devices[0].variability: "bad" is not a variability: allowed: none, worst, random`,
		"devices: [{name: hub, kind: repeater, mjlp: 0}]":                          `3:45: devices[0].mjlp: must be more than 0`,
		"devices: [{name: hub, kind: repeater, ports: [{to: A}, {enabled: off}]}]": `3:56: devices[0].ports[1]: to is missing: the name of what is plugged into the port`,
		"devices: [{name: hub, kind: repeater, ports: [{to: C}]}]":                 `3:52: devices[0].ports[0].to: hub has no port to "C"`,
		"devices: [{name: hub, kind: repeater, ports: {A: off}}]":                  `3:46: devices[0].ports: ports is a list: write [{to: NAME, ...}] with the name of what is plugged in`,
		"devices: [{name: hub, kind: repeater, ports: [{to: A, pause: obey}]}]":    `3:55: devices[0].ports[0]: a repeater does not know PAUSE: pause is for stations and ports of bridges`,
		"devices: [{name: hub, kind: bridge, ports: [{to: A, enabled: off}]}]":     `3:53: devices[0].ports[0]: only ports of repeaters can be disabled: leave the link out`,
		"devices: [{name: hub, kind: bridge, delay: 3bt}]":                         `3:37: devices[0]: a bridge receives a frame whole before it sends it: write latency for the time in between`,
		"devices: [{name: hub, kind: bridge, queue: 0}]":                           `3:44: devices[0].queue: 0 is out of range: it must be 1 to 100000000`,
		"devices: [{name: hub, kind: bridge, pause: on}]":                          `3:44: devices[0].pause: must be a mapping of keys, not a single value`,
		"devices: [{name: hub, kind: bridge, pause: {above: 5}}]":                  `3:44: devices[0].pause: below, 20 frames, is more than above, 5`,
		"devices: [{name: hub, kind: bridge}, {name: x, kind: bridge}]":            `3:38: devices[1]: nothing is plugged into x: name it in links, or as the via of stations`,
		// segments
		"segments: [yellow]":                `4:11: segments: segments is a mapping of names to cables, such as yellow: {kind: bus, length: 500m}`,
		"segments: {yellow: 500m}":          `4:20: segments.yellow: must be a mapping of keys, not a single value`,
		"segments: {yellow: {kind: ring}}":  `4:27: segments.yellow.kind: "ring" is not a kind of segment: allowed: bus, star`,
		"segments: {yellow: {phy: x}}":      `4:26: segments.yellow.phy: "x" is not a phy: csmacd phys lists them: 1base5, 10base5, 10base2, 10base-t, 10base-fl, 10base-t1s, 100base-tx, 100base-fx`,
		"segments: {yellow: {delay: 3us}}":  `4:21: segments.yellow: delay is a key of a star: write {kind: star, delay: 4us}, or give the bus a length`,
		"segments: {yellow: {kind: star}}":  `4:20: segments.yellow: delay is missing: a star needs the delay between any two of its stations, such as {kind: star, delay: 4us}`,
		"segments: {A: {}}":                 `2:19: stations[0].name: the name "A" is already used by segments.A (line 4, column 12)`,
		"segments: {hub: {}}":               `3:18: devices[0].name: the name "hub" is already used by segments.hub (line 4, column 12)`,
		"segments: {}\nmedium: {kind: bus}": `5:1: a scenario has either medium, or segments, devices and links, as here (line 4, column 1): leave one out`,
		"mac: {rate: 10Mbps}":               `4:13: mac.rate: a network has no rate of its own: the rate of each link and segment is that of its phy`,
	} {
		rest := "duration: 1s\nstations: [{name: A, via: hub}, {name: B, via: hub}]\n"
		if !strings.HasPrefix(text, "devices") {
			rest += "devices: [{name: hub, kind: repeater}]\n"
		}
		assert.Equal(t, "test.yaml:"+want, bad(t, rest+text), text)
	}
}

// hubOfTwo is a network to which tests add a station.
const hubOfTwo = `duration: 1s
devices: [{name: hub, kind: repeater}]
segments: {yellow: {length: 500m}}
stations:
- {name: A, via: hub}
- {name: B, via: hub}
- `

func TestBadPlugs(t *testing.T) {
	for text, want := range map[string]string{
		"{name: X}":                                                   `7:3: stations[2]: X is not plugged in: write via, the name of a segment or a device, or a link that ends at it`,
		"{name: X, via: hib}":                                         `7:18: stations[2].via: there is no segment or device "hib": did you mean "hub"?`,
		"{name: X, via: A}":                                           `7:18: stations[2].via: A is a station: write a link between the two: links: [{between: [X, A]}]`,
		"{name: X, via: hub, at: 5m}":                                 `7:27: stations[2].at: at is a place on a cable, and this link does not end on one: leave it out`,
		"{name: X, link: {length: 5m}}":                               `7:19: stations[2].link: a link leads to a device: write via, the name of one`,
		"{name: X, via: hub, link: 5m}":                               `7:29: stations[2].link: must be a mapping of keys, not a single value`,
		"{name: X, via: hub, link: {at: 5m}}":                         `7:30: stations[2].link: at is a key of the station`,
		"{name: X, via: hub, link: {duplex: [half, full]}}":           `7:38: stations[2].link.duplex: hub is a repeater, which is half duplex: write half for its end of the link`,
		"{name: X, via: hub, link: {phy: 100base-fx}}":                `7:35: stations[2].link.phy: hub is a repeater, and repeats at one rate: here are 100base-fx to X and 10base5 (line 5, column 18); a bridge joins different rates`,
		"{name: X, via: yellow, link: {length: 5m}}":                  `7:41: stations[2].link.length: a tap on yellow has no length of its own: leave it out`,
		"{name: X, via: yellow, at: 501m}":                            `7:30: stations[2].at: this is beyond the end of the cable, which is 500m long`,
		"{name: X, via: hub, pause: on}":                              `7:30: stations[2].pause: "on" is not what is done with PAUSE frames: allowed: obey, off`,
		"{name: hub, via: hub}":                                       `7:10: stations[2].name: the name "hub" is already used by devices[0] (line 2, column 18)`,
		"{name: domain, via: hub}":                                    `7:10: stations[2].name: "domain" cannot be a station's name in a network: it has a meaning of its own in the key to`,
		"{name: X, via: hub, traffic: {kind: saturated, to: domian}}": `7:54: stations[2].traffic.to: there is no station "domian": did you mean "domain"?`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, hubOfTwo+text), text)
	}
}

// threeDevices is a network to which tests add links.
const threeDevices = `duration: 1s
devices: [{name: h1, kind: repeater}, {name: h2, kind: repeater}, {name: s1, kind: bridge}]
segments: {yellow: {length: 500m}}
stations: [{name: "A%d", count: 2, via: h1}, {name: "B%d", count: 2, via: h2}, {name: "C%d", count: 2, via: s1}, {name: D, via: yellow}]
links: [`

func TestBadLoops(t *testing.T) {
	for links, want := range map[string]string{
		"{between: [h1, h2]}, {between: [h1, h2]}": `5:30: links[1]: a loop: h2, h1, h2. A signal would go round for ever: leave one of its links out`,
		"{between: [h1, h2]}, {between: [h2, s1]}, {between: [s1, yellow], at: 0m}, {between: [yellow, h1], at: 5m}": `5:51: links[2]: a loop: s1, h2, h1, yellow, s1. Frames would go round for ever, and bridges here have no spanning tree: leave one of its links out`,
		"{between: [h1, yellow], at: 0m}, {between: [yellow, h1], at: 5m}":                                           `5:42: links[1]: a loop: h1, yellow, h1. A signal would go round for ever: leave one of its links out`,
		"{between: [h1, h2]}, {between: [s1, yellow], at: 0m}, {between: [yellow, s1], at: 5m}":                      `5:63: links[2]: a loop: s1, yellow, s1. Frames would go round for ever, and bridges here have no spanning tree: leave one of its links out`,
	} {
		assert.Equal(t, "test.yaml:"+want, bad(t, threeDevices+links+"]"), links)
	}
}

func TestNetworkWarnings(t *testing.T) {
	for text, want := range map[string]string{
		"segments: {a: {length: 501m}, b: {}}\nstations: [{name: A, via: a}]": `2:24: segments.a.length: a cable of 2.170333us is longer than a 10base5 segment, 500m or 2.166001us (clause 8)
test.yaml:2:34: segments.b: nothing is plugged into b`,
		"segments: {a: {kind: star, delay: 1us}}\nstations: [{name: A, via: a, at: 5m}]":            `3:34: stations[0].at: places have no effect in a star: any two stations are its delay apart`,
		"phy: 10base-t\nstations: [{name: A}, {name: B}]\nlinks: [{between: [A, B], length: 101m}]": `4:35: links[0].length: a cable of 571.017ns is longer than a 10base-t segment, 100m or 565.363ns (clause 14)`,
		"phy: 10base-t\nstations: [{name: A}, {name: B, pause: obey}]\nlinks: [{between: [A, B], duplex: [full, half]}]": `3:40: stations[1].pause: PAUSE frames are for full-duplex links (31B.1), and B is half duplex
test.yaml:4:35: links[0].duplex: a duplex mismatch: A is full duplex and B is half duplex, so that B has late collisions and A receives fragments`,
		"phy: 10base2\nsegments: {a: {}}\nstations: [{count: 31, spacing: 1m, via: a}]": `3:15: segments.a: 31 things on the cable are more than the 30 of a 10base2 segment (clause 10)`,
		"devices: [{name: s, kind: bridge, queue: 50, pause: {}, ports: [{to: A, pause: obey}]}]\nstations: [{name: A, via: s}, {name: B, via: s}]": `2:53: devices[0].pause: a port drops frames from a queue of 50 on: more than 80 are never queued
test.yaml:2:80: devices[0].ports[0].pause: PAUSE frames are for full-duplex links (31B.1), and this port is half duplex`,
	} {
		assert.Equal(t, "test.yaml:"+want, warned(good(t, "duration: 1s\n"+text)), text)
	}
}

// The headline of a network names the lines that it has.
func TestLinesInUse(t *testing.T) {
	for text, want := range map[string]string{
		"stations: [{name: A, at: 0m}]": "10base5",
		"devices: [{name: sw, kind: bridge}]\nstations: [{name: A, via: sw, link: {phy: 100base-tx}}, {name: B, via: sw, link: {phy: 10base-t}}]":                                          "100base-tx and 10base-t",
		"devices: [{name: sw, kind: bridge}]\nsegments: {c: {phy: 10base2, length: 100m}}\nlinks: [{between: [sw, c], at: 0m}]\nstations: [{name: A, via: c, at: 1m}, {name: B, via: sw}]": "10base2 and 10base5",
	} {
		s, err := Parse("test", []byte("duration: 1ms\n"+text+"\n"), Options{})
		require.NoError(t, err, text)
		assert.Equal(t, want, s.Used().Name, text)
	}
}
