package clause4

import (
	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// unusual are rules with which the engine cannot do with little: what it hears differs from tap to
// tap, stations start into each other, or no silence is long enough to forget what was before.
var unusual = []func(p *mac.Params){
	func(*mac.Params) {},
	as("inet"), as("ns2"), as("opencores"),
	func(p *mac.Params) { p.Jam = bits(p, 512) },
	func(p *mac.Params) { p.Header, p.Jam, p.Gap, p.GapPart1 = 0, bits(p, 512), 0, 0 },
	func(p *mac.Params) { p.Gap, p.GapPart1 = 0, 0 },
	func(p *mac.Params) { p.Gap, p.GapPart1, p.SlotTime = bits(p, 1), 0, bits(p, 64) },
	func(p *mac.Params) { p.Header = 0 },
	func(p *mac.Params) { p.Gap = bits(p, 3000) },
	func(p *mac.Params) { p.NoCarrierSense = true },
	func(p *mac.Params) { p.NoCollision = true },
	func(p *mac.Params) { p.NoCarrierSense, p.NoCollision = true, true },
	func(p *mac.Params) { p.GapAfterBackoff, p.GapLead, p.NoBlindStart = true, bits(p, 12), true },
	func(p *mac.Params) { p.GapAfterBackoff, p.Gap, p.GapPart1 = true, 0, 0 },
	func(p *mac.Params) { p.GapAfterBackoff, p.BlindAfter, p.Gap = true, true, bits(p, 3000) },
	func(p *mac.Params) { p.MinFrame, p.MaxFrame = 18, 110 },
	func(p *mac.Params) { p.NoBlindStart, p.Gap, p.GapPart1 = true, bits(p, 1200), bits(p, 100) },
	func(p *mac.Params) { p.NoBlindStart, p.Gap, p.GapPart1 = true, bits(p, 576), 0 },
}

// as returns the rules of another MAC.
func as(name string) func(p *mac.Params) {
	d, ok := mac.DeviationByName(name)
	if !ok {
		panic("no " + name)
	}
	return d.Apply
}

// farSpreads are lengths of cables, in bits: 2,500 m and 3,000 m most of all.
var farSpreads = []int{108, 130, 108, 130, 232, 0, 40, 600}

// bunches are numbers of places at which all stations are; 0: each has its own.
var bunches = []int{0, 0, 1, 2, 3}

// drawUnusual draws a network of up to ten stations with unusual rules, the same for all or mixed,
// and so much traffic that one collision follows another.
func drawUnusual(t *rapid.T) *trial {
	line := phy.Ethernet10
	mixed := rapid.SliceOfN(rapid.SampledFrom(unusual), 1, 3).Draw(t, "rules")
	spread := 4 * rapid.SampledFrom(farSpreads).Draw(t, "spread")
	stations := rapid.SliceOfN(drawStation, 2, 10).Draw(t, "stations")
	frames := rapid.SliceOfN(drawFrame, 4, 16).Draw(t, "frames")
	bunches := rapid.SampledFrom(bunches).Draw(t, "places")
	copies := rapid.SampledFrom([]int{3, 1, 8, 20}).Draw(t, "copies")

	w := &working{bit: line.BitTime}
	c := &w.trial
	c.seed = uint64(rapid.IntRange(0, 1<<30).Draw(t, "seed"))
	if c.net.Star = rapid.SampledFrom([]bool{false, false, true}).Draw(t, "star"); c.net.Star {
		c.net.Delay = w.quarters(w.distance(drawStation.Draw(t, "delay"), 0, spread))
	}
	for i, s := range stations {
		if bunches > 0 && i >= bunches {
			s.beside, s.distance, s.off = i%bunches, 0, 0
		}
		p := mac.For(line)
		mixed[i%len(mixed)](&p)
		rules := rulesOf(p, s.rules[:min(1, len(s.rules))])
		w.addStation(s, rules, spread, string(rune('A'+i)))
	}
	for _, f := range frames {
		if f.size != longest {
			f.copies = copies
		}
		w.addFrame(f)
	}
	w.finish(drawEdge.Draw(t, "end"), rapid.SampledFrom(cuts).Draw(t, "cut"))
	return c
}
