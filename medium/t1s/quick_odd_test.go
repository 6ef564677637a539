package t1s_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// A bus is quick with the longest latencies and with several IDs at a node, and its figures are those of the machines
// at any instant: also in a beacon that some nodes have decoded and others have not, and after a change.
func TestUnusualBusesAreQuick(t *testing.T) {
	for name, change := range map[string]func(c *t1s.Config){
		"longest latencies": func(c *t1s.Config) { c.Latency = t1s.Max },
		"several IDs": func(c *t1s.Config) {
			c.Latency = t1s.Typical
			c.Stations[1].PLCA.NodeIDs, c.Stations[2].PLCA.NodeIDs = []int{1, 4, 5}, []int{6, 2}
		},
		"both": func(c *t1s.Config) {
			c.Latency = t1s.Max
			c.Stations[0].PLCA.NodeIDs = []int{0, 4}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := nodes(4)
			for i := range c.Stations {
				s := &c.Stations[i]
				s.At, s.PLCA.NodeCount = phy.Time(40*i)*phy.Nanosecond, 7
				s.Traffic = []traffic.Source{traffic.Poisson(phy.Millisecond, traffic.Octets(64), traffic.To{Whom: traffic.ToNext})}
			}
			change(&c)
			c.Timeline = []medium.Change{
				{At: 40 * phy.Millisecond, Kind: medium.PLCA, Station: "n3"},
				{At: 60 * phy.Millisecond, Kind: medium.PLCA, Station: "n3", New: c.Stations[3].PLCA},
			}
			var both [2]*t1s.Network
			for k := range both {
				n, err := t1s.New(c)
				require.NoError(t, err)
				both[k] = n
			}
			both[0].Machines()
			quick := 0
			for at := phy.Time(0); at < 80*phy.Millisecond; at += 3700 * phy.Nanosecond {
				for _, n := range both {
					require.NoError(t, n.Run(at))
				}
				if both[1].Quick() {
					quick++
				}
				require.Equal(t, both[0].Result(), both[1].Result(), "at %v", at)
			}
			assert.Greater(t, quick, 10000, "of 21622 instants")
		})
	}
}
