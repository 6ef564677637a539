package bench

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
)

// oddNetwork is a network of any number of stations.
type oddNetwork struct {
	name   string
	metres float64 // from the first station to the last
	text   string
}

// odd are networks other than the usual one, each as a scenario of N stations that are SPACING
// metres apart. The names are those of the table in bench/README.md.
var odd = []oddNetwork{
	{"plain", 1000, `medium: {kind: bus, length: 1km}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"long", 2500, `medium: {kind: bus, length: 2500m}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"star", 0, `medium: {kind: star, delay: 20us}, stations: [{name: "h%d", count: N, traffic: {kind: saturated, size: 512, to: next}}]`},
	{"inet", 1000, `medium: {kind: bus, length: 1km}, mac: {as: inet}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"ns2", 1000, `medium: {kind: bus, length: 1km}, mac: {as: ns2}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"jam512", 1000, `medium: {kind: bus, length: 1km}, mac: {jam: 512bt}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"textbook", 0, `medium: {kind: bus, length: 0m}, mac: {header: 0bt, jam: 512bt, ifg: 0bt, ifg_part1: 0bt}, stations: [{name: "h%d", count: N, at: 0m, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"poisson0.9", 1000, `medium: {kind: bus, length: 1km}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: poisson, load: 0.9, size: 64, to: next}}]`},
	{"3000m", 3000, `medium: {kind: bus, length: 3km}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 512, to: broadcast}}]`},
	{"ends", 0, `medium: {kind: bus, length: 2500m}, stations: [{name: "a%d", count: HALF, at: 0m, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "b%d", count: HALF, at: 2500m, traffic: *t}]`},
	{"bunches", 0, `medium: {kind: bus, length: 1km}, mac: {as: inet}, stations: [{name: "a%d", count: HALF, at: 0m, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "b%d", count: QUARTER, at: 400m, traffic: *t}, {name: "c%d", count: QUARTER, at: 1km, traffic: *t}]`},
	{"mixed", 500, `medium: {kind: bus, length: 1km}, stations: [{name: "a%d", count: HALF, from: 0m, spacing: SPACING, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "b%d", count: QUARTER, from: 500m, spacing: SPACING, mac: {ifg_part1: 0bt, jam: 100bt}, traffic: *t}, {name: "c%d", count: QUARTER, from: 600m, spacing: SPACING, mac: {as: opencores}, traffic: *t}]`},
	{"gaps", 500, `medium: {kind: bus, length: 1km}, stations: [{name: "a%d", count: HALF, from: 0m, spacing: SPACING, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "b%d", count: HALF, from: 500m, spacing: SPACING, mac: {ifg: 80bt}, traffic: *t}]`},
	{"imix", 2500, `medium: {kind: bus, length: 2500m}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: imix, to: next}}]`},
	{"deaf", 500, `medium: {kind: bus, length: 1km}, stations: [{name: "a%d", count: HALF, from: 0m, spacing: SPACING, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "b%d", count: HALF, from: 500m, spacing: SPACING, mac: {carrier_sense: off}, traffic: *t}]`},
	{"alldeaf", 1000, `medium: {kind: bus, length: 1km}, mac: {carrier_sense: off}, stations: [{name: "a%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"nocd", 1000, `medium: {kind: bus, length: 1km}, mac: {collision_detect: off}, stations: [{name: "a%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: poisson, load: 0.9, size: 64, to: next}}]`},
	{"aloha", 1000, `medium: {kind: bus, length: 1km}, mac: {collision_detect: off, carrier_sense: off}, stations: [{name: "a%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: poisson, load: 0.9, size: 64, to: next}}]`},
	{"nonpersistent", 1000, `medium: {kind: bus, length: 1km}, mac: {persistence: non}, stations: [{name: "a%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"persist0.1", 1000, `medium: {kind: bus, length: 1km}, mac: {persistence: 0.1}, stations: [{name: "a%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"align", 1000, `medium: {kind: bus, length: 1km}, mac: {align: 512bt}, stations: [{name: "a%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"opencores", 1000, `medium: {kind: bus, length: 1km}, mac: {as: opencores}, stations: [{name: "a%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"starinet", 0, `medium: {kind: star, delay: 20us}, mac: {as: inet}, stations: [{name: "a%d", count: N, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"starns2", 0, `medium: {kind: star, delay: 4us}, mac: {as: ns2}, stations: [{name: "a%d", count: N, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"gap0", 1000, `medium: {kind: bus, length: 1km}, mac: {ifg: 0bt, ifg_part1: 0bt}, stations: [{name: "a%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"talker", 900, `medium: {kind: bus, length: 1km}, stations: [{name: "t", at: 950m, mac: {carrier_sense: off}, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: *t}]`},
	{"talkers", 900, `medium: {kind: bus, length: 1km}, stations: [{name: "t%d", count: 2, from: 950m, spacing: 20m, mac: {carrier_sense: off, attempt_limit: 1}, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: *t}]`},
	{"gapless", 900, `medium: {kind: bus, length: 1km}, stations: [{name: "t%d", count: 2, from: 950m, spacing: 20m, mac: {ifg: 0bt, ifg_part1: 0bt}, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: *t}]`},
	{"shortgap", 900, `medium: {kind: bus, length: 1km}, stations: [{name: "t%d", count: 2, from: 950m, spacing: 20m, mac: {ifg: 32bt, ifg_part1: 32bt}, traffic: &t {kind: saturated, size: 64, to: next}}, {name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: *t}]`},
	{"medley", 0, `medium: {kind: star, delay: 4us}, mac: {carrier_sense: off, collision_detect: off}, stations: [{name: "t%d", count: 2, traffic: {kind: saturated, size: 512, to: next}}, {name: "h%d", count: N, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"babel", 0, `medium: {kind: star, delay: 50us}, mac: {carrier_sense: off, collision_detect: off}, stations: [{name: "a%d", count: N, traffic: {kind: saturated, size: 64, to: broadcast}}]`},
	{"policy", 1000, `medium: {kind: bus, length: 1km}, stations: [{name: "a%d", backoff: exponential, count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
}

// BenchmarkOdd runs the engine on networks. It cannot run most of them by contention rounds.
func BenchmarkOdd(b *testing.B) {
	for _, o := range odd {
		for _, n := range []int{24, 256, 1024, 4096} {
			if testing.Short() && (n > 256 || o.name == "gap0") {
				continue // some take minutes
			}
			b.Run(fmt.Sprintf("%s/N=%d", o.name, n), func(b *testing.B) {
				net := o.network(b, n)
				r := perAttempt(b, net)
				b.ReportMetric(r.attempts/r.frames, "attempts/frame")
			})
		}
	}
}

// perAttempt reports how long an attempt takes after the start of a network.
func perAttempt(b *testing.B, net medium.Network) ran {
	run(b, net, 2*slice)
	r := runs(b, net, slice/10)
	b.ReportMetric(nanoseconds(r.used)/r.attempts, "ns/attempt")
	hideTimePerOp(b)
	return r
}

// BenchmarkOddStart runs the first 20 ms of networks, in which all stations start at once.
func BenchmarkOddStart(b *testing.B) {
	for _, o := range odd {
		for _, n := range []int{256, 1024, 4096} {
			if testing.Short() && n > 256 {
				continue
			}
			b.Run(fmt.Sprintf("%s/N=%d", o.name, n), func(b *testing.B) {
				attempts := 0.0
				used := time.Duration(0)
				for range b.N {
					net := o.network(b, n)
					before := sums(net)
					start := cpu()
					run(b, net, slice/5)
					used += cpu() - start
					more, _, _ := since(net, before)
					attempts += more
				}
				b.ReportMetric(nanoseconds(used)/attempts, "ns/attempt")
				hideTimePerOp(b)
			})
		}
	}
}

// network builds the network with n stations.
func (o *oddNetwork) network(b testing.TB, n int) *bus.Network {
	b.Helper()
	spacing := fmt.Sprintf("%gm", o.metres/float64(n-1))
	return ofScenario(b, strings.NewReplacer("SPACING", spacing, "QUARTER", strconv.Itoa(n/4), "HALF", strconv.Itoa(n/2),
		"count: N", "count: "+strconv.Itoa(n)).Replace(o.text))
}

// ofScenario builds the cable or the star of a scenario's keys.
func ofScenario(b testing.TB, keys string) *bus.Network {
	b.Helper()
	return anyOfScenario(b, keys).(*bus.Network)
}

// anyOfScenario builds the network of a scenario's keys.
func anyOfScenario(b testing.TB, keys string) medium.Network {
	b.Helper()
	s, err := scenario.Parse("odd.yaml", []byte("{duration: 1s, "+keys+"}"), scenario.Options{})
	if err != nil {
		b.Fatal(err)
	}
	net, err := s.Network()
	if err != nil {
		b.Fatal(err)
	}
	return net
}
