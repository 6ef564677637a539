package bench

import (
	"testing"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/custom"
	"github.com/csmacd/csmacd/medium/bus"
)

// slow hides that a policy is a table, like the policy of a program that implements backoff.Policy.
type slow struct{ backoff.Policy }

// BenchmarkOutsidePolicy is a saturated bus whose stations have the standard's windows in the form
// in which another program would write them: by [backoff.NewTable], and by an implementation of
// [backoff.Policy]; a capture policy; and the standard's as an expression. x-plain is the processor time of a
// slice relative to that of [backoff.BEB], measured in turn.
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
	expression, err := custom.New("floor(u * 2^min(attempt, 10))")
	if err != nil {
		b.Fatal(err)
	}
	for name, p := range map[string]backoff.Policy{"table": table, "policy": slow{beb}, "capture": backoff.Windowed(10), "expression": expression} {
		b.Run(name, func(b *testing.B) {
			own := outside(b, p)
			relative(b, network(b, 24, saturated(64)), own, func() float64 { return timed(b, own) })
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
