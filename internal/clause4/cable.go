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

// cable is the medium as delay lines, one for each end, which is a station or a port of a repeater:
// what it has sent at the latest instants. Each other
// end of the same segment reads it back as many instants later as the signal takes between them. A signal that is
// sent from s to e, that is at the instants s to e-1, is at a tap with a delay of d at the instants
// s+d to e+d-1.
type cable struct {
	delay [][]instant      // by receiver, then sender
	line  [][]signalNumber // by sender: a ring, by instant
	mask  instant          // maps an instant to its place in a ring
	on    []signalNumber   // by sender: what was sent last
	edges []instant        // the instants at which a tap will carry something else, as far as is known
}

func newCable(places []place, star bool, delay instant) cable {
	c := cable{on: make([]signalNumber, len(places))}
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
	size := instant(1)
	for size <= longest {
		size *= 2
	}
	c.mask = size - 1
	for range places {
		c.line = append(c.line, make([]signalNumber, size))
	}
	return c
}

// send puts the signal that a station sends from now to the next instant on its line.
func (c *cable) send(now instant, from int, n signalNumber) {
	c.line[from][now&c.mask] = n
	if n == c.on[from] {
		return
	}
	c.on[from] = n
	for to := range c.delay {
		if d := c.delay[to][from]; d != unreachable {
			c.edges = append(c.edges, now+d)
		}
	}
}

// hold makes every station go on with what it sends until an instant, for the skipped instants in
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

// arrives returns the signal of an end at a tap from now to the next instant.
func (c *cable) arrives(now instant, to, from int) signalNumber {
	if c.delay[to][from] == unreachable {
		return silence
	}
	return c.line[from][(now-c.delay[to][from])&c.mask]
}

// changes reports whether a tap carries anything else than at the instant before.
func (c *cable) changes(now instant, to int, heard []signalNumber) bool {
	delay := c.delay[to]
	for from, line := range c.line {
		if delay[from] != unreachable && line[(now-delay[from])&c.mask] != heard[from] {
			return true
		}
	}
	return false
}

// signal returns the current transmission of the station.
func (s *station) signal() *signal { return &s.m.signals[s.sending] }
