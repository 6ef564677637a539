package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
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

// BenchmarkObserver is a saturated bus with an observer that does nothing. Without an observer the
// engine processes whole contention rounds at once; with one it processes instants. The cost of an
// event includes that.
func BenchmarkObserver(b *testing.B) {
	for _, watch := range []struct {
		name  string
		kinds medium.Kinds
	}{
		{"starts", medium.Of(medium.TxStart)},
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
