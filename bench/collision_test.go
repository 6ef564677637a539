package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// BenchmarkCollision is one collision resolved: k stations start at the same instant on an idle
// cable, and back off until every frame has left: sent, or (rarely) given up after 16 attempts.
func BenchmarkCollision(b *testing.B) {
	for _, k := range []int{2, 10, 100} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			net := network(b, k)
			for range 100 {
				collide(b, net)
			}
			net.Result() // its first call allocates memory
			collide(b, net)
			before := sums(net)
			b.ReportAllocs()
			b.ResetTimer()
			start := cpu()
			for range b.N {
				collide(b, net)
			}
			used := cpu() - start
			b.StopTimer()
			attempts, _, dropped := since(net, before)
			b.ReportMetric(nanoseconds(used)/attempts, "ns/attempt")
			b.ReportMetric(attempts/float64(b.N), "attempts/op")
			b.ReportMetric(dropped/float64(b.N), "dropped/op")
		})
	}
}

// collide queues a frame at each station at one instant, when the cable has been idle for long, and
// runs until none is left.
func collide(tb testing.TB, net *bus.Network) {
	at := net.Now() + phy.Millisecond
	for i := range net.Len() {
		f := medium.Frame{Size: 64, Destination: int32((i + 1) % net.Len())}
		if err := net.Inject(i, at, f); err != nil {
			tb.Fatal(err)
		}
	}
	for !net.Idle() {
		run(tb, net, 2*phy.Millisecond)
	}
}
