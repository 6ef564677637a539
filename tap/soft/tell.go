package soft

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// OnReceived arranges for f to be called whenever the receiving application of a flow has had octets.
// Flows are numbered as in [Settings]. It must be called before the first run.
func (v *Virtual) OnReceived(f func(flow int, at phy.Time, octets int64)) {
	for i, c := range v.flows {
		c.received = func(octets int64) { f(i, v.clock.time(), octets) }
	}
}

// EachRoundTrip calls f with the length of each round trip of each flow, in ascending order, and the
// number of round trips of that length.
func (v *Virtual) EachRoundTrip(f func(ns int64, segments uint64)) {
	var all []phy.Time
	for _, c := range v.flows {
		all = append(all, c.trips()...)
	}
	slices.Sort(all)
	for i := 0; i < len(all); {
		ns, from := all[i]/phy.Nanosecond, i
		for i < len(all) && all[i]/phy.Nanosecond == ns {
			i++
		}
		f(int64(ns), uint64(i-from))
	}
}
