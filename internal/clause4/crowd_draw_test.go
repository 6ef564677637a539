package clause4

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// groupSketch is a group of stations with the same rules and frames of one size, at one place or side by side.
type groupSketch struct {
	first   stationSketch
	members int
	apart   int // quarters of a bit
	frame   frameSketch
	sends   int // every so many of them; 0: they only listen
}

// groupSizes are numbers of members. The engine sorts and looks up in other ways from 12, 24, 32 and 64
// transmissions or stations on.
var groupSizes = []int{3, 1, 8, 14, 26, 40, 70}

var drawGroup = shared(func(t *rapid.T) groupSketch {
	return groupSketch{
		first:   drawStation.Draw(t, "first"),
		members: rapid.SampledFrom(groupSizes).Draw(t, "members"),
		apart:   rapid.SampledFrom([]int{0, 0, 1, 4, 13}).Draw(t, "apart"),
		frame:   drawFrame.Draw(t, "frame"),
		sends:   rapid.SampledFrom([]int{1, 1, 2, 5, 0}).Draw(t, "sends"),
	}
})

// drawCrowd draws a network of up to 90 stations in a few groups: so many start at once that the engine
// has to sort them. Mostly all have the same rules.
func drawCrowd(t *rapid.T) *trial {
	mixed := rapid.SliceOfN(rapid.SampledFrom(unusual), 1, 2).Draw(t, "rules")
	spread := 4 * rapid.SampledFrom(farSpreads).Draw(t, "spread")
	groups := rapid.SliceOfN(drawGroup, 2, 5).Draw(t, "groups")
	copies := rapid.SampledFrom([]int{1, 2, 4}).Draw(t, "copies")

	w := &working{bit: phy.Ethernet10.BitTime}
	c := &w.trial
	c.seed = uint64(rapid.IntRange(0, 1<<30).Draw(t, "seed"))
	if c.net.Star = rapid.SampledFrom([]bool{false, false, true}).Draw(t, "star"); c.net.Star {
		c.net.Delay = w.quarters(w.distance(drawStation.Draw(t, "delay"), 0, spread))
	}
	var first []int
	for g, s := range groups {
		first = append(first, len(w.places))
		p := mac.For(phy.Ethernet10)
		mixed[g%len(mixed)](&p)
		for k := range min(s.members, 90-len(w.places)) {
			at := s.first
			if k > 0 {
				at.beside, at.distance, at.off, at.forced = first[g], 0, k*s.apart, nil
			}
			w.addStation(at, rulesOf(p), spread, fmt.Sprint("n", len(w.places)))
		}
	}
	left := 45 // frames: the reference takes long
	for g, s := range groups {
		last := len(w.places)
		if g+1 < len(groups) {
			last = first[g+1]
		}
		s.frame.copies = copies
		for k := first[g]; s.sends > 0 && k < last && left > 0; k += s.sends {
			s.frame.station = k
			w.addFrame(s.frame)
			s.frame.start = edgeSketch{after: len(w.frames) - 1} // with the first of its group
			left -= copies
		}
	}
	if len(w.frames) == 0 {
		w.addFrame(groups[0].frame)
	}
	w.finish(drawEdge.Draw(t, "end"), rapid.SampledFrom(cuts).Draw(t, "cut"))
	return c
}
