package bench

import "testing"

// BenchmarkYardstick compares the engine with the slot-level toy ([slotToy]), at the same number of
// stations and about the same length of frame, slice by slice in turn. Times are those of the
// median slice. x-toy is the engine's time per attempt relative to the toy's.
func BenchmarkYardstick(b *testing.B) {
	slots := map[int]int{64: 2, 512: 8, 1518: 24} // of a frame with its header and gap
	loads(b, func(b *testing.B, n, octets int) {
		net, toy := network(b, n, saturated(octets)), newSlotToy(n, slots[octets])
		warm(b, net)
		const batch = 20_000
		toy.run(100 * batch)
		before, toyBefore := sums(net), toy.attempts
		engineTimes, toyTimes := make([]float64, b.N), make([]float64, b.N)
		b.ReportAllocs()
		b.ResetTimer()
		for i := range b.N {
			start := cpu()
			run(b, net, slice)
			middle := cpu()
			toy.run(toy.attempts + batch)
			engineTimes[i], toyTimes[i] = nanoseconds(middle-start), nanoseconds(cpu()-middle)
		}
		b.StopTimer()
		attempts, _, _ := since(net, before)
		engine := median(engineTimes) * float64(b.N) / attempts
		yard := median(toyTimes) * float64(b.N) / float64(toy.attempts-toyBefore)
		b.ReportMetric(engine, "ns/attempt")
		b.ReportMetric(yard, "toy-ns/attempt")
		b.ReportMetric(engine/yard, "x-toy")
		hideTimePerOp(b)
	})
}
