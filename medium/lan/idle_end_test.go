package lan

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// The figures of the domains of a network that ends as nothing is left to come do not depend on the pieces in
// which it is run.
func TestDomainsOfANetworkThatIsIdleEndTogether(t *testing.T) {
	link := Segment{Segment: domain.Segment{Link: true, Delay: phy.Microsecond}, Params: mac.For(phy.Ethernet10)}
	end := func(segment int, at phy.Time) domain.End { return domain.End{Segment: segment, At: at} }
	station := func(name string, segment int, starts ...phy.Time) domain.Station {
		return domain.Station{End: end(segment, 0), Station: bus.Station{Name: name, Traffic: []traffic.Source{traffic.At(traffic.Octets(64), traffic.To{}, starts...)}}}
	}
	run := func(piece phy.Time) *medium.Result {
		a, b, c := link, link, link
		a.Name, b.Name, c.Name = "a", "b", "c"
		n, err := New(Config{
			Seed: 1, Segments: []Segment{a, b, c}, Until: medium.Until{Idle: true},
			Stations: []domain.Station{station("A", 0, 0, phy.Millisecond), station("B", 1, 300*phy.Microsecond), station("C", 2)},
			Bridges:  []Bridge{{Name: "sw", Ageing: phy.Second, Queue: 100, Ports: []BridgePort{{To: "A", End: end(0, link.Delay)}, {To: "B", End: end(1, link.Delay)}, {To: "C", End: end(2, link.Delay)}}}},
		})
		require.NoError(t, err)
		for !n.Done() {
			require.Less(t, n.Now(), phy.Second)
			require.NoError(t, n.Run(n.Now()+piece))
		}
		return n.Result()
	}
	want := run(phy.Second)
	assert.Positive(t, want.Domains[0].Medium.Throughput)
	for _, piece := range []phy.Time{37 * phy.Microsecond, 333 * phy.Microsecond, 10 * phy.Millisecond} {
		assert.Equal(t, want, run(piece), "in pieces of %v", piece)
	}
}
