package bench

import (
	"testing"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium/bus"
)

// slow hides that a policy is a table, like the policy of a program that implements backoff.Policy.
type slow struct{ backoff.Policy }

// BenchmarkOutsidePolicy is a saturated bus whose stations have the standard's windows in the form
// in which another program would write them: by [backoff.NewTable], and by an implementation of
// [backoff.Policy]. x-beb is the processor time of a slice relative to that of [backoff.BEB],
// measured in turn.
func BenchmarkOutsidePolicy(b *testing.B) {
	beb := backoff.BEB(10)
	var windows []backoff.Window
	for n := 1; n <= 10; n++ {
		windows = append(windows, beb.Window(n))
	}
	table, err := backoff.NewTable("own", windows...)
	if err != nil {
		b.Fatal(err)
	}
	for name, p := range map[string]backoff.Policy{"table": table, "policy": slow{beb}} {
		b.Run(name, func(b *testing.B) {
			standard, own := network(b, 24, saturated(64)), outside(b, p)
			warm(b, standard)
			warm(b, own)
			ratios := make([]float64, b.N)
			b.ResetTimer()
			for i := range ratios {
				if i%2 == 0 { // the second profits from what the processor has learned
					theirs := timed(b, own)
					ratios[i] = theirs / timed(b, standard)
				} else {
					ours := timed(b, standard)
					ratios[i] = timed(b, own) / ours
				}
			}
			b.ReportMetric(median(ratios), "x-beb")
			hideTimePerOp(b)
		})
	}
}

// outside returns the network to be compared, with a policy.
func outside(b *testing.B, p backoff.Policy) *bus.Network {
	list := stations(24, saturated(64))
	for i := range list {
		list[i].Backoff = p
	}
	net, err := bus.New(bus.Config{Seed: 1, Stations: list})
	if err != nil {
		b.Fatal(err)
	}
	return net
}
