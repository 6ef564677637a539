package recount

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// Figures that were wrong, each in a small network of its own.
func TestFiguresThatWereWrong(t *testing.T) {
	for _, c := range []struct{ what, file, path, want string }{
		{"the longest queue of a bridge's port is that since the warm-up", `
phy: 10base-t
duration: 9ms
warmup: 5ms
devices: [{name: sw, kind: bridge}]
stations:
  - {name: a, via: sw, link: {duplex: full, phy: 100base-tx}, traffic: {kind: frames, start: 0s, count: 4, interval: 0s, size: 64, to: b}}
  - {name: b, via: sw}
`, "/devices/sw/ports/b/queue_max", "0"},
		{"a frame for all that no station behind a hub was ready for is lost", `
phy: 10base-t
duration: 2ms
mac: {rx_gap: 97bt}
devices: [{name: hub, kind: repeater}]
stations:
  - {name: a, via: hub, traffic: {kind: frames, start: 0s, count: 2, interval: 0s, size: 64, to: broadcast}}
  - {name: b, via: hub}
  - {name: c, via: hub}
`, "/medium/frames_delivered", "1"},
		{"a cable without stations delays no frame for all", `
phy: 10base-t
duration: 2ms
segments: {empty: {kind: bus, phy: 1base5}}
devices: [{name: sw, kind: bridge}]
links: [{between: [sw, empty], at: 0m}]
stations:
  - {name: a, via: sw, traffic: {kind: frames, starts: [0s], size: 64, to: broadcast}}
  - {name: b, via: sw}
`, "/delay_us/max", "115.2"},
		{"a bridge holds a frame that another station behind the hub has not heard to its end", `
phy: 10base-t
duration: 60us
devices: [{name: hub, kind: repeater}, {name: sw, kind: bridge}]
links: [{between: [sw, hub]}]
stations:
  - {name: a, via: hub, traffic: {kind: frames, starts: [0s], size: 64, to: c}}
  - {name: b, via: hub, link: {length: 20us}}
  - {name: c, via: sw}
`, "/medium/frames_queued", "1"},
		{"a frame that comes too soon and has a wrong bit is left out once", `
phy: 10base-t
duration: 3ms
seed: 0
mac: {rx_gap: 97bt}
devices: [{name: hub, kind: repeater}]
stations:
  - {name: a, via: hub, traffic: {kind: frames, start: 0s, count: 40, interval: 0s, size: 64, to: broadcast}}
  - {name: b, via: hub}
  - {name: c, via: hub}
timeline: [{at: 0s, bit_errors: 1e-4}]
`, "/stations/b/counters/FramesReceivedOK", "1"},
		{"a station that joins while a frame for all is on its way does not stand in for one that misses it", `
phy: 10base-t
duration: 1ms
segments: {long: {kind: bus, phy: 10base5, length: 30us}}
devices: [{name: hub, kind: repeater}]
links: [{between: [hub, long], at: 10us}]
stations:
  - {name: a, via: hub, traffic: {kind: frames, starts: [0s], size: 64, to: broadcast}}
  - {name: b, via: hub}
  - {name: c, via: long, at: 0us}
timeline:
  - {at: 0s, station: b, deaf: on}
  - {at: 5us, add: {name: late, via: long, at: 0us}}
`, "/medium/frames_delivered", "0"},
		{"a turn that a node leaves because it has missed the BEACON is lost", `
phy: 10base-t1s
duration: 20ms
seed: 1
medium: {kind: bus, length: 25m}
stations:
  - {name: head, at: 0m, plca: {node_id: 0, node_count: 4}}
  - {name: a, at: 5m, plca: {node_id: 1}, traffic: {kind: saturated, size: 64, to: head}}
  - {name: b, at: 10m, plca: {node_id: 2}, traffic: {kind: saturated, size: 64, to: head}}
timeline: [{at: 2ms, for: 2ms, beacon_loss: 0.3}]
`, "/stations/a/plca/turns_lost", "1"},
		{"a frame that the MAC is through with when others overtake it has no logical collision", `
phy: 10base-t1s
duration: 6ms
seed: 1
medium: {kind: bus, length: 25m}
stations:
  - {name: s0, at: 0ns, latency: min, mii_phase: 399999ps, plca: {node_id: 0, node_count: 3}, traffic: {kind: think, size: 64, think: 50us, to: random}}
  - {name: s1, at: 0ns, latency: min, mii_phase: 0ps, plca: {node_id: 1}, traffic: {kind: saturated, size: "uniform(64,200)", to: "01:00:5e:00:00:01"}}
  - {name: s2, at: 100ns, plca: {node_id: 2}, traffic: {kind: poisson, rate: 1000, size: 100, to: broadcast}}
`, "/stations/s1/plca/logical_collisions", "18"},
		{"the last answer of a connection has a round trip though the next connection has begun", `
phy: 10base-t
duration: 100ms
links: [{between: [a, b], duplex: full}]
stations:
  - {name: a, attach: {soft: {address: 10.0.0.1/24}}, traffic: {kind: http, to: b, response: 1000, persistent: off, count: 5}}
  - {name: b, attach: {soft: {address: 10.0.0.2/24}}}
`, "/flows/a/1/rtt_us/count", "15"},
	} {
		t.Run(c.what, func(t *testing.T) {
			s, err := scenario.Parse("test.yaml", []byte(c.file), scenario.Options{})
			require.NoError(t, err)
			_, _, result := run(t, s)
			got := map[string]float64{}
			flatten(got, "", result)
			require.Contains(t, got, c.path)
			assert.Equal(t, c.want, number(got[c.path]))
		})
	}
}

// The fragments of two datagrams have different identifications (RFC 6864), so that those of one are not put together with those of
// another when one is lost.
func TestFragmentsAreOfOneDatagram(t *testing.T) {
	s, err := scenario.Parse("test.yaml", []byte(`
phy: 10base-t
duration: 100ms
links: [{between: [a, b], duplex: full}]
stations:
  - name: a
    attach: {soft: {address: 10.0.0.1/24}}
    traffic:
      - {kind: udp, to: b, size: 4000, rate: 100, count: 5}
      - {kind: ping, to: b, size: 4000, interval: 10ms, count: 5}
  - {name: b, attach: {soft: {address: 10.0.0.2/24}}}
`), scenario.Options{})
	require.NoError(t, err)
	_, frames, _ := run(t, s)
	parts := map[identifier]int{}
	for _, b := range frames {
		if p, ok := packetOf(b); ok && (p.more || p.offset > 0) {
			parts[p.id]++
			assert.NotZero(t, p.id.number)
			assert.Zero(t, b[14+6]&0x40, "don't fragment")
		}
	}
	assert.Len(t, parts, 15, "datagrams, pings and replies")
	for id, n := range parts {
		assert.Equal(t, 3, n, "%v", id)
	}
}

// The end of a hub's output shows whether that was a whole frame.
func TestEndOfAnOutputShowsWhetherItWasWhole(t *testing.T) {
	s, err := scenario.Parse("test.yaml", []byte(`
phy: 10base-t
duration: 1ms
devices: [{name: hub, kind: repeater}]
stations:
  - {name: a, via: hub, traffic: {kind: frames, starts: [0s, 500us], size: 64, to: b}}
  - {name: b, via: hub, traffic: {kind: frames, starts: [500us], size: 64, to: a}}
`), scenario.Options{})
	require.NoError(t, err)
	events, _, _ := run(t, s)
	whole, broken := 0, 0
	for _, line := range strings.Split(string(events), "\n") {
		if strings.Contains(line, `"repeat_end"`) {
			if strings.Contains(line, `"ok":true`) {
				whole++
			} else if strings.Contains(line, `"ok":false`) {
				broken++
			}
		}
	}
	assert.Positive(t, whole)
	assert.Positive(t, broken)
}
