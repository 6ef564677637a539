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
}

// cable is the medium as delay lines: what each station has sent at the latest instants. Each other
// station reads it back as many instants later as the signal takes between them. A signal that is
// sent from s to e, that is at the instants s to e-1, is at a tap with a delay of d at the instants
// s+d to e+d-1.
type cable struct {
	delay [][]instant      // by receiver, then sender
	line  [][]signalNumber // by sender: a ring, by instant
	mask  instant          // maps an instant to its place in a ring
	on    []signalNumber   // by sender: what was sent last
	edges []instant        // the instants at which a tap will carry something else, as far as is known
}

func newCable(places []instant, star bool, delay instant) cable {
	c := cable{on: make([]signalNumber, len(places))}
	longest := instant(0)
	for to, p := range places {
		c.delay = append(c.delay, make([]instant, len(places)))
		for from, q := range places {
			d := max(p-q, q-p)
			if star && from != to {
				d = delay
			} else if star {
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
		c.edges = append(c.edges, now+c.delay[to][from])
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

// arrives returns the signal of a station at a tap from now to the next instant.
func (c *cable) arrives(now instant, to, from int) signalNumber {
	return c.line[from][(now-c.delay[to][from])&c.mask]
}

// changes reports whether a tap carries anything else than at the instant before.
func (c *cable) changes(now instant, to int, heard []signalNumber) bool {
	delay := c.delay[to]
	for from, line := range c.line {
		if line[(now-delay[from])&c.mask] != heard[from] {
			return true
		}
	}
	return false
}

// signal returns the current transmission of the station.
func (s *station) signal() *signal { return &s.m.signals[s.sending] }
