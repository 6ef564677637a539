package domain

import (
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// The bit errors of a cable are those of what is sent: all that hear it hear the same. Each direction
// of a link has its own. A repeater sends a new header, so that only errors after it go on.

// lineOf returns the line on which a signal of a channel is sent; nil: one without errors, or several.
func (c *channel) lineOf(s *signal) *noise.Line {
	if extended && c.links != nil {
		return c.links.lineOf(s)
	}
	if c.back != nil && s.pos > 0 {
		return c.back
	}
	return c.noise
}

// disturb lets bit errors damage a signal that ends now.
func (n *Network) disturb(l *noise.Line, s *signal) {
	end, _ := n.inSlots(s, n.now)
	if l == nil || l.Clean(s.start, end) {
		return
	}
	s.unmarked = !l.Clean(s.start, min(end, s.start+streamDelimiter*n.bit))
	if header, whole := n.read(l, s, n.now); !whole {
		s.found, s.jammed, s.flawed = header, true, true
	}
}

// read is [noise.Line.Read] for a signal that ends at an instant. Its bits are those of its sender.
func (n *Network) read(l *noise.Line, s *signal, end phy.Time) (header phy.Time, whole bool) {
	slots, header := n.inSlots(s, end)
	header, whole = l.Read(s.start, slots, header)
	switch {
	case s.bit == 0:
		return header, whole
	case header == slots-s.start: // there is no delimiter
		return end - s.start, whole
	}
	return header / n.bit * s.bit, whole
}

// inSlots returns the end and the header of a signal as if each of its bits were as long as a slot of its
// line. If its clock is fast, its last bits have no slots of their own: those have not come when it ends.
func (n *Network) inSlots(s *signal, end phy.Time) (phy.Time, phy.Time) {
	if s.bit == 0 {
		return end, s.header
	}
	return min(end, s.start+(end-s.start)/s.bit*n.bit), s.header / s.bit * n.bit
}

// cleanFor reports whether no bit error damages a signal for a station. Its end has come, but it need not have been
// processed.
func (n *Network) cleanFor(c *channel, k uint32, j int32) bool {
	s := n.at(k)
	if s.ended {
		return !s.flawed
	}
	l := c.lineOf(s)
	if extended && c.links != nil && l == nil {
		l = c.links.down(j)
	}
	if l == nil {
		return true
	}
	end, _ := n.endOf(k)
	_, whole := n.read(l, s, end)
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
