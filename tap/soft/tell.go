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

// EachTime calls trip with the length of each round trip of each flow, try with that of each transfer and request, and delay with
// that of the way of each datagram: in ascending order, each with the number of those of that length.
func (v *Virtual) EachTime(trip, try, delay func(ns int64, n uint64)) {
	var trips, tries, delays []phy.Time
	for _, c := range v.flows {
		trips = append(trips, c.trips()...)
		tries = append(tries, c.tries()...)
		delays = append(delays, c.delayed()...)
	}
	each(trips, trip)
	each(tries, try)
	each(delays, delay)
}

func each(all []phy.Time, f func(ns int64, n uint64)) {
	slices.Sort(all)
	for i := 0; i < len(all); {
		ns, from := all[i]/phy.Nanosecond, i
		for i < len(all) && all[i]/phy.Nanosecond == ns {
			i++
		}
		f(int64(ns), uint64(i-from))
	}
}
