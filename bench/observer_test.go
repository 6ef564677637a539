package bench

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// counter is an observer that counts.
type counter struct {
	kinds  medium.Kinds
	events uint64
}

func (c *counter) Interest() medium.Interest { return medium.Interest{Kinds: c.kinds} }
func (c *counter) Observe(*medium.Event)     { c.events++ }

// atTaps are the kinds of events that every listener has for every transmission.
var atTaps = medium.Of(medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff)

// watches are what observers want: histograms, races and captures are the kinds of events that a sweep keeps them by, and that a
// packet of a capture is made of.
var watches = []struct {
	name  string
	kinds medium.Kinds
}{
	{"starts", medium.Of(medium.TxStart)},
	{"histograms", medium.Of(medium.Backoff)},
	{"races", medium.Of(medium.Collision, medium.Sent, medium.Dropped)},
	{"captures", medium.Of(medium.TxStart, medium.Collision, medium.JamStart, medium.TxEnd, medium.Backoff, medium.Dropped)},
	{"senders", medium.AllKinds &^ atTaps},
	{"all", medium.AllKinds},
}

// BenchmarkObserver is a saturated bus with an observer that does nothing.
func BenchmarkObserver(b *testing.B) {
	for _, watch := range watches {
		for _, octets := range sizes {
			b.Run(fmt.Sprintf("%s/octets=%d/N=24", watch.name, octets), func(b *testing.B) {
				o := &counter{kinds: watch.kinds}
				observed(b, octets, o, nil)
			})
		}
	}
}

// BenchmarkHubObserver is a saturated hub, or four in a chain, with such an observer. senders has an event of each port at which an
// output begins or ends.
func BenchmarkHubObserver(b *testing.B) {
	for _, network := range []struct{ name, text string }{
		{"hub", `devices: [{name: hub, kind: repeater}], stations: [{name: "h%d", via: hub, count: N, link: {length: 100m}, traffic: {kind: saturated, size: 64}}]`},
		{"chain", `devices: [{name: r1, kind: repeater}, {name: r2, kind: repeater}, {name: r3, kind: repeater}, {name: r4, kind: repeater}],
			links: [{between: [r1, r2], length: 100m}, {between: [r2, r3], length: 100m}, {between: [r3, r4], length: 100m}],
			stations: [{name: "a%d", via: r1, count: QUARTER, link: {length: 100m}, traffic: &t {kind: saturated, size: 64}}, {name: "b%d", via: r2, count: QUARTER, link: {length: 100m}, traffic: *t},
			{name: "c%d", via: r3, count: QUARTER, link: {length: 100m}, traffic: *t}, {name: "d%d", via: r4, count: QUARTER, link: {length: 100m}, traffic: *t}]`},
	} {
		for _, watch := range watches {
			for _, n := range []int{24, 256} {
				if testing.Short() && n > 24 {
					continue
				}
				b.Run(fmt.Sprintf("%s/%s/N=%d", network.name, watch.name, n), func(b *testing.B) {
					text := "phy: 10base-t, " + strings.NewReplacer("count: N", "count: "+strconv.Itoa(n), "QUARTER", strconv.Itoa(n/4)).Replace(network.text)
					observedSlices(b, text, &counter{kinds: watch.kinds}, 100*phy.Millisecond)
				})
			}
		}
	}
}

// observedSlices measures a network with a counter from an instant on, slice by slice in turn with one without.
func observedSlices(b *testing.B, text string, count *counter, from phy.Time) {
	const slice = 10 * phy.Millisecond
	plain, counted := anyOfScenario(b, text), anyOfScenario(b, text)
	counted.Observe(count)
	run(b, plain, from)
	run(b, counted, from)
	before := sums(plain)
	count.events = 0
	var used [2]time.Duration
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		for k := range 2 {
			k = (i + k) % 2
			start := cpu()
			run(b, []medium.Network{plain, counted}[k], slice)
			used[k] += cpu() - start
		}
	}
	b.StopTimer()
	after := sums(plain)
	attempts := float64(after.Attempts - before.Attempts)
	b.ReportMetric(nanoseconds(used[0])/attempts, "plain-ns/attempt")
	b.ReportMetric(nanoseconds(used[1])/attempts, "ns/attempt")
	b.ReportMetric(float64(count.events)/attempts, "events/attempt")
	b.ReportMetric(nanoseconds(used[1])/nanoseconds(used[0]), "x-unobserved")
	hideTimePerOp(b)
}

// BenchmarkHooks is a saturated bus of which one station or every one has a delivery hook that does
// nothing, and one whose counts are read every ten milliseconds, as for a series. x-plain is the
// processor time of a slice relative to that of the bus without, measured in turn.
func BenchmarkHooks(b *testing.B) {
	const n = 24
	for _, octets := range sizes {
		for name, hooks := range map[string]int{"one": 1, "all": n} {
			b.Run(fmt.Sprintf("%s/octets=%d/N=24", name, octets), func(b *testing.B) {
				hooked := network(b, n, saturated(octets))
				for i := range hooks {
					hooked.Deliver(i, func(phy.Time, medium.Frame) {})
				}
				relative(b, network(b, n, saturated(octets)), hooked, func() float64 { return timed(b, hooked) })
			})
		}
		b.Run(fmt.Sprintf("series/octets=%d/N=24", octets), func(b *testing.B) {
			read := network(b, n, saturated(octets))
			relative(b, network(b, n, saturated(octets)), read, func() float64 {
				start := cpu()
				for t := phy.Time(0); t < slice; t += slice / 10 {
					run(b, read, slice/10)
					read.Tally()
				}
				return nanoseconds(cpu() - start)
			})
		})
	}
}

// relative measures a slice of a network relative to one of a plain network, in turn.
func relative(b *testing.B, plain, other *bus.Network, measure func() float64) {
	warm(b, plain)
	warm(b, other)
	ratios := make([]float64, b.N)
	b.ResetTimer()
	for i := range ratios {
		if i%2 == 0 { // the second profits from what the processor has learned
			theirs := measure()
			ratios[i] = theirs / timed(b, plain)
		} else {
			ours := timed(b, plain)
			ratios[i] = measure() / ours
		}
	}
	b.ReportMetric(median(ratios), "x-plain")
	hideTimePerOp(b)
}

// observed measures a network with a counter and, if there are any, one with writers of the same
// events, slice by slice in turn with an identical network without an observer. Times are processor
// time, of the median slice. ns/event is the time of a run divided by its events, x-unobserved the
// time of the run relative to that without an observer; writer-ns/event is what the writers add to
// a counter.
func observed(b *testing.B, octets int, count *counter, write func(*bus.Network)) {
	const n = 24
	plain, counted := network(b, n, saturated(octets)), network(b, n, saturated(octets))
	counted.Observe(count)
	nets := []*bus.Network{plain, counted}
	if write != nil {
		written := network(b, n, saturated(octets))
		write(written)
		nets = append(nets, written)
	}
	times := make([][]float64, len(nets))
	for i, net := range nets {
		warm(b, net)
		times[i] = make([]float64, b.N)
	}
	before := sums(plain)
	count.events = 0
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		for k := range nets {
			// The second run profits from what the processor has learned of the same history: each
			// comes first in turn.
			k = (i + k) % len(nets)
			times[k][i] = timed(b, nets[k])
		}
	}
	b.StopTimer()
	attempts, _, _ := since(plain, before)
	slices, events := float64(b.N), float64(count.events)
	without, counting, with := median(times[0]), median(times[1]), median(times[len(nets)-1])
	b.ReportMetric(with*slices/attempts, "ns/attempt")
	b.ReportMetric(events/attempts, "events/attempt")
	b.ReportMetric(with*slices/events, "ns/event")
	b.ReportMetric(with/without, "x-unobserved")
	if write != nil {
		b.ReportMetric((with-counting)*slices/events, "writer-ns/event")
	}
	hideTimePerOp(b)
}

// timed runs a network for a slice and returns the time in nanoseconds.
func timed(tb testing.TB, net *bus.Network) float64 {
	start := cpu()
	run(tb, net, slice)
	return nanoseconds(cpu() - start)
}
