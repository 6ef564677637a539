package domain_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// Once set up, a run allocates nothing: hubs on a cable, one hub, one with stations on a cable, and hubs that are joined by
// links, with stations that always have a frame.
func TestARunAllocatesNothing(t *testing.T) {
	for _, row := range []struct {
		name string
		hubs int
		join domain.Segment
		coax bool
	}{
		{"a cable", 2, domain.Segment{Name: "between"}, false},
		{"one hub", 1, domain.Segment{}, false},
		{"stations on a cable", 1, domain.Segment{}, true},
		{"a link", 2, domain.Segment{Name: "between", Link: true, Delay: bt(50)}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := domain.Config{}
			if row.hubs > 1 {
				c.Segments = append(c.Segments, row.join)
			}
			for k := range row.hubs {
				r := domain.DefaultRepeater(bit)
				r.Name = fmt.Sprint("hub", k)
				if row.hubs > 1 {
					r.Ports = append(r.Ports, domain.Port{To: "between", End: domain.End{At: bt(float64(50 * k))}})
				}
				if row.coax {
					c.Segments = append(c.Segments, domain.Segment{Name: "coax"})
					r.Ports = append(r.Ports, domain.Port{To: "coax"})
					for j := range 8 {
						c.Stations = append(c.Stations, domain.Station{End: domain.End{At: bt(float64(j + 1))}, Station: bus.Station{
							Name: fmt.Sprint("c", j), Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(200), traffic.To{})}}})
					}
				}
				for j := range 8 {
					name := fmt.Sprint("h", k, j)
					segment := len(c.Segments)
					c.Segments = append(c.Segments, domain.Segment{Name: name, Link: true, Delay: bt(float64(j))})
					c.Stations = append(c.Stations, domain.Station{End: domain.End{Segment: segment}, Station: bus.Station{
						Name: name, Traffic: []traffic.Source{traffic.Saturated(traffic.Octets(200), traffic.To{})}}})
					r.Ports = append(r.Ports, domain.Port{To: name, End: domain.End{Segment: segment, At: bt(float64(j))}})
				}
				c.Repeaters = append(c.Repeaters, r)
			}
			n, err := domain.New(c)
			require.NoError(t, err)
			until := phy.Second
			require.NoError(t, n.Run(until))
			allocs := testing.AllocsPerRun(5, func() {
				until += 10 * phy.Millisecond
				require.NoError(t, n.Run(until))
			})
			require.Zero(t, allocs)
		})
	}
}
