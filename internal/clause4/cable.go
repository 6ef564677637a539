package clause4

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// signalNumber is the number of one transmission of one station; silence is the absence of a
// signal.
type signalNumber int32

const silence signalNumber = 0

// signal is one transmission.
type signal struct {
	frame  medium.Frame
	header instant // its preamble and start frame delimiter
	bit    instant // by the clock of its sender
	whole  bool    // sent to the end of its frame, without jam
	start  instant
	source int
	wrong  []int // its bits that are wrong, once it is whole

	echo signalNumber // as which its echo is heard

	// repeated: a repeater sends it. Its frame is that of the station that sent it first, and has
	// no source if the signal is jam from its start.
	repeated bool
}

// named returns the signal's frame for an event.
func (s *signal) named() medium.Frame {
	if s.frame.Source == medium.NoStation {
		return medium.Frame{}
	}
	return s.frame
}

// emission is what a source puts on its cable at an instant.
type emission struct {
	n signalNumber
	r *extent
}

// newSignal numbers a signal.
func (m *model) newSignal(s signal) signalNumber {
	m.signals = append(m.signals, s)
	return signalNumber(len(m.signals) - 1)
}

// lower returns the signal, of two that begin a reception together, after which the reception is named:
// the one from the lower station; one without a station comes last. Of one station's, where echoes are late, it
// is the frame sent last; of those without a station one whose clock is not exact, and the slowest of these.
func (m *model) lower(a, b signalNumber) signalNumber {
	if a == silence {
		return b
	}
	x, y := &m.signals[a], &m.signals[b]
	skew := func(s *signal) instant {
		if m.time(s.bit) == m.bit {
			return 0
		}
		return s.bit
	}
	switch i, k := uint32(x.frame.Source), uint32(y.frame.Source); { // no station: the highest
	case i != k:
		if k < i {
			return b
		}
	case y.frame.Number > x.frame.Number, y.frame.Number == x.frame.Number && skew(y) > skew(x):
		return b
	}
	return a
}

// place is where something is plugged in.
type place struct {
	segment int
	at      instant
}

// unreachable is the delay between two segments.
const unreachable instant = -1

// cable is the medium as delay lines, one for each source: what it has sent at the latest instants.
// The ends are sources, each a station or a port of a repeater; then come the jabbers of the stations.
// Each other end of the same segment reads it back as many instants later as the signal takes between
// them. A signal that is sent from s to e, that is at the instants s to e-1, is at a tap with a delay
// of d at the instants s+d to e+d-1.
//
// A source reaches a tap by several paths: by the straight one, and from its mirror images in the places at
// which the cable ends or is ever cut, if they are open ends of its part of the cable.
type cable struct {
	places  []place      // by end
	delay   [][]instant  // by receiver, then sender
	line    [][]emission // by source: a ring, by instant
	mask    instant      // maps an instant to its place in a ring
	on      []emission   // by source: what was sent last
	reach   []*extent    // by source: of what it sends
	edges   []instant    // the instants at which a tap will carry something else, as far as is known
	mirrors [][]instant  // by segment: the places at which something may turn back
	ways    int          // number of paths of a source
	paths   []path       // by number, as a tap counts them
	second  []int        // by segment: of a link, its second end
	echoes  bool         // there are changes, and so maybe echoes and jabbers
	changed bool         // something has changed at this instant
	still   bool         // every tap carries at this instant what it carried just before
}

// straight is the path without an echo. Those of the ends come first, by their path, and then those of jabbers.
const straight = 0

// path is a way from a source to a tap.
type path struct {
	from   int // the end of the source
	source int
	way    int
}

// lay makes the table of paths.
func (c *cable) lay() {
	for k := range len(c.on) * c.ways {
		from, way := k%len(c.places), k/len(c.places)
		c.paths = append(c.paths, path{from, from + way/c.ways*len(c.places), way % c.ways})
	}
}

// waysOf returns the largest number of paths of a source.
func (c *Config) waysOf() int {
	most := 1
	for k := range max(1, len(c.Segments)) {
		most = max(most, 1+len(c.mirrorsOf(k)))
	}
	return most
}

// mirrorsOf returns the places of a segment at which something may turn back; 0 is its left end, and the right
// ends are those that it ever has.
func (c *Config) mirrorsOf(segment int) []phy.Time {
	s := &Segment{} // a network has one cable, or a list
	if segment < len(c.Segments) {
		s = &c.Segments[segment]
	}
	if s.Link {
		return nil
	}
	list := []phy.Time{0, s.Length}
	for _, from := range c.Stations {
		if from.Segment == segment {
			list[1] = max(list[1], from.Place)
		}
	}
	for _, r := range c.Repeaters {
		for _, p := range r.Ports {
			if p.Segment == segment {
				list[1] = max(list[1], p.Place)
			}
		}
	}
	for _, x := range c.Timeline {
		if (x.Segment == s.Name || x.Segment == "" && segment == 0) && (x.Kind == medium.Cut && x.On || x.Kind == medium.Length) {
			list = append(list, x.Place)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func newCable(places []place, star bool, delay instant, echoes bool, farthest instant) cable {
	sources := len(places)
	if echoes {
		sources *= 2
	}
	c := cable{places: places, echoes: echoes, on: make([]emission, sources), reach: make([]*extent, sources)}
	longest := instant(0)
	for to, p := range places {
		c.delay = append(c.delay, make([]instant, len(places)))
		for from, q := range places {
			d := max(p.at-q.at, q.at-p.at)
			switch {
			case p.segment != q.segment:
				d = unreachable
			case star && from != to:
				d = delay
			case star:
				d = 0
			}
			c.delay[to][from] = d
			longest = max(longest, d)
		}
	}
	if echoes {
		longest = 2 * max(longest, farthest)
	}
	size := instant(1)
	for size <= longest+1 {
		size *= 2
	}
	c.mask = size - 1
	for range sources {
		c.line = append(c.line, make([]emission, size))
	}
	return c
}

// send puts the signal that a source sends from now to the next instant on its line.
func (m *model) send(source int, n signalNumber) {
	c := &m.cable
	e := emission{n, c.reach[source]}
	if n != c.on[source].n && n != silence {
		e.r = m.reachOf(source)
		c.reach[source] = e.r
	}
	if n == silence {
		e.r = nil
	}
	c.line[source][m.now&c.mask] = e
	if e == c.on[source] {
		return
	}
	c.on[source] = e
	end := source % m.ends()
	p := c.places[end]
	for to := range c.delay {
		d := c.delay[to][end]
		if d == unreachable {
			continue
		}
		c.edges = append(c.edges, m.now+d)
		if !c.echoes || m.wirings[p.segment].link {
			continue
		}
		for _, x := range c.mirrors[p.segment] {
			c.edges = append(c.edges, m.now+far(p.at, x)+far(c.places[to].at, x))
		}
	}
}

func far(a, b instant) instant { return max(a-b, b-a) }

// hold makes every source go on with what it sends until an instant, for the skipped instants in
// between.
func (c *cable) hold(now, until instant) {
	now = max(now, until-1-c.mask)
	for from, line := range c.line {
		for t := now; t < until; t++ {
			line[t&c.mask] = c.on[from]
		}
	}
}

// nextEdge returns the next instant after now at which a tap carries something else, as far as
// follows from what has been sent.
func (c *cable) nextEdge(now instant) instant {
	next, kept := never, c.edges[:0]
	for _, t := range c.edges {
		if t > now {
			kept = append(kept, t)
			next = min(next, t)
		}
	}
	c.edges = kept
	return next
}

// isStill reports whether every tap carries at this instant what it carried just before, so that taps need not be
// read. It follows from the same edges by which the model skips instants; the tests of skipping read taps always.
func (m *model) isStill() bool {
	return !m.everyStep && !m.cable.changed && !slices.Contains(m.cable.edges, m.now)
}

// sent returns what a source put on its line at an instant.
func (c *cable) sent(source int, at instant) emission {
	if at < 0 {
		return emission{}
	}
	return c.line[source][at&c.mask]
}

// arrives returns the signal that is at a tap from now to the next instant by a path.
func (m *model) arrives(to, path int) signalNumber { return m.arriving(to, path, false) }

// goesOnAt is arrives before the sources have sent what they send at this instant.
func (m *model) goesOnAt(to, path int) signalNumber { return m.arriving(to, path, true) }

// sentUntilNow is cable.sent before the sources have sent what they send at this instant. Their lines do not hold
// that yet: where there is no delay, it is what a source was sending just before and sends still, or a jabber,
// which has begun by then.
func (m *model) sentUntilNow(source int, at instant) emission {
	c := &m.cable
	n := m.sending(source)
	switch {
	case at < m.now:
		return c.sent(source, at)
	case n == c.on[source].n:
		return emission{n, c.reach[source]}
	case source < m.ends():
		return emission{}
	}
	return emission{n, m.reachOf(source)}
}

// sent is cable.sent, or before the sources have sent what they send at this instant.
func (m *model) sent(source int, before bool, at instant) emission {
	if before {
		return m.sentUntilNow(source, at)
	}
	return m.cable.sent(source, at)
}

// arriving is arrives or goesOnAt.
func (m *model) arriving(to, path int, before bool) signalNumber {
	c := &m.cable
	w := &c.paths[path]
	d := c.delay[to][w.from]
	if d == unreachable {
		return silence
	}
	if w.way == straight {
		e := m.sent(w.source, before, m.now-d)
		if e.n != silence && e.r.reaches(c.places[w.from].at, c.places[to].at) {
			return e.n
		}
		return silence
	}
	mirrors := c.mirrors[c.places[w.from].segment]
	if w.way > len(mirrors) {
		return silence
	}
	p, q, x := c.places[w.from].at, c.places[to].at, mirrors[w.way-1]
	e := m.sent(w.source, before, m.now-far(p, x)-far(q, x))
	if e.n == silence || !e.r.reaches(p, q) || e.r.leftMirror(p) != x && e.r.rightMirror(p) != x {
		return silence
	}
	return m.echo(e.n)
}

// echo returns the number of the echo of a signal.
func (m *model) echo(n signalNumber) signalNumber {
	if m.signals[n].echo == silence {
		s := m.signals[n]
		s.whole = false
		e := m.newSignal(s)
		m.signals[n].echo = e
	}
	return m.signals[n].echo
}

// cutOff reports whether a signal that is at a tap now began before, or one that was there until
// now goes on: the tap has not heard all of it.
func (m *model) cutOff(to, path int, n signalNumber, began bool) bool {
	from := path % len(m.cable.places)
	if path >= len(m.cable.places) {
		return false // an echo or a jabber is not a frame anyway
	}
	at := m.now - m.cable.delay[to][from]
	if began {
		at--
	}
	return m.cable.sent(from, at).n == n
}

// signal returns the current transmission of the station.
func (s *station) signal() *signal { return &s.m.signals[s.sending] }
