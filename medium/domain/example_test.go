package domain_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// Two stations on 100 m links to a hub, which both always have a frame.
func ExampleNew() {
	line, _ := phy.LineByName("10base-t")
	hub := domain.DefaultRepeater(line.BitTime)
	hub.Name = "hub"
	c := domain.Config{Seed: 1}
	for i, name := range []string{"A", "B"} {
		link := domain.Segment{Name: name, Link: true, Delay: phy.Delay(100, line.Velocity)}
		c.Segments = append(c.Segments, link)
		c.Stations = append(c.Stations, domain.Station{End: domain.End{Segment: i}, Station: bus.Station{
			Name: name, Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(512), traffic.To{})},
		}})
		hub.Ports = append(hub.Ports, domain.Port{To: name, End: domain.End{Segment: i, At: link.Delay}})
	}
	c.Repeaters = []domain.Repeater{hub}
	net, err := domain.New(c)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := net.Run(phy.Second); err != nil {
		fmt.Println(err)
		return
	}
	m := net.Result().Medium
	fmt.Println(m.FramesDelivered, "frames delivered,", m.Collisions, "collisions,", net.Repeaters()[0].TransmitCollisions, "at the hub")
	// Output: 2340 frames delivered, 89 collisions, 89 at the hub
}
