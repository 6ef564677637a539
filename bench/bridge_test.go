package bench

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// bridged are networks of N stations that each have a link to a bridge: to one, to two that a link of 10 Mb/s joins, or to eight, seven of which
// have a link of 100 Mb/s to the first.
var bridged = []struct{ name, text string }{
	{"next", `devices: [{name: sw, kind: bridge}], stations: [{name: "h%d", via: sw, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: next}}]`},
	{"random", `devices: [{name: sw, kind: bridge}], stations: [{name: "h%d", via: sw, count: N, link: {length: 50m}, traffic: {kind: saturated, size: 64, to: random}}]`},
	{"server", `devices: [{name: sw, kind: bridge}], stations: [{name: server, via: sw, link: {length: 50m}, traffic: {kind: poisson, rate: 500, size: 512, to: random}},
		{name: "h%d", via: sw, count: N, link: {length: 50m}, traffic: {kind: poisson, rate: 10, size: 512, to: server}}]`},
	{"full", `devices: [{name: sw, kind: bridge}], stations: [{name: "h%d", via: sw, count: N, link: {length: 50m, duplex: full}, traffic: {kind: poisson, rate: 500, size: 512, to: random}}]`},
	{"two", `devices: [{name: sw, kind: bridge}, {name: sw2, kind: bridge}], links: [{between: [sw, sw2], length: 50m}],
		stations: [{name: "h%d", via: sw, count: HALF, link: {length: 50m}, traffic: &t {kind: poisson, rate: 500, size: 64, to: random}}, {name: "g%d", via: sw2, count: HALF, link: {length: 50m}, traffic: *t}]`},
	{"tree", tree(8)},
}

// tree returns bridges around one, each with its part of the stations.
func tree(bridges int) string {
	var devices, links, stations strings.Builder
	for k := range bridges {
		fmt.Fprintf(&devices, "{name: sw%d, kind: bridge}, ", k)
		fmt.Fprintf(&stations, `{name: "h%d-%%d", via: sw%d, count: EIGHTH, link: {length: 50m}, traffic: {kind: poisson, rate: 500, size: 64, to: random}}, `, k, k)
		if k > 0 {
			fmt.Fprintf(&links, "{between: [sw0, sw%d], length: 50m, phy: 100base-tx, duplex: full}, ", k)
		}
	}
	return fmt.Sprintf("devices: [%s], links: [%s], stations: [%s]", &devices, &links, &stations)
}

// bridgedText returns the scenario of a network of some stations.
func bridgedText(text string, n int) string {
	return "phy: 10base-t, " + strings.NewReplacer("count: N", "count: "+strconv.Itoa(n), "HALF", strconv.Itoa(n/2), "EIGHTH", strconv.Itoa(n/8)).Replace(text)
}

// BenchmarkBridge runs networks whose domains are the links of a bridge, from 40 ms on: the bridge has heard most stations by then.
func BenchmarkBridge(b *testing.B) {
	for _, o := range bridged {
		for _, n := range []int{24, 256, 1024} {
			if testing.Short() && n > 24 {
				continue
			}
			b.Run(fmt.Sprintf("%s/N=%d", o.name, n), func(b *testing.B) {
				net := anyOfScenario(b, bridgedText(o.text, n))
				run(b, net, 40*phy.Millisecond)
				r := runs(b, net, 10*phy.Millisecond)
				b.ReportMetric(nanoseconds(r.used)/r.attempts, "ns/attempt")
				hideTimePerOp(b)
			})
		}
	}
}

// BenchmarkBridgeIdle runs 1,024 clients that send a frame a second to a server, so that most links are idle: a second at a time, and
// the same with a condition on the number of frames.
func BenchmarkBridgeIdle(b *testing.B) {
	if testing.Short() {
		b.Skip("it takes half a minute")
	}
	const text = `phy: 10base-t, devices: [{name: sw, kind: bridge}], stations: [{name: server, via: sw, link: {length: 50m}, traffic: {kind: poisson, rate: 500, size: 512, to: random}},
		{name: "h%%d", via: sw, count: 1024, link: {length: 50m}, traffic: {kind: poisson, rate: 1, size: 512, to: server}}]%s`
	for _, c := range []struct{ name, until string }{{"second", ""}, {"frames", ", until: {frames_sent: 1000000000}"}} {
		b.Run(c.name, func(b *testing.B) {
			net := anyOfScenario(b, fmt.Sprintf(text, c.until))
			run(b, net, 5*phy.Second)
			r := runs(b, net, phy.Second)
			b.ReportMetric(nanoseconds(r.used)/r.attempts, "ns/attempt")
			hideTimePerOp(b)
		})
	}
}

// BenchmarkBridgeObserver runs such networks with an observer that does nothing: of what bridges do, or of everything.
func BenchmarkBridgeObserver(b *testing.B) {
	ofBridges := medium.Of(medium.Learn, medium.Age, medium.Forward, medium.Flood, medium.Filter)
	for _, o := range bridged {
		for _, n := range []int{24, 256, 1024} {
			if testing.Short() && n > 24 {
				continue
			}
			for name, kinds := range map[string]medium.Kinds{"bridges": ofBridges, "all": medium.AllKinds} {
				b.Run(fmt.Sprintf("%s/%s/N=%d", o.name, name, n), func(b *testing.B) {
					observedSlices(b, bridgedText(o.text, n), &counter{kinds: kinds}, 40*phy.Millisecond)
				})
			}
		}
	}
}
