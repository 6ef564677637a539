package bus_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// When a station that waits looks at the medium, it finds what the signals say one by one, at any instant. A look may find an
// instant that is too early, at which the station looks again, but none at which it would start.
func TestALookFindsWhatTheSignalsSay(t *testing.T) {
	draws := []func(*rapid.T) bus.Config{drawThrong, drawThrong, drawThrong, drawOddNetwork, drawBusyNetwork, drawGaps, drawTalker}
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(draws).Draw(t, "network")(t)
		defer bus.KeepUpTo(rapid.SampledFrom([]int{1 << 30, 1 << 14, 100, 30, 6, 1}).Draw(t, "kept"))()
		if rapid.Bool().Draw(t, "few lead") {
			defer bus.LeadFrom(rapid.SampledFrom([]int{1, 2, 3}).Draw(t, "lead from"))()
		}
		n := build(t, c)
		n.ByInstants()
		for range rapid.IntRange(1, 60).Draw(t, "pieces") {
			if rapid.IntRange(0, 9).Draw(t, "injects") == 0 {
				i := rapid.IntRange(0, len(c.Stations)-1).Draw(t, "into")
				f := medium.Frame{Size: int32(n.Params(i).MinFrame), Destination: medium.Broadcast}
				require.NoError(t, n.Inject(i, n.Now()+drawLength(t, 300, "later"), f))
			}
			longest := rapid.SampledFrom([]int{100, 20, 1000}).Draw(t, "longest")
			require.NoError(t, n.Run(n.Now()+drawLength(t, longest, "piece")))
			for i := range c.Stations {
				if found, is, ok := n.Look(i); ok && !(found == is || min(found, is) >= phy.Forever || n.Now() < found && found < is) {
					require.Equal(t, is, found, "station %d at %v", i, n.Now())
				}
			}
		}
	})
}

// drawThrong draws a network in which many signals are on the cable at once, and few of them are the first to be heard at a tap:
// stations of a few places, or of one step between them, start as soon as they hear nothing, with frames of all lengths, and some do
// not detect collisions.
func drawThrong(t *rapid.T) bus.Config {
	c := bus.Config{Params: mac.For(phy.Ethernet10), Seed: rapid.Uint64().Draw(t, "seed")}
	step := rapid.SampledFrom([]float64{8, 0.25, 48, 300}).Draw(t, "step")
	if rapid.IntRange(0, 3).Draw(t, "star") == 0 {
		c.Shape = bus.Star(bt(step * float64(rapid.IntRange(0, 8).Draw(t, "delay"))))
	}
	var kinds []*mac.Params
	for range rapid.IntRange(1, 3).Draw(t, "kinds") {
		one := func(of int, what string) bool { return rapid.IntRange(0, of-1).Draw(t, what) == 0 }
		kinds = append(kinds, rules(func(p *mac.Params) {
			p.Gap = bt(float64(rapid.SampledFrom([]int{0, 96, 8, 20, 1000}).Draw(t, "gap")))
			p.GapPart1 = min(p.Gap, bt(float64(rapid.SampledFrom([]int{0, 8, 64, 1000}).Draw(t, "part 1"))))
			p.Header = bt(float64(rapid.SampledFrom([]int{64, 0}).Draw(t, "header")))
			p.Jam = bt(float64(rapid.SampledFrom([]int{32, 8, 1, 600}).Draw(t, "jam")))
			p.SlotTime = bt(float64(rapid.SampledFrom([]int{8, 64, 512}).Draw(t, "slot")))
			p.MinFrame, p.CutHeader, p.NoBlindStart = 18, one(2, "cut"), one(3, "no blind start")
			p.NoCollision, p.NoCarrierSense = one(3, "blind"), one(4, "deaf")
			p.AttemptLimit = rapid.SampledFrom([]int{16, 1, 3}).Draw(t, "attempts")
			if one(5, "aligned") {
				p.Align = bt(float64(rapid.SampledFrom([]int{1, 8, 64}).Draw(t, "grid")))
			}
			if p.GapAfterBackoff = one(4, "gap after backoff"); p.GapAfterBackoff {
				p.BlindAfter = one(2, "blind after")
			}
		}))
	}
	sizes := []traffic.Size{traffic.Octets(18), traffic.Octets(64), traffic.Uniform(18, 40), traffic.Uniform(18, 1000), traffic.Octets(1518)}
	for k := range rapid.IntRange(3, 24).Draw(t, "stations") {
		s := bus.Station{
			Name: fmt.Sprint("n", k), At: bt(step * float64(rapid.IntRange(0, 12).Draw(t, "place"))),
			Params: rapid.SampledFrom(kinds).Draw(t, "kind"),
		}
		switch src := rapid.IntRange(0, 5).Draw(t, "sends"); src {
		case 0:
		case 1:
			s.Traffic = []traffic.Source{drawSource(t, 2)}
		default:
			s.Traffic = []traffic.Source{{Kind: traffic.KindSaturated, Size: rapid.SampledFrom(sizes).Draw(t, "size")}}
			if src == 2 {
				s.Traffic[0] = traffic.Think(0, bt(float64(rapid.IntRange(1, 3000).Draw(t, "thinks"))), s.Traffic[0].Size, traffic.To{})
			}
		}
		c.Stations = append(c.Stations, s)
	}
	for n := build(t, c); attemptsBy(t, n, bt(300)) > 200; n = build(t, c) {
		if len(c.Stations) <= 2 {
			t.Skip("very many attempts")
		}
		c.Stations = c.Stations[:(len(c.Stations)+1)/2]
	}
	return c
}
