package t1s_test

import (
	"testing"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

func BenchmarkSaturated(b *testing.B) {
	c := nodes(8)
	for i := range c.Stations {
		c.Stations[i].Traffic = []traffic.Source{traffic.Saturated(traffic.Octets(64), traffic.To{Whom: traffic.ToNext})}
	}
	n, _ := t1s.New(c)
	_ = n.Run(phy.Second)
	at := n.Now()
	b.ResetTimer()
	for b.Loop() {
		at += 68 * phy.Microsecond
		_ = n.Run(at)
	}
}
