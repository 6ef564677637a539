package clause4

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// plugSketch is a station on a link of its own, or a hub that is joined to one before it.
type plugSketch struct {
	hub    int
	length int // quarters of a bit
	forced []int
}

func drawPlug(lengths []int) *rapid.Generator[plugSketch] {
	return rapid.Custom(func(t *rapid.T) plugSketch {
		return plugSketch{
			hub:    rapid.IntRange(0, 4).Draw(t, "hub"),
			length: rapid.SampledFrom(lengths).Draw(t, "length"),
			forced: rapid.SampledFrom(forcedDraws).Draw(t, "forced"),
		}
	})
}

// linkLengths are lengths of links, in quarters of a bit: mostly what a hub has.
var linkLengths = [][]int{{20}, {0}, {20, 0, 1, 22, 40}, {0, 3, 80, 160}, {0, 40, 400, 1000}}

// drawHubs draws one to five hubs with two to twelve stations on links, or one with stations on cables, too, all of the
// same rules. In most of them the engine goes from one collision or frame to the next, if nobody observes.
func drawHubs(t *rapid.T) *domainTrial {
	line := rapid.SampledFrom(lines).Draw(t, "line")
	shared := rapid.SliceOfN(drawChange, 0, rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "odd rules")).Draw(t, "rules")
	lengths := rapid.SampledFrom(linkLengths).Draw(t, "lengths")
	stations := rapid.SliceOfN(drawPlug(lengths), 2, 12).Draw(t, "stations")
	hubs := rapid.SliceOfN(drawPlug([]int{20, 0, 1, 20, 60, 200}), 0, rapid.SampledFrom([]int{0, 1, 4}).Draw(t, "most hubs")).Draw(t, "more hubs")
	cables := 0
	if len(hubs) == 0 {
		cables = rapid.SampledFrom([]int{0, 1, 2, 3}).Draw(t, "cables")
	}
	length := rapid.SampledFrom([]int{80, 8, 200, 800, 1600}).Draw(t, "length of cables")
	frames := rapid.SliceOfN(drawFrame, 2, 14).Draw(t, "frames")
	copies := rapid.SampledFrom([]int{3, 1, 8, 20}).Draw(t, "copies")
	forced := rapid.SampledFrom([]bool{false, false, true}).Draw(t, "forced")

	w := &plan{working: working{bit: line.BitTime}}
	net := &w.domain.net
	net.Seed = uint64(rapid.IntRange(0, 1<<30).Draw(t, "seed"))
	w.domain.everyStep = rapid.SampledFrom(everySteps).Draw(t, "every step")
	numbers := w.drawHub(t)
	own := rapid.Bool().Draw(t, "each its own numbers")
	for k := range len(hubs) + 1 {
		r := numbers
		if own && k > 0 {
			r = w.drawHub(t)
		}
		r.Name = fmt.Sprint("r", k)
		net.Repeaters = append(net.Repeaters, r)
	}
	for k, h := range hubs {
		w.join(h.hub%(k+1), k+1, h.length)
	}
	for range cables {
		k := w.link(length)
		net.Segments[k].Link = false
		w.plug(0, k, rapid.SampledFrom([]int{0, 4, 5, 8}).Draw(t, "place of the port"))
	}
	for _, s := range stations {
		end := endSketch{}
		if forced {
			end.forced = s.forced
		}
		if k := s.hub - 1; k >= 0 && k < cables {
			w.addEnd(end, line, shared, domain.End{Segment: k, At: w.place(k, rapid.IntRange(0, 8).Draw(t, "place"))})
			continue
		}
		k := w.link(s.length)
		w.plug(s.hub%len(net.Repeaters), k, 0)
		w.addEnd(end, line, shared, domain.End{Segment: k, At: w.place(k, 0)})
	}
	for k := range frames {
		if frames[k].size != longest {
			frames[k].copies = copies
		}
	}
	w.addFrames(frames, slices.Repeat([]int{none}, len(frames)), 0)
	w.end(drawEdge.Draw(t, "end"), rapid.SampledFrom(cuts).Draw(t, "cut"))
	return &w.domain
}

// drawHub draws the numbers of a hub: mostly those of clause 9, but for what many collisions do.
func (w *plan) drawHub(t *rapid.T) domain.Repeater {
	r := domain.DefaultRepeater(w.bit)
	quarters := func(name string, list ...int) phy.Time { return w.quarters(rapid.SampledFrom(list).Draw(t, name)) }
	if rapid.IntRange(0, 3).Draw(t, "own delays") == 0 {
		r.Delay, r.JamDelay, r.JamEnd = quarters("delay", 32, 30, 160, 370), quarters("jam delay", 26, 32, 160, 370), quarters("jam end", 20, 0, 1, 26)
		r.Recovery = quarters("recovery", 0, 0, 40)
	}
	r.PartitionAfter = rapid.SampledFrom([]int{32, 32, 1, 2, 3, 5, 0}).Draw(t, "partition after")
	r.PartitionLong = quarters("partition long", 100000, 100000, 0, 560)
	r.Reconnect = quarters("reconnect", 2048, 2048, 520, 8000)
	r.ReconnectSend = rapid.SampledFrom([]bool{false, false, true}).Draw(t, "reconnect on send")
	return r
}

// link adds a link, and returns its number.
func (w *plan) link(quarters int) int {
	net := &w.domain.net
	k := len(net.Segments)
	net.Segments = append(net.Segments, domain.Segment{Name: fmt.Sprint("s", k), Link: true, Delay: w.quarters(quarters)})
	return k
}

// join joins two hubs by a link.
func (w *plan) join(a, b, quarters int) {
	k := w.link(quarters)
	w.plug(a, k, 0)
	w.plug(b, k, 0)
}

// drawChangingHubs draws hubs at which faults begin and end, and stations that take the address of another.
func drawChangingHubs(t *rapid.T, faults []faultSketch) *domainTrial {
	c := drawHubs(t)
	w := &plan{working: working{bit: c.net.Stations[0].Params.BitTime}, domain: *c}
	for _, s := range c.net.Stations {
		w.net.Stations = append(w.net.Stations, Station{Params: *s.Params})
	}
	w.between = c.apart()
	for i, list := range c.frames {
		for _, f := range list {
			w.frames = append(w.frames, placed{i, f.At, f.Octets, 1})
		}
	}
	w.addFaults(faults)
	if rapid.Bool().Draw(t, "takes over") {
		w.takeOver(rapid.IntRange(0, 11).Draw(t, "from"), rapid.IntRange(0, 11).Draw(t, "to"),
			rapid.SliceOfN(drawEdge, 1, 3).Draw(t, "when"))
	}
	return &w.domain
}

// takeOver makes a station leave its address, and another one take it and perhaps give it back.
func (w *plan) takeOver(from, to int, when []edgeSketch) {
	net := &w.domain.net
	a, b := from%len(net.Stations), to%len(net.Stations)
	if a == b || slices.ContainsFunc(net.Timeline, func(c medium.Change) bool { return c.Kind == medium.Ether }) {
		return
	}
	at := phy.Time(0)
	for k, x := range []struct {
		station int
		address phy.Address
	}{{a, phy.StationAddress(2000)}, {b, phy.StationAddress(a)}, {b, phy.StationAddress(b)}, {a, phy.StationAddress(a)}} {
		if k > len(when) {
			break
		}
		if k != 1 { // the other takes it at once
			at = max(at, w.edge(when[max(0, k-1)], b))
		}
		net.Timeline = append(net.Timeline, medium.Change{Kind: medium.Ether, At: at, Station: net.Stations[x.station].Name, Address: x.address})
	}
	slices.SortStableFunc(net.Timeline, func(a, b medium.Change) int { return int(min(1, max(-1, a.At-b.At))) })
	w.domain.until = max(w.domain.until, at)
}
