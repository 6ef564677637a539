package bench

import (
	"strconv"
	"testing"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/aloha"
	"github.com/csmacd/csmacd/phy"
)

// BenchmarkAloha is Lam's channel, at N s = 0.3: the cost of an attempt, with a hundred users and
// with a hundred thousand.
func BenchmarkAloha(b *testing.B) {
	for _, users := range []int{100, 400, 100_000} {
		b.Run(strconv.Itoa(users), func(b *testing.B) {
			names := make([]string, users)
			for i := range names {
				names[i] = strconv.Itoa(i)
			}
			n, err := aloha.New(aloha.Config{Slotted: true, Frame: phy.Millisecond, Seed: 1, Groups: []aloha.Group{
				{Group: medium.Group{Name: "u", Names: names, Policy: backoff.Uniform(users/2 + 60)}, S: 0.3 / float64(users)}}})
			if err != nil {
				b.Fatal(err)
			}
			attempts := uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				if err := n.Run(n.Now() + phy.Second); err != nil {
					b.Fatal(err)
				}
			}
			attempts = n.Result().Medium.Attempts
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(attempts), "ns/attempt")
		})
	}
}
