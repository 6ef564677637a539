package bench

import (
	"fmt"
	"testing"

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

// BenchmarkObserver is a saturated bus with an observer that does nothing. histograms, races and
// captures are the kinds of events that a sweep keeps them by, and that a packet of a capture is
// made of.
func BenchmarkObserver(b *testing.B) {
	for _, watch := range []struct {
		name  string
		kinds medium.Kinds
	}{
		{"starts", medium.Of(medium.TxStart)},
		{"histograms", medium.Of(medium.Backoff)},
		{"races", medium.Of(medium.Collision, medium.Sent, medium.Dropped)},
		{"captures", medium.Of(medium.TxStart, medium.Collision, medium.JamStart, medium.TxEnd, medium.Backoff, medium.Dropped)},
		{"senders", medium.AllKinds &^ atTaps},
		{"all", medium.AllKinds},
	} {
		for _, octets := range sizes {
			b.Run(fmt.Sprintf("%s/octets=%d/N=24", watch.name, octets), func(b *testing.B) {
				o := &counter{kinds: watch.kinds}
				observed(b, octets, o, nil)
			})
		}
	}
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
	before := plain.Result().Medium
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
