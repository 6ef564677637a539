package bench

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// faulty are networks that are run by contention rounds only between their faults, or not at all: a cable or a hub with a timeline,
// cables between repeaters, and hubs with bit errors. Each is a scenario of N stations, on a cable SPACING apart, on its first 450 m or 150 m,
// or FAR apart on 2450 m.
var faulty = []struct{ name, text string }{
	{"over", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, station: h1, deaf: on, for: 1ms}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"deaf", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, station: h1, deaf: on}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"light", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, station: h1, deaf: on, for: 1ms}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: poisson, load: 0.4, size: 64, to: next}}]`},
	{"unseen", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, station: h1, no_collision: on}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"longdeaf", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, station: h1, deaf: on}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 1518, to: next}}]`},
	{"fardeaf", `medium: {kind: bus, length: 2500m}, timeline: [{at: 1ms, station: h1, deaf: on}], stations: [{name: "h%d", count: N, from: 0m, spacing: FAR, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"babble", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, station: h1, babble: 0.01}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"hubbabble", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 1ms, station: h1, babble: 0.01}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"cut", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, cut: 100m}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"mute", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, station: h1, mute: on}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"jabber", `medium: {kind: bus, length: 1km}, timeline: [{at: 1ms, station: h1, jabber: on}], stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"hubmute", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 1ms, station: h1, mute: on}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"hubunseen", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 1ms, station: h1, no_collision: on}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"hubcut", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 1ms, segment: h1-hub, cut: on}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"hubport", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 1ms, port: hub/h1, enabled: off}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"hub", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 1ms, station: h1, deaf: on, for: 1ms}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"hubdeaf", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 1ms, station: h1, deaf: on}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"noisyhub", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 1ms, bit_errors: 1e-5, for: 1ms}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"errors", `phy: 10base-t, devices: [{name: hub, kind: repeater}], timeline: [{at: 0s, bit_errors: 1e-6}], stations: [{name: "h%d", via: hub, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"hubs", `phy: 10base-t, devices: [{name: r1, kind: repeater}, {name: r2, kind: repeater}, {name: r3, kind: repeater}], timeline: [{at: 0s, bit_errors: 1e-6}],
		links: [{between: [r1, r2], length: 100m}, {between: [r2, r3], length: 100m}],
		stations: [{name: "a%d", via: r1, count: THIRD, link: {length: 50m}, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "b%d", via: r2, count: THIRD, link: {length: 50m}, traffic: *t}, {name: "c%d", via: r3, count: THIRD, link: {length: 50m}, traffic: *t}]`},
	{"cables", `phy: 10base5, devices: [{name: r1, kind: repeater}, {name: r2, kind: repeater}], segments: {s1: {length: 500m}, s2: {length: 500m}, s3: {length: 500m}},
		links: [{between: [s1, r1], at: 500m}, {between: [s2, r1], at: 0m}, {between: [s2, r2], at: 500m}, {between: [s3, r2], at: 0m}],
		stations: [{name: "a%d", via: s1, count: THIRD, from: 0m, spacing: SPACING, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "b%d", via: s2, count: THIRD, from: 0m, spacing: SPACING, traffic: *t}, {name: "c%d", via: s3, count: THIRD, from: 0m, spacing: SPACING, traffic: *t}]`},
}

// faultyText returns the scenario of a network of some stations.
func faultyText(text string, n int) string {
	return strings.NewReplacer("SPACING", fmt.Sprintf("%gm", 450/float64(n)), "FAR", fmt.Sprintf("%gm", 2450/float64(n)), "count: N", "count: "+strconv.Itoa(n), "THIRD", strconv.Itoa(n/3)).Replace(text)
}

// BenchmarkFault runs networks with faults, and cables between repeaters.
func BenchmarkFault(b *testing.B) {
	for _, o := range faulty {
		for _, n := range []int{24, 256, 1024} {
			if testing.Short() && n > 24 {
				continue
			}
			b.Run(fmt.Sprintf("%s/N=%d", o.name, n), func(b *testing.B) {
				perAttempt(b, anyOfScenario(b, faultyText(o.text, n)))
			})
		}
	}
}
