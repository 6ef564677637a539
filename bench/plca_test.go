package bench

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// plcaBus is a kind of bus: what PHYs its nodes have, and how long its cable is.
type plcaBus struct {
	name    string
	latency t1s.Latency
	cable   phy.Time
}

// plcaBuses are ideal PHYs at one place and on 25 m of cable, and usual ones on that cable.
var plcaBuses = []plcaBus{{"ideal", t1s.Ideal, 0}, {"cable", t1s.Ideal, plcaCable}, {"typical", t1s.Typical, plcaCable}}

// plcaCable is the delay of 25 m.
const plcaCable = 128 * phy.Nanosecond

// plcaConfig is a bus of n nodes with PLCA, each with the same traffic.
func plcaConfig(n int, kind plcaBus, sources ...traffic.Source) t1s.Config {
	c := t1s.Config{Seed: 1, Latency: kind.latency}
	for i := range n {
		p := plca.Default()
		p.NodeIDs, p.NodeCount = []int{i}, n
		c.Stations = append(c.Stations, t1s.Station{Station: bus.Station{Name: fmt.Sprintf("n%d", i), At: kind.cable * phy.Time(i) / phy.Time(n), Traffic: sources}, PLCA: &p})
	}
	return c
}

// plcaNodes makes that bus, and runs it until it is in step.
func plcaNodes(tb testing.TB, n int, kind plcaBus, sources ...traffic.Source) *t1s.Network {
	net, err := t1s.New(plcaConfig(n, kind, sources...))
	if err != nil {
		tb.Fatal(err)
	}
	// Frames at time 0 collide before the first beacon, and their nodes back off for long. Each node has had a frame,
	// and so a queue, before anything is measured.
	if err := net.Run(20 * phy.Second); err != nil {
		tb.Fatal(err)
	}
	return net
}

// runPLCA runs a bus for a time b.N times, and reports its frames per second of processor time.
func runPLCA(b *testing.B, net *t1s.Network, step phy.Time) {
	b.ReportAllocs()
	b.ResetTimer()
	frames, at, start := net.Tally().FramesSent, net.Now(), cpu()
	for range b.N {
		at += step
		if err := net.Run(at); err != nil {
			b.Fatal(err)
		}
	}
	used := cpu() - start
	b.StopTimer()
	sent := float64(net.Tally().FramesSent - frames)
	b.ReportMetric(nanoseconds(used)/sent, "ns/frame")
	b.ReportMetric(sent/used.Seconds(), "frames/s")
	b.ReportMetric(float64(b.N)*step.Seconds()/used.Seconds(), "sim-s/s")
	hideTimePerOp(b)
}

// BenchmarkPlcaSaturated is a bus on which every node always has a frame of 64 octets, with ideal PHYs and
// with usual ones, with and without a cable.
func BenchmarkPlcaSaturated(b *testing.B) {
	for _, l := range plcaBuses {
		for _, n := range []int{1, 8, 255} {
			b.Run(fmt.Sprintf("%s/N=%d", l.name, n), func(b *testing.B) {
				runPLCA(b, plcaNodes(b, n, l, traffic.Saturated(traffic.Octets(64), traffic.To{Whom: traffic.ToNext})), slice)
			})
		}
	}
}

// BenchmarkPlcaIdle is a bus at a load of 1 %: turns that nobody uses cost nothing.
func BenchmarkPlcaIdle(b *testing.B) {
	for _, l := range plcaBuses {
		for _, n := range []int{1, 8, 255} {
			b.Run(fmt.Sprintf("%s/N=%d", l.name, n), func(b *testing.B) {
				// Its frames are as rare as the load is low: a slice of it is a hundred times as long.
				runPLCA(b, plcaNodes(b, n, l, traffic.Poisson(phy.Time(n)*5840*phy.Microsecond, traffic.Octets(64), traffic.To{Whom: traffic.ToNext})), 100*slice)
			})
		}
	}
}

// Once set up, neither a bus in step nor the machines of its nodes allocate.
func TestPlcaAllocatesNothing(t *testing.T) {
	measure := func(net *t1s.Network, step phy.Time) {
		at := net.Now()
		assert.Zero(t, testing.AllocsPerRun(10, func() {
			at += step
			assert.NoError(t, net.Run(at))
		}))
	}
	for _, l := range plcaBuses {
		measure(plcaNodes(t, 8, l, traffic.Saturated(traffic.Octets(64), traffic.To{Whom: traffic.ToNext})), 10*phy.Millisecond)
	}
	for _, odd := range plcaOdds {
		if odd.name == "max" || odd.name == "ids" {
			c := plcaConfig(8, plcaBuses[2], traffic.Poisson(8*5840*phy.Microsecond, traffic.Octets(64), traffic.To{Whom: traffic.ToNext}))
			odd.change(&c)
			net, err := t1s.New(c)
			assert.NoError(t, err)
			assert.NoError(t, net.Run(20*phy.Second))
			measure(net, phy.Second)
		}
	}
}

// plcaOdds are buses on which the machines of all nodes run, and some on which they do not: plain, max and ids.
var plcaOdds = []struct {
	name   string
	change func(c *t1s.Config)
}{
	{"plain", func(*t1s.Config) {}},
	{"max", func(c *t1s.Config) { c.Latency = t1s.Max }},
	{"unequal", func(c *t1s.Config) {
		for i := range c.Stations {
			if i%2 == 1 {
				c.Stations[i].Latency = &t1s.Min
			}
		}
	}},
	{"ids", func(c *t1s.Config) { // a node in seven has two turns
		count := len(c.Stations)
		for i := range c.Stations {
			p := c.Stations[i].PLCA
			if p.NodeCount = min(254, count+(count+5)/7); i%7 == 1 && count+i/7 < 254 {
				p.NodeIDs = append(p.NodeIDs, count+i/7)
			}
		}
	}},
	{"guest", func(c *t1s.Config) { c.Stations[len(c.Stations)-1].PLCA = nil }},
	{"dplca", func(c *t1s.Config) {
		for i := range c.Stations {
			p := c.Stations[i].PLCA
			p.NodeIDs, p.Dynamic, p.Coordinator = []int{plca.NoID}, true, i == 0
		}
	}},
	{"deaf", func(c *t1s.Config) {
		c.Timeline = []medium.Change{{Kind: medium.Deaf, Station: c.Stations[1].Name, On: true}}
	}},
}

// BenchmarkPlcaOdd is a bus on which every node has a frame of 64 octets each 10 ms, with usual PHYs on 25 m of cable,
// where that is not what is odd.
func BenchmarkPlcaOdd(b *testing.B) {
	for _, odd := range plcaOdds {
		for _, n := range []int{8, 200} {
			b.Run(fmt.Sprintf("%s/N=%d", odd.name, n), func(b *testing.B) {
				mean := 10 * phy.Millisecond
				if n > 100 {
					mean = 50 * phy.Millisecond
				}
				c := plcaConfig(n, plcaBuses[2], traffic.Poisson(mean, traffic.Octets(64), traffic.To{Whom: traffic.ToNext}))
				odd.change(&c)
				net, err := t1s.New(c)
				if err != nil {
					b.Fatal(err)
				}
				if err := net.Run(200 * phy.Millisecond); err != nil {
					b.Fatal(err)
				}
				runPLCA(b, net, 20*phy.Millisecond)
			})
		}
	}
}
