package bench

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// cable is the length of the segment in metres: 10BASE5's longest. Stations are spaced equally from
// end to end.
const cable = 500

// slice is the simulated time of one operation of a benchmark that runs a network: so long that
// reading a clock around it costs nothing.
const slice = 100 * phy.Millisecond

// stations returns n stations on the cable, each with this traffic.
func stations(n int, t ...traffic.Source) []bus.Station {
	list := make([]bus.Station, n)
	for i := range list {
		list[i] = bus.Station{
			Name:    fmt.Sprintf("h%d", i),
			At:      phy.Delay(cable*float64(i)/float64(max(1, n-1)), phy.Ethernet10.Velocity),
			Traffic: t,
		}
	}
	return list
}

// network returns a network of n stations on the cable, each with this traffic.
func network(tb testing.TB, n int, t ...traffic.Source) *bus.Network {
	tb.Helper()
	net, err := bus.New(bus.Config{Seed: 1, Stations: stations(n, t...)})
	if err != nil {
		tb.Fatal(err)
	}
	return net
}

// saturated is the traffic of a station that always has a frame waiting, for the station after it.
func saturated(octets int) traffic.Source {
	return traffic.Saturated(traffic.Octets(octets), traffic.To{Whom: traffic.ToNext})
}

// warm runs a network until its state has grown to its size, and the start, at which all stations
// collide, is over.
func warm(tb testing.TB, net *bus.Network) {
	tb.Helper()
	run(tb, net, 20*slice)
	net.Result() // its first call allocates memory
	run(tb, net, slice)
}

// run runs a network for some more simulated time.
func run(tb testing.TB, net medium.Network, d phy.Time) {
	if err := net.Run(net.Now() + d); err != nil {
		tb.Fatal(err)
	}
}

// ran is the result of the operations of a benchmark.
type ran struct {
	used                      time.Duration // processor time
	attempts, frames, dropped float64
}

// runs times operations that are runs of a simulated length.
func runs(b *testing.B, net medium.Network, length phy.Time) (r ran) {
	before := sums(net)
	b.ReportAllocs()
	b.ResetTimer()
	start := cpu()
	for range b.N {
		run(b, net, length)
	}
	r.used = cpu() - start
	b.StopTimer()
	r.attempts, r.frames, r.dropped = since(net, before)
	return r
}

// since returns what happened on the medium since an earlier result.
func since(net medium.Network, before medium.Medium) (attempts, frames, dropped float64) {
	m := sums(net)
	return float64(m.Attempts - before.Attempts), float64(m.FramesSent - before.FramesSent),
		float64(m.FramesDropped - before.FramesDropped)
}

// sums returns the figures of a medium so far. The attempts of a network are those of its full-duplex links, too.
func sums(net medium.Network) medium.Medium {
	r := net.Result()
	for i := range r.Links {
		r.Medium.Attempts += r.Links[i].Attempts
	}
	return r.Medium
}

// hideTimePerOp leaves the time of an operation out of the report, if an operation is only a slice
// of simulated time.
func hideTimePerOp(b *testing.B) { b.ReportMetric(0, "ns/op") }

// median sorts figures and returns the median. If two things are measured in turn, only medians can
// be compared on a machine with other load.
func median[T cmp.Ordered](figures []T) T {
	slices.Sort(figures)
	return figures[len(figures)/2]
}

// nanoseconds returns a time as a number.
func nanoseconds(d time.Duration) float64 { return float64(d.Nanoseconds()) }
