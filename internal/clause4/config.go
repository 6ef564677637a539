package clause4

import (
	"errors"
	"fmt"
	"math"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a network, and the step of time.
type Config struct {
	Stations []Station

	Star  bool     // the delay between any two stations is Delay; places do not matter
	Delay phy.Time // of a star

	// Segments, if there are any, are the cables and links of a collision domain that has more than
	// one, or ends that differ, and Repeaters join them.
	Segments  []Segment
	Repeaters []Repeater

	// Timeline is what changes, in order of time: the faults that concern the MAC and the medium.
	// Segment names are those of Segments. Jabber is after how long a transceiver stops a station that
	// sends without end, and Unjab how long it goes on to be silent. Seed is that of the bit errors.
	Timeline      []medium.Change
	Jabber, Unjab phy.Time
	Seed          uint64

	Step  phy.Time // divides every time below; 0: a quarter of a bit
	Until phy.Time // nothing at or after it is shown

	everyStep bool // visit every instant, however idle: for the tests of skipping
}

// Station describes one station.
type Station struct {
	Name    string
	Place   phy.Time   // delay from the left end of its cable; of a link: 0 or its whole delay
	Segment int        // number of its segment
	Full    bool       // full duplex, on a link
	Pauses  bool       // obeys PAUSE frames, if it is full duplex
	Params  mac.Params // BitTime 0: the rules of [phy.Ethernet10]
	Frames  []Frame    // in the order in which they are queued

	// Draw returns the slots to wait after the attempt-th collision of a frame. It is called once
	// for each backoff, in order. If it is nil, all draws are 0.
	Draw func(attempt int) int
}

// DrawOf returns a Draw that follows a policy, from the random stream that a station has in the engine.
func DrawOf(p backoff.Policy, seed uint64, station string) func(attempt int) int {
	state, stream := &backoff.State{}, backoff.NewRand(seed, station, "backoff")
	return func(attempt int) int {
		state.Attempt = attempt
		slots, _ := p.Next(state, &stream)
		return int(slots)
	}
}

// Frame is a frame that a station has to send.
type Frame struct {
	At     phy.Time // when it is queued; not before the previous frame
	Octets int      // from destination address to FCS
	To     int      // number of a station, -1 for broadcast, or [Pause]
}

// Segment is a cable with any number of ends, or a link with two.
type Segment struct {
	Name   string
	Link   bool
	Length phy.Time // 0: up to the last thing on it

	// TransmittingEnd and Middle are the path variability values of 13.4.2: what a gap may shrink by
	// in a repeater that receives a packet from a station on the segment, and from a repeater on it.
	TransmittingEnd, Middle phy.Time
}

// Repeater is a repeater by clause 9, or by clause 27. A limit of 0 never applies.
type Repeater struct {
	Name           string
	Delay          phy.Time // from the first bit in to the first bit out
	JamDelay       phy.Time // from a collision to the first bit of jam
	JamEnd         phy.Time // from the end of a collision to the end of jam
	Recovery       phy.Time // after its outputs, it ignores inputs
	Worst          bool     // each packet's tail is later than its start by the value of its segment
	PartitionAfter int      // collisions in a row
	PartitionLong  phy.Time // a collision
	Reconnect      phy.Time // activity without a collision
	ReconnectSend  bool     // activity is output alone
	Lockup         phy.Time // output, MAU jabber lockup protection
	Jabber         phy.Time // input, at 100 Mb/s
	FalseCarriers  int      // in a row, at 100 Mb/s
	Ports          []Port
}

// Port is a port of a repeater.
type Port struct {
	Name     string // of what is plugged in
	Segment  int
	Place    phy.Time
	Disabled bool
}

// numbers are a station's parameters in steps and bits.
type numbers struct {
	mac.Params
	bit         instant
	headerBits  int
	jamBits     int
	gap, part1  instant
	rxGap       instant // what a receiver needs before a frame
	lead        instant // how much shorter the gap after a backoff is
	slot        instant
	lateAfter   instant // into a transmission; slotTime, except in an experiment
	backOffMore instant // how much longer than its slots a backoff is
	maxDefer    instant
}

// scale converts times to whole numbers of steps and collects the errors.
type scale struct {
	step phy.Time
	errs []error
}

func (c *scale) fail(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// steps returns t in steps.
func (c *scale) steps(what string, t phy.Time) instant {
	if t < 0 || t%c.step != 0 {
		c.fail("%s %v is not a whole number of steps of %v", what, t, c.step)
	}
	return instant(t / c.step)
}

// bits returns t in whole bits.
func (c *scale) bits(what string, t, bit phy.Time) int {
	if t < 0 || t%bit != 0 {
		c.fail("%s %v is not a whole number of bits of %v", what, t, bit)
	}
	return int(t / bit)
}

// numbers converts the rules of one station, whose clock may be fast by some parts per million.
func (c *scale) numbers(p mac.Params, bit phy.Time, ppm float64) numbers {
	if p.BitTime != bit {
		c.fail("bit time %v differs from another station's, %v", p.BitTime, bit)
	}
	if ppm != 0 {
		p = skewed(p, ppm)
	}
	n := numbers{
		Params:      p,
		bit:         c.steps("bit time", p.BitTime),
		headerBits:  c.bits("header", p.Header, p.BitTime),
		jamBits:     c.bits("jam", p.Jam, p.BitTime),
		gap:         c.steps("gap", p.Gap),
		part1:       c.steps("part 1 of the gap", p.GapPart1),
		slot:        c.steps("slot time", p.SlotTime),
		backOffMore: c.steps("what is added to a backoff", p.BackoffDelay),
		maxDefer:    c.steps("deferral limit", p.MaxDefer),
	}
	n.rxGap = c.steps("the gap of receivers", p.RxGap)
	n.lead = min(c.steps("what a gap after backoff is shorter by", p.GapLead), max(0, n.gap-n.bit))
	switch n.lateAfter = n.slot; p.LateWindow {
	case 0:
	case phy.Forever:
		n.lateAfter = never
	default:
		n.lateAfter = c.steps("window of collisions that are not late", p.LateWindow)
	}
	switch {
	case n.jamBits < 1:
		c.fail("a jam of no bits would end a transmission at the instant of its collision")
	case n.part1 > n.gap:
		c.fail("part 1 of the gap, %v, is longer than the gap, %v", p.GapPart1, p.Gap)
	case p.AttemptLimit < 1:
		c.fail("attempt limit %d", p.AttemptLimit)
	case p.NonPersistent || p.Persist != 0 || p.Align != 0:
		c.fail("persistence and slotted starts are not part of clause 4 and not modelled")
	}
	return n
}

// model makes the network.
func (c Config) model() (*model, error) {
	if len(c.Stations) == 0 {
		return nil, errors.New("no stations")
	}
	rules := func(i int) mac.Params {
		if c.Stations[i].Params.BitTime == 0 {
			return mac.For(phy.Ethernet10)
		}
		return c.Stations[i].Params
	}
	bit := rules(0).BitTime
	step := c.Step
	if step == 0 {
		step = bit / 4
	}
	if step <= 0 {
		return nil, fmt.Errorf("step %v is not a length of time", step)
	}
	sc := &scale{step: step}
	m := &model{step: step, bit: bit, signals: make([]signal, 1), everyStep: c.everyStep} // signal 0 is silence
	var places []place
	ends := len(c.Stations)
	for _, r := range c.Repeaters {
		ends += len(r.Ports)
	}
	if len(c.Timeline) > 0 {
		ends *= 2 * c.waysOf()
	}
	for i, from := range c.Stations {
		s := &station{
			m: m, number: int32(i), name: from.Name, draw: from.Draw, full: from.Full, obeys: from.Pauses && from.Full,
			clocks: c.clocksOf(sc, from.Name, rules(i), bit),
			heard:  make([]signalNumber, ends), raw: make([]signalNumber, ends),
			partEnd: never, freshSince: never, faults: faults{babble: babble{next: never, end: never}},
		}
		s.n = s.clocks[0].n
		s.sent = s.n
		places = append(places, place{from.Segment, sc.steps("place", from.Place)})
		for k, f := range from.Frames {
			if f.Octets < 1 || f.To < Pause(math.MaxUint16) || f.To >= len(c.Stations) {
				sc.fail("frame %d of station %s: %d octets to %d", k+1, from.Name, f.Octets, f.To)
			}
			a := arrival{sc.steps("start of a frame", f.At), medium.Frame{
				Size: int32(f.Octets), Source: int32(i), Destination: int32(f.To), Number: uint32(k + 1)}}
			if f.To <= Pause(0) {
				a.frame.Destination, a.frame.Ref = pauseAddress, uint64(Pause(0)-f.To)
			}
			if k > 0 && a.at < s.arrivals[k-1].at {
				sc.fail("frame %d of station %s is queued before the one ahead of it", k+1, from.Name)
			}
			s.arrivals = append(s.arrivals, a)
		}
		m.stations = append(m.stations, s)
	}
	places = c.repeaters(m, sc, bit, places)
	c.wirings(m, sc, places)
	farthest := instant(0)
	for i := range m.wirings {
		farthest = max(farthest, m.wirings[i].length)
	}
	for _, x := range c.Timeline {
		if x.Kind == medium.Length {
			farthest = max(farthest, sc.steps("length of a cable", x.Place))
		}
	}
	m.cable = newCable(places, c.Star, sc.steps("delay", c.Delay), len(c.Timeline) > 0, farthest)
	c.timelineOf(m, sc, bit)
	return m, errors.Join(sc.errs...)
}
