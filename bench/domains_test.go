package bench

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// domains is a network of that many cables of ten saturated stations around one bridge. About one
// frame in a hundred is for a station of another cable.
func domains(count int, bridged bool) lan.Config {
	c := lan.Config{Seed: 1}
	size := traffic.Octets(64)
	b := lan.Bridge{Name: "sw", Ageing: 300 * phy.Second, Queue: 1000}
	for k := range count {
		c.Segments = append(c.Segments, lan.Segment{Segment: domain.Segment{Name: fmt.Sprint("cable", k)}, Params: mac.For(phy.Ethernet10)})
		if bridged {
			b.Ports = append(b.Ports, lan.BridgePort{To: fmt.Sprint("cable", k), End: domain.End{Segment: k}})
		}
		for i := range 10 {
			s := bus.Station{Name: fmt.Sprint("s", k, "-", i), Traffic: []traffic.Source{traffic.Saturated(size, traffic.To{Whom: traffic.ToDomain})}}
			if bridged { // a cable carries about 11,000 of these frames a second
				s.Traffic = append(s.Traffic, traffic.Poisson(phy.Second/11, size, traffic.To{}))
			}
			c.Stations = append(c.Stations, domain.Station{Station: s, End: domain.End{Segment: k, At: phy.Time(i) * 200 * phy.Nanosecond}})
		}
	}
	if bridged {
		c.Bridges = []lan.Bridge{b}
	}
	return c
}

// onHubs returns the same network with a hub in place of each cable.
func onHubs(c lan.Config) lan.Config {
	cables := len(c.Segments)
	c.Repeaters = make([]domain.Repeater, cables)
	plug := func(name string, e domain.End) domain.End {
		r := &c.Repeaters[e.Segment]
		segment := len(c.Segments)
		c.Segments = append(c.Segments, lan.Segment{Segment: domain.Segment{Name: name, Link: true, Delay: 500 * phy.Nanosecond}, Params: mac.For(phy.Ethernet10)})
		r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: segment, At: 500 * phy.Nanosecond}})
		return domain.End{Segment: segment}
	}
	for k := range c.Repeaters {
		c.Repeaters[k] = domain.DefaultRepeater(phy.Ethernet10.BitTime)
		c.Repeaters[k].Name = fmt.Sprint("hub", k)
	}
	for i := range c.Stations {
		c.Stations[i].End = plug(c.Stations[i].Name, c.Stations[i].End)
	}
	for i := range c.Bridges {
		for k := range c.Bridges[i].Ports {
			p := &c.Bridges[i].Ports[k]
			p.End = plug("sw-"+p.To, p.End)
			p.To = fmt.Sprint("hub", k)
		}
	}
	for k := range c.Segments[cables:] {
		c.Segments[cables+k].Name = fmt.Sprint("link", k)
	}
	return c
}

// BenchmarkHubDomains is the same with hubs, on one worker.
func BenchmarkHubDomains(b *testing.B) {
	if testing.Short() {
		b.Skip("it takes half a minute")
	}
	for _, bridged := range []bool{false, true} {
		b.Run(fmt.Sprintf("bridged=%v", bridged), func(b *testing.B) {
			n, err := lan.New(onHubs(domains(30, bridged)))
			require.NoError(b, err)
			n.SetWorkers(1)
			require.NoError(b, n.Run(2*phy.Second))
			before, end := n.Tally().Attempts, n.Now()
			b.ResetTimer()
			began := cpu()
			for range b.N {
				end += 5 * phy.Millisecond
				require.NoError(b, n.Run(end))
			}
			b.ReportMetric(float64(cpu()-began)/float64(n.Tally().Attempts-before), "cpu-ns/attempt")
		})
	}
}

// BenchmarkDomains compares 100 cables around a bridge with 100 separate cables, in processor time,
// and two workers with one, in time.
func BenchmarkDomains(b *testing.B) {
	if testing.Short() {
		b.Skip("it takes a minute")
	}
	for _, bridged := range []bool{false, true} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("bridged=%v/workers=%d", bridged, workers), func(b *testing.B) {
				n, err := lan.New(domains(100, bridged))
				require.NoError(b, err)
				n.SetWorkers(workers)
				require.NoError(b, n.Run(phy.Second))
				before, end := n.Tally().Attempts, n.Now()
				b.ResetTimer()
				began := cpu()
				for range b.N {
					end += 100 * phy.Millisecond
					require.NoError(b, n.Run(end))
				}
				attempts := float64(n.Tally().Attempts - before)
				b.ReportMetric(float64(cpu()-began)/attempts, "cpu-ns/attempt")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/attempts, "ns/attempt")
			})
		}
	}
}
