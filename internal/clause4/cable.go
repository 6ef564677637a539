package clause4

import "github.com/csmacd/csmacd/medium"

// signalNumber names one transmission of one station; silence is none.
type signalNumber int32

const silence signalNumber = 0

// signal is one transmission.
type signal struct {
	frame  medium.Frame
	header instant // its preamble and start frame delimiter
	whole  bool    // sent to its frame's end, without jam
}

// cable is the medium as delay lines: what each station has sent at the latest
// instants, to be read back, by each other station, as many instants later as the
// signal takes between them. A signal that is sent from s to e, that is at the
// instants s to e-1, is at a tap at a delay of d at the instants s+d to e+d-1.
type cable struct {
	delay [][]instant      // by receiver, then sender
	line  [][]signalNumber // by sender: a ring, by instant
	mask  instant          // of an instant, for the place in a ring
	on    []signalNumber   // by sender: what was sent last
	edges []instant        // when a tap will carry something else, of what has been sent
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

// send puts what a station sends from now to the next instant on its line.
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

// hold has every station send what it sends until an instant, for those in between,
// which are skipped.
func (c *cable) hold(now, until instant) {
	now = max(now, until-1-c.mask)
	for from, line := range c.line {
		for t := now; t < until; t++ {
			line[t&c.mask] = c.on[from]
		}
	}
}

// nextEdge returns the next instant after now at which a tap carries something else, as
// far as what has been sent so far goes.
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

// arrives returns what a tap carries from a station from now to the next instant.
func (c *cable) arrives(now instant, to, from int) signalNumber {
	return c.line[from][(now-c.delay[to][from])&c.mask]
}

// changes reports whether a tap carries anything else than it did.
func (c *cable) changes(now instant, to int, heard []signalNumber) bool {
	delay := c.delay[to]
	for from, line := range c.line {
		if line[(now-delay[from])&c.mask] != heard[from] {
			return true
		}
	}
	return false
}

// signal is the station's transmission under way.
func (s *station) signal() *signal { return &s.m.signals[s.sending] }
