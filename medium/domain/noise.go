package domain

import "github.com/csmacd/csmacd/medium/internal/noise"

// The bit errors of a cable are those of what is sent: all that hear it hear the same. Each direction
// of a link has its own. A repeater sends a new header, so that only errors after it go on.

// lineOf returns the line on which a signal of a channel is sent; nil: one without errors.
func (c *channel) lineOf(s *signal) *noise.Line {
	if c.back != nil && s.pos > 0 {
		return c.back
	}
	return c.noise
}

// disturb lets bit errors damage a signal that ends now.
func (n *Network) disturb(l *noise.Line, s *signal) {
	if l == nil || l.Clean(s.start, n.now) {
		return
	}
	s.unmarked = !l.Clean(s.start, min(n.now, s.start+streamDelimiter*n.bit))
	if header, whole := l.Read(s.start, n.now, s.header); !whole {
		s.found, s.jammed, s.flawed = header, true, true
	}
}

// cleanFor reports whether no bit error damages a signal. Its end has come, but it need not have been
// processed.
func (n *Network) cleanFor(c *channel, k uint32) bool {
	s := n.at(k)
	if s.ended {
		return !s.flawed
	}
	l := c.lineOf(s)
	if l == nil {
		return true
	}
	end, _ := n.endOf(k)
	_, whole := l.Read(s.start, end, s.header)
	return whole
}

// hearFlaws records what an observer is to see of a single signal that ends at a station's tap.
func (n *Network) hearFlaws(i int32, r *reception, s *signal) {
	switch r.jammed = s.jammed; {
	case n.clipped(i, s):
		r.jammed = true
	case s.flawed:
		r.flawed, r.header = true, s.found
	}
}
