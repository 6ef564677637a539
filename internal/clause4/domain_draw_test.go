package clause4

import (
	"cmp"
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// A random network of segments is a tree: each segment after the first is joined to one before it,
// by a repeater that is there or by one of its own. Ends of links that are free then have stations.

// segmentSketch is a segment.
type segmentSketch struct {
	link     bool
	length   int // of the lists below, in quarters of a bit
	off      int
	to       int // the segment that it is joined to
	own      bool
	stations int // on a cable
	at       int // of the repeaters' taps on a cable
}

// lengths of segments at which something tips over, in bits: none, those of the delays of a
// repeater, headers, fragments, and half of a slot.
var segmentLengths = []int{0, 0, 10, 1, 8, 16, 32, 48, 64, 90, 96, 128, 232, 256, 300}

var drawSegment = shared(func(t *rapid.T) segmentSketch {
	return segmentSketch{
		link:     rapid.SampledFrom([]bool{true, true, false}).Draw(t, "link"),
		length:   4 * rapid.SampledFrom(segmentLengths).Draw(t, "length"),
		off:      rapid.SampledFrom(offs).Draw(t, "off"),
		to:       rapid.IntRange(0, 3).Draw(t, "to"),
		own:      rapid.Bool().Draw(t, "own repeater"),
		stations: rapid.IntRange(0, 3).Draw(t, "stations"),
		at:       rapid.IntRange(0, 8).Draw(t, "at"),
	}
})

// endSketch is a station at an end.
type endSketch struct {
	full   bool
	obeys  bool // PAUSE frames
	at     int  // eighths of a cable
	rules  []change
	forced []int
	rxGap  int // in bit times
}

var drawEnd = shared(func(t *rapid.T) endSketch {
	return endSketch{
		full:   rapid.SampledFrom([]bool{false, false, false, true}).Draw(t, "full"),
		obeys:  rapid.Bool().Draw(t, "obeys"),
		at:     rapid.IntRange(0, 8).Draw(t, "at"),
		rules:  rapid.SliceOfN(drawChange, 0, 1).Draw(t, "own rules"),
		forced: rapid.SampledFrom(forcedDraws).Draw(t, "forced"),
		rxGap:  rapid.SampledFrom([]int{0, 0, 0, 47, 96, 97, 300}).Draw(t, "receive gap"),
	}
})

// drawRepeater draws the numbers of a repeater: those of clause 9, or odd ones, most of them short,
// so that what needs many collisions or a long time happens.
var drawRepeater = shared(func(t *rapid.T) domain.Repeater {
	const quarter = phy.Time(1)
	bits := func(name string, quarters ...int) phy.Time {
		return phy.Time(rapid.SampledFrom(quarters).Draw(t, name)) * quarter
	}
	r := domain.Repeater{
		Delay:          bits("delay", 32, 32, 32, 0, 1, 40, 160, 400, 33),
		JamDelay:       bits("jam delay", 26, 26, 26, 0, 4, 32, 100, 420),
		JamEnd:         bits("jam end", 20, 20, 20, 0, 1, 200, 1200),
		Recovery:       bits("recovery", 0, 0, 0, 0, 4, 40, 300, 2000),
		PartitionAfter: rapid.SampledFrom([]int{32, 1, 2, 3, 0, 5}).Draw(t, "partition after"),
		PartitionLong:  bits("partition long", 100000, 0, 400, 600, 4000),
		Reconnect:      bits("reconnect", 2048, 2048, 400, 1000, 2304, 2305),
		ReconnectSend:  rapid.SampledFrom([]bool{false, false, true}).Draw(t, "reconnect on send"),
		Lockup:         bits("lockup", 200000, 0, 1000, 400, 2304, 2305, 4000),
	}
	if rapid.SampledFrom([]bool{false, false, false, true}).Draw(t, "worst") {
		r.Variation = domain.WorstVariation
	}
	if rapid.SampledFrom([]bool{false, false, false, true}).Draw(t, "clause 27") {
		if rapid.SampledFrom([]bool{true, true, false}).Draw(t, "no lockup") {
			r.Lockup = 0
		}
		r.PartitionLong = 0
		r.Jabber = bits("jabber", 230000, 1000, 2304, 3000)
		r.FalseCarriers = rapid.SampledFrom([]int{0, 1, 2}).Draw(t, "false carriers")
	}
	return r
})

// drawDomain draws a network of segments.
func drawDomain(t *rapid.T) *domainTrial { return drawDomainWith(t, nil) }

// drawDomainWith draws a network of segments in which something changes.
func drawDomainWith(t *rapid.T, faults []faultSketch) *domainTrial {
	line := rapid.SampledFrom(lines).Draw(t, "line")
	shared := rapid.SliceOfN(drawChange, 0, 2).Draw(t, "rules")
	segments := rapid.SliceOfN(drawSegment, 1, 4).Draw(t, "segments")
	repeaters := rapid.SliceOfN(drawRepeater, 3, 3).Draw(t, "repeaters")
	stations := rapid.SliceOfN(drawEnd, 12, 12).Draw(t, "stations")
	frames := rapid.SliceOfN(drawFrame, 2, 24).Draw(t, "frames")
	pauses := rapid.SliceOfN(rapid.SampledFrom(quanta), len(frames), len(frames)).Draw(t, "quanta")
	off := rapid.IntRange(0, 40).Draw(t, "disabled port")

	w := &plan{working: working{bit: line.BitTime}}
	w.domain.net.Seed = uint64(rapid.IntRange(0, 1<<30).Draw(t, "seed"))
	w.domain.everyStep = rapid.SampledFrom(everySteps).Draw(t, "every step")
	w.rules = rulesOf(mac.For(line), shared)
	for k := range segments {
		w.addSegment(segments, k, repeaters)
	}
	w.occupy(segments, stations, line, shared)
	if len(w.domain.net.Stations) == 0 { // the leaves of the tree are cables
		cable := slices.IndexFunc(segments, func(s segmentSketch) bool { return !s.link })
		w.addEnd(stations[0], line, shared, domain.End{Segment: cable})
	}
	if n := len(w.domain.net.Repeaters); n > 0 {
		ports := w.domain.net.Repeaters[off%n].Ports
		if off/n < len(ports) && off > 4 {
			ports[off/n].Disabled = true
		}
	}
	w.addFrames(frames, pauses, rapid.SampledFrom([]int{0, 0, 0, 12}).Draw(t, "storm"))
	w.addFaults(faults)
	w.end(drawEdge.Draw(t, "end"), rapid.SampledFrom(cuts).Draw(t, "cut"))
	return &w.domain
}

// quanta are those of a PAUSE frame; none: it is another frame.
var quanta = []int{none, none, none, none, none, none, none, none, none, none, 1, 0, 2, 5}

// plan is a network of segments while its sketches are worked out.
type plan struct {
	working
	domain domainTrial
	rules  mac.Params
}

// addSegment adds a segment, and joins it to one before it.
func (w *plan) addSegment(sketches []segmentSketch, k int, numbers []domain.Repeater) {
	s, net := sketches[k], &w.domain.net
	net.Segments = append(net.Segments, domain.Segment{
		Name: fmt.Sprint("s", k), Link: s.link, Delay: w.quarters(max(0, s.length+s.off)),
		TransmittingEnd: w.quarters(42), Middle: w.quarters(32),
	})
	if k == 0 {
		return
	}
	to := s.to % k
	joined := -1
	for i, r := range net.Repeaters {
		for _, p := range r.Ports {
			if p.End.Segment == to && (joined < 0 || !s.own) {
				joined = i
			}
		}
	}
	if joined < 0 || s.own && w.free(to) > 0 {
		r := numbers[len(net.Repeaters)]
		for _, t := range []*phy.Time{&r.Delay, &r.JamDelay, &r.JamEnd, &r.Recovery, &r.PartitionLong, &r.Reconnect, &r.Lockup, &r.Jabber} {
			*t *= w.bit / 4
		}
		r.Name = fmt.Sprint("r", len(net.Repeaters))
		joined = len(net.Repeaters)
		net.Repeaters = append(net.Repeaters, r)
		w.plug(joined, to, sketches[to].at)
	}
	w.plug(joined, k, s.at)
}

// free returns how many more ends a segment may have.
func (w *plan) free(segment int) int {
	if !w.domain.net.Segments[segment].Link {
		return 100
	}
	return 2 - len(w.ends(segment))
}

// ends returns what is plugged into a segment.
func (w *plan) ends(segment int) (ends []domain.End) {
	for _, r := range w.domain.net.Repeaters {
		for _, p := range r.Ports {
			if p.End.Segment == segment {
				ends = append(ends, p.End)
			}
		}
	}
	for _, s := range w.domain.net.Stations {
		if s.End.Segment == segment {
			ends = append(ends, s.End)
		}
	}
	return ends
}

// place returns the next place on a segment: an end of a link, or a number of eighths of a cable.
func (w *plan) place(segment, eighths int) phy.Time {
	s := &w.domain.net.Segments[segment]
	switch {
	case !s.Link:
		return w.quarters(int(s.Delay*4/w.bit) * eighths / 8)
	case len(w.ends(segment)) == 0:
		return 0
	}
	return s.Delay
}

// plug plugs a port of a repeater into a segment.
func (w *plan) plug(repeater, segment, eighths int) {
	r := &w.domain.net.Repeaters[repeater]
	r.Ports = append(r.Ports, domain.Port{
		To: fmt.Sprint("p", len(r.Ports)), End: domain.End{Segment: segment, At: w.place(segment, eighths)}})
}

// occupy puts stations on all segments.
func (w *plan) occupy(segments []segmentSketch, stations []endSketch, line phy.Line, shared []change) {
	for k, s := range segments {
		n := s.stations
		if s.link {
			n = w.free(k)
		}
		for range n {
			e := stations[len(w.domain.net.Stations)]
			w.addEnd(e, line, shared, domain.End{Segment: k, At: w.place(k, e.at), Full: s.link && e.full})
		}
	}
}

func (w *plan) addEnd(e endSketch, line phy.Line, shared []change, end domain.End) {
	p := rulesOf(mac.For(line), shared, e.rules)
	p.RxGap = phy.Time(e.rxGap) * p.BitTime
	net := &w.domain.net
	net.Stations = append(net.Stations, domain.Station{
		Station: bus.Station{Name: string(rune('A' + len(net.Stations))), Params: &p, Backoff: force(p.BackoffLimit, e.forced)},
		End:     end, ObeyPause: e.obeys,
	})
	w.net.Stations = append(w.net.Stations, Station{Params: p})
	w.domain.frames = append(w.domain.frames, nil)
}

// addFrames adds the frames, many copies of each in a storm.
func (w *plan) addFrames(frames []frameSketch, pauses []int, storm int) {
	w.between = w.domain.apart()
	for k, f := range frames {
		if storm > 0 && k < 3 {
			f.copies = storm
		}
		i := f.station % len(w.domain.net.Stations)
		p, other := &w.net.Stations[i].Params, &w.net.Stations[max(0, f.to)%len(w.net.Stations)].Params
		at, octets := w.edge(f.start, i), w.octets(f, p, other)
		w.frames = append(w.frames, placed{i, at, octets, f.copies})
		to := max(-1, min(f.to, len(w.net.Stations)-1))
		if pauses[k] != none {
			to = Pause(uint16(pauses[k]))
		}
		for range f.copies {
			w.domain.frames[i] = append(w.domain.frames[i], Frame{at, octets, to})
		}
	}
	for _, list := range w.domain.frames {
		slices.SortStableFunc(list, func(a, b Frame) int { return cmp.Compare(a.At, b.At) })
	}
}

// end sets the end of the run: long after all starts, or on an edge.
func (w *plan) end(end edgeSketch, cut bool) {
	last, longest := phy.Time(0), phy.Time(0)
	for _, f := range w.working.frames {
		last = max(last, f.at) + phy.Time(min(f.copies, 20)-1)*700*w.bit
	}
	for _, c := range w.domain.net.Timeline {
		last = max(last, c.At)
	}
	for _, row := range w.between {
		longest = max(longest, slices.Max(row))
	}
	w.domain.until = last + 3*longest + 6000*w.bit
	if cut {
		w.domain.until = max(w.bit, w.edge(end, 0))
	}
}
