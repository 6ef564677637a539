package bench

import (
	"fmt"
	"testing"
)

var (
	populations = []int{2, 10, 24, 100, 256, 1024}
	sizes       = []int{64, 1518} // octets: the shortest frame and the longest
)

// loads runs a benchmark for each number of stations and size of frame.
func loads(b *testing.B, f func(b *testing.B, n, octets int)) {
	for _, octets := range []int{64, 512, 1518} {
		for _, n := range populations {
			b.Run(fmt.Sprintf("octets=%d/N=%d", octets, n), func(b *testing.B) { f(b, n, octets) })
		}
	}
}

// BenchmarkSaturated is the engine at full load. An operation is a slice of simulated time, so that
// 0 allocs/op means more than none per attempt.
func BenchmarkSaturated(b *testing.B) {
	loads(b, func(b *testing.B, n, octets int) {
		net := network(b, n, saturated(octets))
		warm(b, net)
		r := runs(b, net, slice)
		b.ReportMetric(nanoseconds(r.used)/r.attempts, "ns/attempt")
		b.ReportMetric(r.frames/r.used.Seconds(), "frames/s")
		b.ReportMetric(r.attempts/r.frames, "attempts/frame")
		b.ReportMetric(float64(b.N)*slice.Seconds()/r.used.Seconds(), "sim-s/s")
		hideTimePerOp(b)
	})
}
