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

// atTaps are the kinds of events that every listener has of every transmission.
var atTaps = medium.Of(medium.RxStart, medium.RxEnd, medium.CarrierOn, medium.CarrierOff)

// BenchmarkObserver is a saturated bus that somebody watches. Beside it runs, slice
// by slice, one of the same history that nobody does. Times are those of the median
// slice; ns/event is the difference between the two, and x-unobserved the quotient.
func BenchmarkObserver(b *testing.B) {
	for _, watch := range []struct {
		name  string
		kinds medium.Kinds
	}{
		{"starts", medium.Of(medium.TxStart)},
		{"senders", medium.AllKinds &^ atTaps},
		{"all", medium.AllKinds},
	} {
		b.Run(fmt.Sprintf("%s/octets=1518/N=24", watch.name), func(b *testing.B) {
			plain, net := network(b, 24, saturated(1518)), network(b, 24, saturated(1518))
			o := &counter{kinds: watch.kinds}
			net.Observe(o)
			warm(b, plain)
			warm(b, net)
			before := net.Result().Medium
			o.events = 0
			unobserved, observed := make([]float64, b.N), make([]float64, b.N)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				// Who comes second profits by what the processor has learned of
				// a history that is the same.
				if i%2 == 0 {
					unobserved[i] = timed(b, plain)
					observed[i] = timed(b, net)
				} else {
					observed[i] = timed(b, net)
					unobserved[i] = timed(b, plain)
				}
			}
			b.StopTimer()
			attempts, _, _ := since(net, before)
			slices := float64(b.N)
			with, without := median(observed), median(unobserved)
			b.ReportMetric(with*slices/attempts, "ns/attempt")
			b.ReportMetric(with/without, "x-unobserved")
			b.ReportMetric((with-without)*slices/float64(o.events), "ns/event")
			b.ReportMetric(float64(o.events)/attempts, "events/attempt")
			hideTimePerOp(b)
		})
	}
}

// timed runs a network for a slice and gives what it took, in nanoseconds.
func timed(tb testing.TB, net *bus.Network) float64 {
	start := cpu()
	run(tb, net, slice)
	return nanoseconds(cpu() - start)
}
