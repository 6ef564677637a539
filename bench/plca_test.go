package bench

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/mac/traffic"
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

// plcaNodes is a bus of n nodes with PLCA, each with the same traffic.
func plcaNodes(tb testing.TB, n int, kind plcaBus, sources ...traffic.Source) *t1s.Network {
	c := t1s.Config{Seed: 1, Latency: kind.latency}
	for i := range n {
		p := plca.Default()
		p.NodeIDs, p.NodeCount = []int{i}, n
		c.Stations = append(c.Stations, t1s.Station{Station: bus.Station{Name: fmt.Sprintf("n%d", i), At: kind.cable * phy.Time(i) / phy.Time(n), Traffic: sources}, PLCA: &p})
	}
	net, err := t1s.New(c)
	if err != nil {
		tb.Fatal(err)
	}
	// Frames at time 0 collide before the first beacon, and their nodes back off for long.
	if err := net.Run(2 * phy.Second); err != nil {
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
				runPLCA(b, plcaNodes(b, n, l, traffic.Poisson(phy.Time(n)*5840*phy.Microsecond, traffic.Octets(64), traffic.To{Whom: traffic.ToNext})), slice)
			})
		}
	}
}

// Once set up, neither a bus in step nor the machines of its nodes allocate.
func TestPlcaAllocatesNothing(t *testing.T) {
	for _, l := range plcaBuses {
		net := plcaNodes(t, 8, l, traffic.Saturated(traffic.Octets(64), traffic.To{Whom: traffic.ToNext}))
		at := net.Now()
		assert.Zero(t, testing.AllocsPerRun(10, func() {
			at += 10 * phy.Millisecond
			assert.NoError(t, net.Run(at))
		}))
	}
}
