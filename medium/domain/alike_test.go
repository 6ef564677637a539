package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A and C collide. A gap after that, as heard at D, D sends, and the repeater begins to jam, whose port is far from D. B hears the
// jam before the fragment of C ends: for B all this is one fragment, although D waited for a gap.
func TestJamFollowsAFragmentWithoutAGap(t *testing.T) {
	p := mac.For(phy.Ethernet10)
	p.AttemptLimit = 1
	long := p
	long.Jam = bt(200)
	r := domain.DefaultRepeater(bit)
	r.Name, r.JamDelay = "hub", bt(50)
	r.Ports = []domain.Port{{To: "cable", End: domain.End{At: bt(5)}}, {To: "X", End: domain.End{Segment: 1, At: bt(30)}}}
	c := domain.Config{Segments: []domain.Segment{{Name: "cable"}, {Name: "X", Link: true, Delay: bt(30)}}, Repeaters: []domain.Repeater{r}}
	for _, s := range []struct {
		name    string
		segment int
		at      float64
		rules   *mac.Params
	}{{"A", 0, 111, &p}, {"B", 0, 0, &p}, {"C", 0, 140, &p}, {"D", 0, 140.5, &p}, {"X", 1, 0, &long}} {
		c.Stations = append(c.Stations, domain.Station{Station: bus.Station{Name: s.name, Params: s.rules}, End: domain.End{Segment: s.segment, At: bt(s.at)}})
	}
	n, err := domain.New(c)
	require.NoError(t, err)
	for _, x := range [][2]int{{0, 0}, {2, 0}, {3, 150}, {4, 143}, {1, 3000}} {
		require.NoError(t, n.Inject(x[0], bt(float64(x[1])), medium.Frame{Size: 64, Destination: medium.Broadcast}))
	}
	require.NoError(t, n.Run(bt(9000)))
	require.EqualValues(t, 1, n.Result().Stations[1].Counters.Fragments)
}
