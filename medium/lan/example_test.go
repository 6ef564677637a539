package lan_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/lan"
	"github.com/csmacd/csmacd/phy"
)

// A switch joins three hosts, each on a half-duplex link of 100 m. A always has a frame for B, and B
// has one for A every 10 ms. The switch floods the frames for B until B has sent its first: C hears
// these and no others.
func Example() {
	line, _ := phy.LineByName("10base-t")
	delay := phy.Delay(100, line.Velocity)
	sources := [][]traffic.Source{
		{traffic.Saturated(traffic.Octets(1518), traffic.To{Whom: traffic.ToStation, Station: 1})},
		{traffic.Periodic(traffic.Octets(64), traffic.To{Whom: traffic.ToStation}, 5*phy.Millisecond, 10*phy.Millisecond, 100)},
		nil,
	}
	c := lan.Config{Seed: 1}
	sw := lan.Bridge{Name: "sw", Ageing: 300 * phy.Second, Queue: 64}
	for i, name := range []string{"A", "B", "C"} {
		c.Segments = append(c.Segments, lan.Segment{
			Segment: domain.Segment{Name: "link" + name, Link: true, Delay: delay},
			Params:  mac.For(line),
		})
		c.Stations = append(c.Stations, domain.Station{
			Station: bus.Station{Name: name, Traffic: sources[i]},
			End:     domain.End{Segment: i},
		})
		sw.Ports = append(sw.Ports, lan.BridgePort{To: name, End: domain.End{Segment: i, At: delay}})
	}
	c.Bridges = []lan.Bridge{sw}
	net, err := lan.New(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := net.Run(phy.Second); err != nil {
		fmt.Println(err)
		return
	}
	r := net.Result()
	fmt.Println(net.Domains(), "collision domains,", r.Medium.FramesDelivered, "frames delivered")
	for _, p := range r.Devices[0].Ports {
		fmt.Println("port", p.To, "received", p.MAC.FramesReceivedOK, "and sent", p.MAC.FramesTransmittedOK)
	}
	// Output:
	// 3 collision domains, 870 frames delivered
	// port A received 806 and sent 71
	// port B received 87 and sent 799
	// port C received 0 and sent 5
}

// Bridges that are joined twice are a loop, which a configuration must not have.
func ExampleConfig_Loop() {
	cables := []lan.Segment{{Segment: domain.Segment{Name: "red"}}, {Segment: domain.Segment{Name: "blue"}}}
	both := []lan.BridgePort{{To: "red", End: domain.End{Segment: 0}}, {To: "blue", End: domain.End{Segment: 1}}}
	c := lan.Config{Segments: cables, Bridges: []lan.Bridge{{Name: "b1", Ports: both}, {Name: "b2", Ports: both}}}
	fmt.Println(c.Loop())
	// Output: [b2 red b1 blue]
}
