package clause4

import (
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// drawTalk draws a network in which stations with long gaps wait, and others, which do not listen, send short frames that begin,
// end and arrive in those gaps. Most of those that wait do not start into carrier.
func drawTalk(t *rapid.T) *trial {
	line := phy.Ethernet10
	spread := 4 * rapid.SampledFrom([]int{232, 600, 40, 2500}).Draw(t, "spread")
	gap := rapid.SampledFrom([]int{400, 700, 200, 1600}).Draw(t, "gap")
	part1 := rapid.SampledFrom([]int{0, 8, 64, gap / 4}).Draw(t, "part 1")
	blind := rapid.IntRange(0, 3).Draw(t, "blind start") == 0
	stations := rapid.SliceOfN(drawStation, 3, 6).Draw(t, "stations")
	frames := rapid.SliceOfN(drawFrame, 5, 20).Draw(t, "frames")

	w := &working{bit: line.BitTime}
	c := &w.trial
	c.seed = uint64(rapid.IntRange(0, 1<<30).Draw(t, "seed"))
	if c.net.Star = rapid.SampledFrom([]bool{false, false, true}).Draw(t, "star"); c.net.Star {
		c.net.Delay = w.quarters(w.distance(drawStation.Draw(t, "delay"), 0, spread))
	}
	for i, s := range stations {
		p := mac.For(line)
		p.MinFrame, p.MaxFrame = 18, 110
		p.Gap, p.GapPart1, p.NoBlindStart = bits(&p, gap), bits(&p, part1), !blind // edges of the others' frames use the gap, too
		if i%2 == 0 {
			p.NoCarrierSense, p.NoCollision = true, i%4 == 0
		}
		w.addStation(s, rulesOf(p, s.rules[:min(1, len(s.rules))]), spread, string(rune('A'+i)))
	}
	for _, f := range frames {
		f.copies = min(f.copies, 3)
		w.addFrame(f)
	}
	w.finish(drawEdge.Draw(t, "end"), rapid.SampledFrom(cuts).Draw(t, "cut"))
	return c
}
