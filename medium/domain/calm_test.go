package domain_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A station has faults for some milliseconds. Before, between and after them the hub is run by contention rounds, and
// instant by instant meanwhile.
func TestRoundsGoOnBetweenFaults(t *testing.T) {
	for _, kind := range []medium.ChangeKind{medium.Deaf, medium.NoCollision, medium.Mute, medium.Jabber, medium.PowerOff, medium.NoSQE, medium.Babble, medium.Cut, medium.BitErrors, medium.PortOff} {
		c := chain(1, 8)
		name := c.Stations[3].Name
		for k := range 2 {
			x := medium.Change{At: phy.Time(2+4*k) * phy.Second / 10, Kind: kind, On: true}
			end := medium.Change{At: x.At + 5*phy.Millisecond, Kind: kind}
			switch {
			case kind.OfStation():
				x.Station, x.Value = name, 0.5
			case kind.OfPort():
				x.Port = "hub0/" + name
			default:
				x.Segment, x.Errors = name, medium.Errors{Good: 1e-3}
			}
			end.Station, end.Port, end.Segment = x.Station, x.Port, x.Segment
			c.Timeline = append(c.Timeline, x, end)
		}
		n, err := domain.New(c)
		require.NoError(t, err)
		require.Greater(t, stopsInRounds(t, n), 85, kind)
		require.NoError(t, n.Run(phy.Second+phy.Millisecond))
		require.NoError(t, n.Change(medium.Change{At: phy.Second + phy.Millisecond, Kind: medium.Queue, Station: name, Value: 3}))
		require.NoError(t, n.Run(2*phy.Second))
		require.False(t, n.InRounds(), "they know no longer what each station is")
	}
}

// drawShaken draws a hub, with cables or without, or a cable without a repeater, and faults that end.
func drawShaken(t *rapid.T) domain.Config {
	var c domain.Config
	switch rapid.IntRange(0, 2).Draw(t, "on a hub, on cables at it, on one cable") {
	case 0:
		c = drawHub(t)
	case 1:
		c = drawCoax(t)
	default:
		c = drawLone(t)
	}
	for k := range c.Segments {
		if s := &c.Segments[k]; !s.Link {
			s.Delay = bt(1000)
		}
		c.Segments[k].Jabber, c.Segments[k].Unjab = bt(2000), bt(3000)
	}
	last := rapid.SampledFrom([]int{40000, 4000}).Draw(t, "latest")
	for range rapid.IntRange(1, 4).Draw(t, "faults") {
		from := bt(float64(rapid.IntRange(0, last).Draw(t, "from")) / 2)
		x, ok := drawChange(t, &c, from)
		if !ok || x.Kind == medium.BitErrors && x.Segment == "" && len(c.Segments) > 1 && rapid.Bool().Draw(t, "not of all") {
			continue
		}
		end := x
		end.At = from + bt(float64(rapid.IntRange(1, 4000).Draw(t, "for"))/2)
		end.On, end.Errors, end.Missing, end.Value = false, medium.Errors{}, 0, 0
		if x.Kind == medium.Queue {
			end.Value = 4
		}
		c.Timeline = append(c.Timeline, x, end)
	}
	slices.SortStableFunc(c.Timeline, func(a, b medium.Change) int { return cmp.Compare(a.At, b.At) })
	return c
}

// drawLone draws a cable without a repeater.
func drawLone(t *rapid.T) domain.Config {
	c := drawCoax(t)
	c.Repeaters = nil
	longest := rapid.SampledFrom([]int{20, 40, 100, 400, 1000}).Draw(t, "length of the cable in half bits")
	for i := range c.Stations {
		s := &c.Stations[i]
		if s.End.Segment = 0; rapid.IntRange(0, 3).Draw(t, "at the end") == 0 {
			s.End.At = 0
			continue
		}
		s.End.At = bt(float64(rapid.IntRange(0, longest).Draw(t, "place")) / 2)
	}
	c.Segments = []domain.Segment{{Name: "cable"}}
	return c
}

// A network with faults has the same result whether it is run by rounds between them or not.
func TestRoundsBetweenFaultsAgreeWithInstants(t *testing.T) { agree(t, drawShaken) }

// A cable without a repeater is run by rounds too.
func TestRoundsOfACableAgreeWithInstants(t *testing.T) { agree(t, drawLone) }

// beyond asks for a station that a network of 8 has not.
type beyond struct{ log }

func (*beyond) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.TxStart), Stations: []int{8}}
}

// TestACableHasRounds says that it mostly is.
func TestACableHasRounds(t *testing.T) {
	c := chain(1, 8)
	c.Repeaters, c.Segments = nil, []domain.Segment{{Name: "cable"}}
	for i := range c.Stations {
		c.Stations[i].End = domain.End{At: bt(float64(3 * i))}
	}
	mostlyInRounds(t, c)
	n, err := domain.New(c)
	require.NoError(t, err)
	require.NoError(t, n.Run(phy.Second))
	require.Empty(t, n.Repeaters())
	require.Zero(t, n.Ports())
	require.Equal(t, bt(21), n.Span())
	require.Panics(t, func() { n.Observe(&beyond{}) })
}
