package bench

import (
	"fmt"
	"testing"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/store"
	"github.com/csmacd/csmacd/phy"
)

// A hundred clients change a row of a store, once each, by two policies: the cost of a run of the
// article's scene, and the number of events (four per write) per second.
func BenchmarkStore(b *testing.B) {
	for _, policy := range []backoff.Policy{backoff.None(), backoff.FullJitter(backoff.AWS)} {
		b.Run(policy.Name(), func(b *testing.B) {
			g := store.Group{Group: medium.Group{Policy: policy}}
			for i := range 100 {
				g.Names = append(g.Names, fmt.Sprintf("c%d", i))
			}
			var calls uint64
			b.ReportAllocs()
			for seed := range b.N {
				n, err := store.New(store.Config{Seed: uint64(seed), Leg: store.Article, Groups: []store.Group{g}, Until: medium.Until{Idle: true}})
				if err != nil {
					b.Fatal(err)
				}
				if err := n.Run(phy.Forever); err != nil {
					b.Fatal(err)
				}
				calls += n.Result().Medium.Calls
				n.Release()
			}
			b.ReportMetric(4*float64(calls)/b.Elapsed().Seconds(), "events/s")
		})
	}
}
