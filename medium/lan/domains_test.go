package lan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// at returns ports on segments.
func at(segments ...int) (list []domain.Port) {
	for _, k := range segments {
		list = append(list, domain.Port{End: domain.End{Segment: k}})
	}
	return list
}

func bridged(segments ...int) (list []BridgePort) {
	for _, k := range segments {
		list = append(list, BridgePort{End: domain.End{Segment: k}})
	}
	return list
}

func cable(name string) Segment { return Segment{Segment: domain.Segment{Name: name}} }
func link(name string) Segment  { return Segment{Segment: domain.Segment{Name: name, Link: true}} }

// A hub joins a cable and two links into one domain; behind the switch there are two others.
func TestDomainsOfAHubBesideASwitch(t *testing.T) {
	c := Config{
		Segments:  []Segment{cable("yellow"), link("hub-yellow"), link("hub-sw"), link("sw-B"), link("pc-hub")},
		Repeaters: []domain.Repeater{{Name: "hub", Ports: at(0, 2, 4)}},
		Bridges:   []Bridge{{Name: "sw", Ports: bridged(2, 3)}},
		Stations:  []domain.Station{{End: domain.End{Segment: 3}}, {End: domain.End{Segment: 4}}, {End: domain.End{Segment: 0}}},
	}
	assert.Equal(t, []Domain{
		{Name: "yellow+hub", Segments: []int{0, 2, 4}, Repeaters: []int{0}, Stations: []int{1, 2}, Ports: []PortRef{{0, 0}}},
		{Name: "hub-yellow", Segments: []int{1}},
		{Name: "sw-B", Segments: []int{3}, Stations: []int{0}, Ports: []PortRef{{0, 1}}},
	}, c.Domains())
	assert.Nil(t, c.Loop())
}

// A link is full duplex if both its ends are.
func TestALinkIsFullDuplexIfBothItsEndsAre(t *testing.T) {
	c := Config{
		Segments: []Segment{link("both"), link("one"), link("none"), link("pair")},
		Bridges:  []Bridge{{Name: "sw", Ports: bridged(0, 1, 2)}},
	}
	for _, k := range []int{0, 1, 2, 3, 3} {
		c.Stations = append(c.Stations, domain.Station{End: domain.End{Segment: k, Full: k != 2}})
	}
	c.Bridges[0].Ports[0].End.Full = true
	full := map[string]bool{}
	for _, d := range c.Domains() {
		full[d.Name] = d.Full
	}
	assert.Equal(t, map[string]bool{"both": true, "one": false, "none": false, "pair": true}, full)
}

// Both ends of a full-duplex link send all the time: it is busy once, and carries twice its rate.
func TestALinkCarriesTwoDirections(t *testing.T) {
	c := Config{Segments: []Segment{link("pair")}}
	c.Segments[0].Params = ethernet
	for k := range 2 {
		s := domain.Station{Station: bus.Station{Name: string(rune('A' + k))}, End: domain.End{Full: true, At: phy.Time(k) * c.Segments[0].Delay}}
		s.Traffic = []traffic.Source{traffic.Saturated(traffic.Octets(1518), traffic.To{Whom: traffic.ToStation, Station: 1 - k})}
		c.Stations = append(c.Stations, s)
	}
	n, err := New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(phy.Second))
	r := n.Result()
	assert.Empty(t, r.Domains, "a full-duplex link is no collision domain")
	d := r.Links[0].Medium
	assert.Equal(t, medium.FullDuplex, d.Kind)
	assert.InDelta(t, 2*12144.0/12304, d.Throughput, 0.01)
	assert.InDelta(t, 12208.0/12304, d.ShareSuccess, 0.01)
	assert.NotZero(t, d.Attempts)
	assert.Zero(t, r.Medium.Attempts, "those of a network are those of its domains")
	assert.Zero(t, n.Tally().Attempts)
}

func TestALoopIsNamed(t *testing.T) {
	c := Config{
		Segments:  []Segment{cable("a"), link("l"), cable("b"), link("m")},
		Repeaters: []domain.Repeater{{Name: "hub", Ports: at(0, 1)}},
		Bridges:   []Bridge{{Name: "sw", Ports: bridged(1, 2)}, {Name: "sx", Ports: bridged(3, 2, 0)}},
	}
	assert.Equal(t, []string{"sx", "b", "sw", "l", "hub", "a"}, c.Loop())
	c.Bridges[1].Ports = bridged(3, 2)
	assert.Nil(t, c.Loop())
	c.Bridges[1].Ports = bridged(3, 3)
	assert.Equal(t, []string{"sx", "m"}, c.Loop())
}
