package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/server"
	"github.com/csmacd/csmacd/phy"
)

// BenchmarkServer is a storm of retries: clients for 90 s at a server that stops and never recovers. With
// 1000 clients it has 28 000 requests at the end, with 10,000 clients 300 000. By the rule of the original it looks
// at each of them 20 times per second; with measured times it knows when each will be done.
func BenchmarkServer(b *testing.B) {
	for _, clients := range []int{1000, 10_000} {
		g := server.Group{Group: medium.Group{Name: "c", Policy: backoff.Fixed(0.1)}, Think: 10 * phy.Second, Timeout: 2 * phy.Second}
		for i := range clients {
			g.Names = append(g.Names, fmt.Sprint("c", i))
		}
		rule := server.Standard
		rule.Limit, rule.K = rule.Limit*clients/1000, rule.K*float64(clients)/1000
		measured := make([]phy.Time, 1000) // 50 to 150 ms: the mean is the rule's delay
		for i := range measured {
			measured[i] = 50*phy.Millisecond + phy.Time(i)*phy.Millisecond/10
		}
		for i, times := range [][]phy.Time{nil, measured} {
			b.Run(fmt.Sprintf("%d/%s", clients, [...]string{"delay", "times"}[i]), func(b *testing.B) {
				requests, start := uint64(0), cpu()
				for b.Loop() {
					n, err := server.New(server.Config{
						Seed: 1, Rule: rule, Times: times, Groups: []server.Group{g}, Stops: []server.Stop{{At: 21 * phy.Second, For: 10 * phy.Second}},
					})
					if err != nil {
						b.Fatal(err)
					}
					if err := n.Run(90 * phy.Second); err != nil {
						b.Fatal(err)
					}
					requests += n.Result().Medium.Attempts
				}
				b.ReportMetric(float64((cpu()-start).Nanoseconds())/float64(requests), "cpu-ns/request")
				b.ReportMetric(float64(requests)/float64(b.N), "requests")
			})
		}
	}
}
