package domain_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// drawDeaf draws a hub, with cables or without, or a cable without a repeater, on which some stations become deaf, most of them for good.
func drawDeaf(t *rapid.T) domain.Config {
	var c domain.Config
	switch rapid.IntRange(0, 3).Draw(t, "on a hub, on cables at it, on one cable") {
	case 0:
		c = drawHub(t)
	case 1:
		c = drawCoax(t)
	default:
		c = drawLone(t)
	}
	for range rapid.IntRange(1, 3).Draw(t, "deaf stations") {
		name := c.Stations[rapid.IntRange(0, len(c.Stations)-1).Draw(t, "station")].Name
		kind := rapid.SampledFrom([]medium.ChangeKind{medium.Deaf, medium.Deaf, medium.PowerOff, medium.NoSQE, medium.NoCollision, medium.NoCollision, medium.NoCollision, medium.Babble, medium.Babble}).Draw(t, "kind")
		at := bt(float64(rapid.SampledFrom([]int{0, 1, 1000, 5001}).Draw(t, "from")) / 2)
		for on := true; at < bt(20000); on = !on {
			x := medium.Change{At: at, Kind: kind, Station: name, On: on}
			if kind == medium.Babble && on {
				x.Value = rapid.SampledFrom([]float64{0.05, 0.01, 0.3}).Draw(t, "p")
			}
			c.Timeline = append(c.Timeline, x)
			if rapid.IntRange(0, 3).Draw(t, "for good") > 0 {
				break
			}
			at += bt(float64(rapid.IntRange(1, 20000).Draw(t, "for")) / 2)
		}
	}
	return c
}

// A network with deaf stations has the same result whether it is run by rounds or not.
func TestRoundsOfStationsThatHearNothingAgreeWithInstants(t *testing.T) { agree(t, drawDeaf) }

// TestStationsWithFaultsHaveRounds says that there are rounds, at a hub and on a cable.
func TestStationsWithFaultsHaveRounds(t *testing.T) {
	for _, kind := range []medium.ChangeKind{medium.Deaf, medium.NoCollision, medium.Babble} {
		for _, cable := range []bool{false, true} {
			c := chain(1, 8)
			c.Timeline = []medium.Change{{At: phy.Millisecond, Kind: kind, Station: c.Stations[3].Name, On: true, Value: 0.01}}
			switch {
			case cable:
				c.Repeaters, c.Segments = nil, []domain.Segment{{Name: "cable"}}
				for i := range c.Stations {
					c.Stations[i].End = domain.End{At: bt(float64(3 * i))}
				}
			case kind == medium.NoCollision:
				continue // at a hub they are run by instants
			}
			n, err := domain.New(c)
			require.NoError(t, err)
			require.Greater(t, stopsInRounds(t, n), 60, "%v, %v", kind, cable)
		}
	}
}
