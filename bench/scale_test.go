package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// half is the traffic of one of n stations that together offer half of the line's capacity, in
// frames of 512 octets: 4096 bits, and 160 of header and gap.
func half(n int) traffic.Source {
	return traffic.Poisson(phy.Time(n)*2*(4096+160)*phy.Ethernet10.BitTime, traffic.Octets(512), traffic.To{Whom: traffic.ToNext})
}

// BenchmarkScale is half load from a thousand stations and from more, slice by slice in turn: the
// same attempts, on memory that is further apart. x-1000 is the time of an attempt relative to that
// with a thousand.
func BenchmarkScale(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("N=%d", n), func(b *testing.B) {
			few, many := network(b, 1000, half(1000)), network(b, n, half(n))
			for range 20 {
				run(b, few, phy.Second)
				run(b, many, phy.Second)
			}
			beforeFew, before := sums(few), sums(many)
			fewTimes, times := make([]float64, b.N), make([]float64, b.N)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				start := cpu()
				run(b, few, phy.Second)
				middle := cpu()
				run(b, many, phy.Second)
				fewTimes[i], times[i] = nanoseconds(middle-start), nanoseconds(cpu()-middle)
			}
			b.StopTimer()
			attemptsFew, _, _ := since(few, beforeFew)
			attempts, _, _ := since(many, before)
			each := median(times) * float64(b.N) / attempts
			b.ReportMetric(each, "ns/attempt")
			b.ReportMetric(each/(median(fewTimes)*float64(b.N)/attemptsFew), "x-1000")
			hideTimePerOp(b)
		})
	}
}

// BenchmarkCrowd is a hundred thousand stations that always have a frame. README.md describes the
// results.
func BenchmarkCrowd(b *testing.B) {
	net := network(b, 100_000, saturated(1518))
	run(b, net, phy.Second)
	r := runs(b, net, slice)
	simulated := float64(b.N) * slice.Seconds()
	b.ReportMetric(nanoseconds(r.used)/r.attempts, "ns/attempt")
	b.ReportMetric(r.frames/simulated, "frames/sim-s")
	b.ReportMetric(r.dropped/simulated, "dropped/sim-s")
	hideTimePerOp(b)
}
