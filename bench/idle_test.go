package bench

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// rare is the traffic of one of n stations that together offer 100 frames of 64 octets per second,
// two thirds of a per cent of the line.
func rare(n int) traffic.Source {
	return traffic.Poisson(phy.Time(n)*10*phy.Millisecond, traffic.Octets(64), traffic.To{Whom: traffic.ToNext})
}

// BenchmarkIdle is a medium on which hardly anything happens: the same few frames for any number of
// stations. The number matters only by the depth of the heap of events, and by the caches.
func BenchmarkIdle(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			net := network(b, n, rare(n))
			warm(b, net)
			r := runs(b, net, phy.Second)
			b.ReportMetric(nanoseconds(r.used)/r.frames, "ns/frame")
			b.ReportMetric(float64(b.N)*phy.Second.Seconds()/r.used.Seconds(), "sim-s/s")
			hideTimePerOp(b)
		})
	}
}

// BenchmarkSetUp builds a network of many stations. bytes/station is the memory that the network
// holds, without its configuration.
func BenchmarkSetUp(b *testing.B) {
	for _, n := range []int{1000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			c := bus.Config{Seed: 1, Stations: stations(n, rare(n))}
			b.ReportAllocs()
			b.ResetTimer()
			start := cpu()
			for range b.N {
				if _, err := bus.New(c); err != nil {
					b.Fatal(err)
				}
			}
			used := cpu() - start
			b.StopTimer()
			b.ReportMetric(nanoseconds(used)/float64(b.N)/float64(n), "ns/station")
			b.ReportMetric(float64(heldBy(b, c))/float64(n), "bytes/station")
		})
	}
}

// heldBy returns the number of octets of heap that a network holds.
func heldBy(tb testing.TB, c bus.Config) int64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	net, err := bus.New(c)
	if err != nil {
		tb.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(net)
	runtime.KeepAlive(c) // otherwise it may be collected during the measurement, and subtracted
	return int64(after.HeapAlloc) - int64(before.HeapAlloc)
}
