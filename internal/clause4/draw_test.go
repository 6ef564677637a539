package clause4

import (
	"cmp"
	"slices"

	"pgregory.net/rapid"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// A random network is drawn in two halves: sketches, which rapid draws and shrinks
// each by itself, and the network that they come to, in which one place or start is
// laid on an edge that another makes. Numbers in sketches are quarters of a bit, the
// reference's step, or choices; every list begins with what is simplest.

// stationSketch is a station.
type stationSketch struct {
	beside   int // the station that the place is counted from
	distance int // of the list below, or any
	off      int
	rules    []change // its own
	forced   []int    // draws
}

// frameSketch is a frame.
type frameSketch struct {
	station int
	start   edgeSketch
	size    int // a choice
	more    int // octets
	to      int
	copies  int
}

// edgeSketch is an instant: as long after the start of another frame as some of the
// lengths that clause 4 knows take together, as it is where that frame is sent, or
// comes to this station, or would have to be sent here to be there in time.
type edgeSketch struct {
	after   int
	lengths []int
	seen    int
	off     int
	any     int // a length that is none of those
}

// How far an instant is off an edge, or a place off a round distance.
var offs = []int{0, 0, 0, 0, 1, -1, 4, -4, 2, -3}

// distances between stations at which something tips over, in bits: the header, a
// fragment, a gap and its parts, half of a slot and what is left of it after jam and
// gap (at 208 a backoff of a slot ends as the other's next try arrives), a slot, and a
// shortest frame.
var distances = []int{0, 1, 10, 32, 48, 64, 95, 96, 128, 160, 200, 208, 232, 245, 256, 272, 304, 480, 512, 544, 576, 608}

// spreads are lengths of cables, in bits: the legal one most of all.
var spreads = []int{0, 232, 40, 232, 232, 300, 232, 600, 600, 232, 900, 232, 40, 2500, 300, 600, 0, 232, 900, 20000}

var drawStation = shared(func(t *rapid.T) stationSketch {
	return stationSketch{
		beside:   rapid.IntRange(0, 7).Draw(t, "beside"),
		distance: rapid.IntRange(0, 80000).Draw(t, "distance"),
		off:      rapid.SampledFrom(offs).Draw(t, "off"),
		rules:    rapid.SliceOfN(drawChange, 0, 2).Draw(t, "own rules"),
		forced:   rapid.SampledFrom(forcedDraws).Draw(t, "forced"),
	}
})

// forcedDraws are what stations are made to draw: nothing, the numbers at hand in a
// lesson, or nothing but zeros, until the frame is dropped.
var forcedDraws = [][]int{nil, nil, nil, {0}, {1}, {0, 0}, {0, 1}, {1, 0}, {1, 2, 3}, {0, 3, 1}, {2, 0, 2}, {1, 1, 1, 1}, make([]int, 20)}

var drawFrame = shared(func(t *rapid.T) frameSketch {
	return frameSketch{
		station: rapid.IntRange(0, 7).Draw(t, "station"),
		start:   drawEdge.Draw(t, "start"),
		size:    rapid.SampledFrom(sizes).Draw(t, "size"),
		more:    rapid.IntRange(0, 1500).Draw(t, "more"),
		to:      rapid.IntRange(-1, 7).Draw(t, "to"),
		copies:  rapid.SampledFrom(copies).Draw(t, "copies"),
	}
})

var drawEdge = shared(func(t *rapid.T) edgeSketch {
	return edgeSketch{
		after:   rapid.IntRange(0, 30).Draw(t, "after"),
		lengths: rapid.SliceOfN(rapid.IntRange(0, 11), 0, 3).Draw(t, "lengths"),
		seen:    rapid.IntRange(0, 2).Draw(t, "seen"),
		off:     rapid.SampledFrom(offs).Draw(t, "off"),
		any:     rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(t, "any") * rapid.IntRange(0, 4*4000).Draw(t, "length"),
	}
})

// Choices of a frame's size, most of them short: long ones cost the reference time.
const (
	shortest = iota // that its station may send
	short
	anySize
	othersLimit // of some station: what is sent here is a fragment or too long there
	longest
)

var sizes = []int{shortest, shortest, shortest, short, short, short, short, short, anySize, othersLimit, othersLimit, longest}

// copies is how often a frame is queued at its start.
var copies = append(slices.Repeat([]int{1}, 60), 2, 2, 3, 3, 5, 12)

// draw draws a network.
func draw(t *rapid.T) *trial {
	line := rapid.SampledFrom(lines).Draw(t, "line")
	shared := rapid.SliceOfN(drawChange, 0, 4).Draw(t, "rules")
	spread := 4 * rapid.SampledFrom(spreads).Draw(t, "spread")
	least := rapid.SampledFrom(leastStations).Draw(t, "least")
	stations := rapid.SliceOfN(drawStation, least, 8).Draw(t, "stations")
	frames := rapid.SliceOfN(drawFrame, least, 24).Draw(t, "frames")
	storm := rapid.SampledFrom(storms).Draw(t, "storm")

	w := &working{bit: line.BitTime}
	c := &w.trial
	c.seed = uint64(rapid.IntRange(0, 1<<30).Draw(t, "seed"))
	c.net.everyStep = rapid.SampledFrom(everySteps).Draw(t, "every step")
	c.net.Star = rapid.Bool().Draw(t, "star")
	if c.net.Star {
		c.net.Delay = w.quarters(w.distance(drawStation.Draw(t, "delay"), 0, spread))
	}
	for i, s := range stations {
		p := rulesOf(mac.For(line), shared, s.rules)
		if storm != nil && i > 0 {
			storm(&p)
		}
		w.addStation(s, p, spread, string(rune('A'+i)))
	}
	for _, f := range frames {
		if storm != nil {
			f.size, f.copies = shortest, 40
		}
		w.addFrame(f)
	}
	w.finish(drawEdge.Draw(t, "end"), rapid.SampledFrom(cuts).Draw(t, "cut"))
	return c
}

// leastStations, and frames: hardly ever none or one.
var leastStations = []int{2, 2, 2, 1, 2, 2, 2, 2, 3, 2, 2, 4}

// storms make networks in which hundreds of signals follow one another without a gap
// in which their history could be forgotten: all stations but the first are deaf, or
// have shorter gaps. They are rare, for they take long.
var storms = append(make([]func(*mac.Params), 1000),
	func(p *mac.Params) { p.NoCarrierSense = true },
	func(p *mac.Params) { p.Gap, p.GapPart1 = p.BitTime, 0 })

// everySteps has the reference now and then visit every instant, to see that those it
// skips are none at which something happens.
var everySteps = append(make([]bool, 15), true)

// cuts has some runs end on an edge, and not long after everything.
var cuts = []bool{false, false, true, false}

var lines = []phy.Line{phy.Ethernet10, phy.Ethernet10, phy.Ethernet10, fast}

var fast = func() phy.Line {
	l, _ := phy.LineByName("100base-tx")
	return l
}()

// working is a network while its sketches are worked out.
type working struct {
	trial
	bit    phy.Time
	places []int
	frames []placed
}

// placed is a frame whose start is known.
type placed struct {
	station int
	at      phy.Time
	octets  int
	copies  int
}

func (w *working) quarters(n int) phy.Time { return phy.Time(n) * w.bit / 4 }

// distance returns a sketch's distance or place, from another, within a spread.
func (w *working) distance(s stationSketch, from, spread int) int {
	d := s.distance
	if d < len(distances) {
		d = from + 4*distances[d] + s.off
	}
	return ((d % (spread + 1)) + spread + 1) % (spread + 1)
}

func (w *working) addStation(s stationSketch, p mac.Params, spread int, name string) {
	from := 0
	if len(w.places) > 0 {
		from = w.places[s.beside%len(w.places)]
	}
	place := w.distance(s, from, spread)
	w.places = append(w.places, place)
	w.net.Stations = append(w.net.Stations, Station{Name: name, Place: w.quarters(place), Params: p})
	w.policies = append(w.policies, force(p.BackoffLimit, s.forced))
}

func (w *working) addFrame(f frameSketch) {
	stations := w.net.Stations
	i := f.station % len(stations)
	at := w.edge(f.start, i)
	octets := w.octets(f, &stations[i].Params, &stations[max(0, f.to)%len(stations)].Params)
	w.frames = append(w.frames, placed{i, at, octets, f.copies})
	for range f.copies {
		stations[i].Frames = append(stations[i].Frames, Frame{at, octets, max(-1, min(f.to, len(stations)-1))})
	}
}

// octets returns a frame's size, by the rules of its own station and of another.
func (w *working) octets(f frameSketch, p, other *mac.Params) int {
	n := p.MinFrame
	switch f.size {
	case short:
		n += f.more % 100
	case anySize:
		n += f.more
	case othersLimit:
		n = []int{other.MinFrame - 1, other.MinFrame, other.MaxFrame, other.MaxFrame + 1}[f.more%4]
	case longest:
		n = p.MaxFrame
	}
	return min(max(n, p.MinFrame), p.MaxFrame)
}

// edge returns an instant at a station.
func (w *working) edge(e edgeSketch, station int) phy.Time {
	if len(w.frames) == 0 {
		return max(0, w.quarters(e.off)) // the first frame begins, or not quite
	}
	f := w.frames[e.after%len(w.frames)]
	p := &w.net.Stations[f.station].Params
	between := w.delay(station, f.station)
	third := w.delay(f.station, e.after%len(w.net.Stations))
	lengths := [...]phy.Time{0, p.Header, p.Jam, p.GapPart1, p.Gap, p.SlotTime, p.Duration(f.octets), between, third,
		p.Header + p.Jam, 511 * w.bit, p.Duration(p.MinFrame)}
	at := f.at + w.quarters(e.off+e.any)
	for _, k := range e.lengths {
		at += lengths[k]
	}
	switch e.seen {
	case 1:
		at += between
	case 2:
		at -= between
	}
	return max(0, at)
}

// finish puts each station's frames in order and gives the run an end: long after all
// starts, or on an edge.
func (w *working) finish(end edgeSketch, cut bool) {
	last, longest := phy.Time(0), w.net.Delay
	for _, f := range w.frames {
		last = max(last, f.at) + phy.Time(f.copies-1)*700*w.bit
	}
	for i := range w.net.Stations {
		longest = max(longest, w.delay(0, i))
		slices.SortStableFunc(w.net.Stations[i].Frames, func(a, b Frame) int { return cmp.Compare(a.At, b.At) })
	}
	w.net.Until = last + 3*longest + 6000*w.bit
	if cut {
		w.net.Until = max(w.bit, w.edge(end, 0))
	}
}
