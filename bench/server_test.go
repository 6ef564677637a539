package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/server"
	"github.com/csmacd/csmacd/phy"
)

// BenchmarkServer is a thousand clients for 90 s at a server that stops and never recovers: it has
// 28 000 requests at the end, each looked at 20 times per second.
func BenchmarkServer(b *testing.B) {
	g := server.Group{Group: medium.Group{Name: "c", Policy: backoff.Fixed(0.1)}, Think: 10 * phy.Second, Timeout: 2 * phy.Second}
	for i := range 1000 {
		g.Names = append(g.Names, fmt.Sprint("c", i))
	}
	requests := uint64(0)
	for b.Loop() {
		n, err := server.New(server.Config{
			Seed: 1, Rule: server.Standard, Groups: []server.Group{g}, Stops: []server.Stop{{At: 21 * phy.Second, For: 10 * phy.Second}},
		})
		if err != nil {
			b.Fatal(err)
		}
		if err := n.Run(90 * phy.Second); err != nil {
			b.Fatal(err)
		}
		requests += n.Result().Medium.Attempts
	}
	b.ReportMetric(float64(requests)/b.Elapsed().Seconds(), "requests/s")
}
