package bench

import (
	"fmt"
	"strings"
	"testing"

	"github.com/csmacd/csmacd/internal/scenario"
	"github.com/csmacd/csmacd/medium/bus"
)

// odd are networks that are not the usual one, each as a scenario for %d stations. Names
// are those of bench/README.md's table.
var odd = []struct{ name, text string }{
	{"plain64", "{medium: {kind: bus, length: 1km}, stations: [{name: 'h%d', count: N, spread: true, traffic: {kind: saturated, size: 64, to: next}}]}"},
	{"plain1518", "{medium: {kind: bus, length: 1km}, stations: [{name: 'h%d', count: N, spread: true, traffic: {kind: saturated, size: 1518, to: next}}]}"},
	{"long", "{medium: {kind: bus, length: 2500m}, stations: [{name: 'h%d', count: N, spread: true, traffic: {kind: saturated, size: 64, to: next}}]}"},
	{"star", "{medium: {kind: star, delay: 20us}, stations: [{name: 'h%d', count: N, traffic: {kind: saturated, size: 512, to: next}}]}"},
	{"inet", "{medium: {kind: bus, length: 1km}, mac: {as: inet}, stations: [{name: 'h%d', count: N, spread: true, traffic: {kind: saturated, size: 64, to: next}}]}"},
	{"ns2", "{medium: {kind: bus, length: 1km}, mac: {as: ns2}, stations: [{name: 'h%d', count: N, spread: true, traffic: {kind: saturated, size: 64, to: next}}]}"},
	{"jam512", "{medium: {kind: bus, length: 1km}, mac: {jam: 512bt}, stations: [{name: 'h%d', count: N, spread: true, traffic: {kind: saturated, size: 64, to: next}}]}"},
	{"slotted", "{medium: {kind: bus, length: 0m}, mac: {header: 0bt, jam: 512bt, ifg: 0bt, ifg_part1: 0bt}, stations: [{name: 'h%d', count: N, at: 0m, traffic: {kind: saturated, size: 64, to: next}}]}"},
	{"poisson0.9", "{medium: {kind: bus, length: 1km}, stations: [{name: 'h%d', count: N, spread: true, traffic: {kind: poisson, load: 0.9, size: 64, to: next}}]}"},
}

// BenchmarkOdd is the engine at full load on networks that the fast path may not take.
func BenchmarkOdd(b *testing.B) {
	for _, o := range odd {
		for _, n := range []int{24, 256, 1024} {
			b.Run(fmt.Sprintf("%s/N=%d", o.name, n), func(b *testing.B) {
				net := oddNetwork(b, o.text, n)
				run(b, net, 2*slice)
				r := runs(b, net, slice/10)
				b.ReportMetric(nanoseconds(r.used)/r.attempts, "ns/attempt")
				b.ReportMetric(r.attempts/r.frames, "attempts/frame")
				hideTimePerOp(b)
			})
		}
	}
}

func oddNetwork(b *testing.B, text string, n int) *bus.Network {
	b.Helper()
	text = strings.ReplaceAll(text, "N", fmt.Sprint(n))
	spacing := "0m"
	if strings.Contains(text, "1km") {
		spacing = fmt.Sprintf("%gm", 1000/float64(n-1))
	} else if strings.Contains(text, "2500m") {
		spacing = fmt.Sprintf("%gm", 2500/float64(n-1))
	}
	text = strings.ReplaceAll(text, "spread: true", "from: 0m, spacing: "+spacing)
	s, err := scenario.Parse("odd.yaml", []byte("duration: 1s\n"+strings.NewReplacer("{medium", "medium").Replace("")+text[1:len(text)-1]), scenario.Options{})
	if err != nil {
		s, err = scenario.Parse("odd.yaml", []byte("{duration: 1s, "+text[1:]), scenario.Options{})
	}
	if err != nil {
		b.Fatal(err)
	}
	net, err := s.Network()
	if err != nil {
		b.Fatal(err)
	}
	return net.(*bus.Network)
}
