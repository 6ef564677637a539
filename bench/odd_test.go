package bench

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium/bus"
)

// odd are networks other than the usual one, each as a scenario of N stations that are SPACING
// metres apart. The names are those of the table in bench/README.md.
var odd = []struct {
	name   string
	metres float64 // from the first station to the last
	text   string
}{
	{"plain", 1000, `medium: {kind: bus, length: 1km}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"long", 2500, `medium: {kind: bus, length: 2500m}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"star", 0, `medium: {kind: star, delay: 20us}, stations: [{name: "h%d", count: N, traffic: {kind: saturated, size: 512, to: next}}]`},
	{"inet", 1000, `medium: {kind: bus, length: 1km}, mac: {as: inet}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"ns2", 1000, `medium: {kind: bus, length: 1km}, mac: {as: ns2}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"jam512", 1000, `medium: {kind: bus, length: 1km}, mac: {jam: 512bt}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"textbook", 0, `medium: {kind: bus, length: 0m}, mac: {header: 0bt, jam: 512bt, ifg: 0bt, ifg_part1: 0bt}, stations: [{name: "h%d", count: N, at: 0m, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"poisson0.9", 1000, `medium: {kind: bus, length: 1km}, stations: [{name: "h%d", count: N, from: 0m, spacing: SPACING, traffic: {kind: poisson, load: 0.9, size: 64, to: next}}]`},
}

// BenchmarkOdd runs the engine on networks. It cannot run most of them by contention rounds.
func BenchmarkOdd(b *testing.B) {
	for _, o := range odd {
		for _, n := range []int{24, 256, 1024} {
			b.Run(fmt.Sprintf("%s/N=%d", o.name, n), func(b *testing.B) {
				spacing := fmt.Sprintf("%gm", o.metres/float64(n-1))
				net := ofScenario(b, strings.NewReplacer("SPACING", spacing, "N", strconv.Itoa(n)).Replace(o.text))
				run(b, net, 2*slice)
				r := runs(b, net, slice/10)
				b.ReportMetric(nanoseconds(r.used)/r.attempts, "ns/attempt")
				b.ReportMetric(r.attempts/r.frames, "attempts/frame")
				hideTimePerOp(b)
			})
		}
	}
}

// ofScenario builds the network of a scenario's keys.
func ofScenario(b *testing.B, keys string) *bus.Network {
	b.Helper()
	s, err := scenario.Parse("odd.yaml", []byte("{duration: 1s, "+keys+"}"), scenario.Options{})
	if err != nil {
		b.Fatal(err)
	}
	net, err := s.Network()
	if err != nil {
		b.Fatal(err)
	}
	return net.(*bus.Network)
}
