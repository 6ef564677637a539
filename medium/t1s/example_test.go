package t1s_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// Four nodes take turns; one of them always has a frame. An idle cycle is a beacon of 20 bits and four turns of
// 32; the node sends once a cycle.
func Example() {
	var c t1s.Config
	for i := range 4 {
		p := plca.Default()
		p.NodeIDs, p.NodeCount = []int{i}, 4
		c.Stations = append(c.Stations, t1s.Station{Station: bus.Station{Name: fmt.Sprintf("n%d", i)}, PLCA: &p})
	}
	c.Stations[2].Traffic = []traffic.Source{traffic.Periodic(traffic.Octets(64), traffic.To{Whom: traffic.ToBroadcast}, phy.Millisecond, phy.Microsecond, 100)}
	net, err := t1s.New(c)
	if err != nil {
		panic(err)
	}
	if err := net.Run(10 * phy.Millisecond); err != nil {
		panic(err)
	}
	r := net.Result()
	fmt.Printf("%d frames, cycles of %v to %v us\n", r.Medium.FramesDelivered, r.Medium.PLCA.CycleUs.Min, r.Medium.PLCA.CycleUs.Max)
	// Output: 100 frames, cycles of 14.8 to 70 us
}
