package clause4

import "github.com/csmacd/csmacd/medium"

// signalNumber is the number of one transmission of one station; silence is the absence of a
// signal.
type signalNumber int32

const silence signalNumber = 0

// signal is one transmission.
type signal struct {
	frame  medium.Frame
	header instant // its preamble and start frame delimiter
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
// the one from the lower station; one without a station comes last.
func (m *model) lower(a, b signalNumber) signalNumber {
	from := func(n signalNumber) uint32 { return uint32(m.signals[n].frame.Source) } // no station: the highest
	if a == silence || from(b) < from(a) {
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
// Each source reaches a tap by up to three paths: by the straight one, and from its mirror images in the
// two ends of its part of the cable, if they are open.
type cable struct {
	places  []place      // by end
	delay   [][]instant  // by receiver, then sender
	line    [][]emission // by source: a ring, by instant
	mask    instant      // maps an instant to its place in a ring
	on      []emission   // by source: what was sent last
	reach   []*extent    // by source: of what it sends
	edges   []instant    // the instants at which a tap will carry something else, as far as is known
	mirrors []instant    // the places at which something may turn back
	second  []int        // by segment: of a link, its second end
	echoes  bool         // there are changes, and so maybe echoes and jabbers
	changed bool         // something has changed at this instant
}

// The paths, from each end in turn.
const (
	straight = iota
	leftEcho
	rightEcho
	jabberStraight
	jabberLeftEcho
	jabberRightEcho
	allPaths
)

// allEchoes is the number of paths of a source.
const allEchoes = jabberStraight

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
		for _, x := range c.mirrors {
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

// sent returns what a source put on its line at an instant.
func (c *cable) sent(source int, at instant) emission {
	if at < 0 {
		return emission{}
	}
	return c.line[source][at&c.mask]
}

// arrives returns the signal that is at a tap from now to the next instant by a path.
func (m *model) arrives(to, path int) signalNumber {
	c := &m.cable
	from := path % len(c.places)
	d := c.delay[to][from]
	if d == unreachable {
		return silence
	}
	way := path / len(c.places)
	source := from + way/allEchoes*len(c.places)
	p, q := c.places[from].at, c.places[to].at
	if way%allEchoes == straight {
		if e := c.sent(source, m.now-d); e.n != silence && e.r.reaches(p, q) {
			return e.n
		}
		return silence
	}
	for _, x := range c.mirrors {
		e := c.sent(source, m.now-far(p, x)-far(q, x))
		if e.n == silence || e.r.link || !e.r.reaches(p, q) {
			continue
		}
		if way%allEchoes == leftEcho && e.r.leftMirror(p) == x || way%allEchoes == rightEcho && e.r.rightMirror(p) == x {
			return m.echo(e.n)
		}
	}
	return silence
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
