package bus_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium/bus"
)

// Collisions of stations that always have a frame are shown as by instants, whether all at once or with what comes between.
func TestCollisionsAreShownAsByInstants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { sameShown(t, drawSaturated(t)) })
}

// drawSaturated draws a network in which a station's next frame arrives when the one before has left, at once or, seldom, later.
func drawSaturated(t *rapid.T) bus.Config {
	c := drawShortNetwork(t)
	c.Params.NoCollision = false
	c.Params.MinFrame = max(c.Params.MinFrame, 64)
	for i := range c.Stations {
		s := &c.Stations[i]
		if rapid.IntRange(0, 3).Draw(t, "usual policy") > 0 {
			s.Backoff = backoff.BEB(10)
		}
		size := traffic.Octets(rapid.SampledFrom([]int{64, 64, 64, 200}).Draw(t, "size"))
		s.Traffic = []traffic.Source{traffic.Saturated(size, traffic.To{Whom: traffic.ToNext})}
		if rapid.IntRange(0, 15).Draw(t, "thinks") == 15 {
			s.Traffic = []traffic.Source{{Kind: traffic.KindThink, Mean: bt(1000), Size: size}}
		}
	}
	return c
}
