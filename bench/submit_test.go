package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/submit"
	"github.com/csmacd/csmacd/phy"
)

// BenchmarkSubmit is a queue of jobs and its clients, with a table that suffices (40 clients) and
// one that does not. An operation is ten seconds of simulated time.
func BenchmarkSubmit(b *testing.B) {
	for _, d := range submit.Disciplines {
		for _, clients := range []int{40, 80, 1000} {
			b.Run(fmt.Sprintf("discipline=%s/N=%d", d, clients), func(b *testing.B) {
				g := submit.Group{Group: medium.Group{Name: "c"}, Discipline: d}
				for i := range clients {
					g.Names = append(g.Names, fmt.Sprint("c", i))
				}
				net, err := submit.New(submit.Config{Rule: submit.Standard, Groups: []submit.Group{g}})
				if err != nil {
					b.Fatal(err)
				}
				ten := func() {
					if err := net.Run(net.Now() + 10*phy.Second); err != nil {
						b.Fatal(err)
					}
				}
				for range 100 {
					ten()
				}
				before := net.Result().Medium
				b.ReportAllocs()
				b.ResetTimer()
				start := cpu()
				for range b.N {
					ten()
				}
				used := cpu() - start
				b.StopTimer()
				attempts := net.Result().Medium.Attempts - before.Attempts
				b.ReportMetric(nanoseconds(used)/float64(attempts), "ns/attempt")
				b.ReportMetric(float64(attempts)/used.Seconds(), "attempts/s")
				b.ReportMetric(float64(b.N)*10/used.Seconds(), "sim-s/s")
				hideTimePerOp(b)
			})
		}
	}
}
