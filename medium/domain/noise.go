package domain

import (
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// The bit errors of a cable are those of what is sent: all that hear it hear the same. Each direction
// of a link has its own. A repeater sends a new header, so that only errors after it go on.

// flaw is what the link of a station makes of a signal.
type flaw struct {
	station int32
	header  phy.Time // what the station takes for the header
}

// lineOf returns the line on which a station sends; nil: one without errors.
func (n *Network) lineOf(c *channel, i int32) *noise.Line {
	st := &n.stations[i]
	switch {
	case c.hub:
		return st.up
	case c.back != nil && st.pos > 0:
		return c.back
	}
	return c.noise
}

// disturb lets bit errors damage a signal that ends now.
func (n *Network) disturb(l *noise.Line, s *signal) {
	if l == nil {
		return
	}
	if header, whole := l.Read(s.start, n.now, s.header); !whole {
		s.header, s.jammed, s.flawed = header, true, true
	}
}

// disturbLinks lets the bit errors of the links of a repeater's stations damage what it has sent.
func (n *Network) disturbLinks(c *channel, s *signal) {
	if s.jammed {
		return
	}
	for _, i := range c.noisy {
		if st := &n.stations[i]; st.down != nil && n.hears(s, i) {
			if header, whole := st.down.Read(s.start, s.end, s.header); !whole {
				s.flaws = append(s.flaws, flaw{i, header})
			}
		}
	}
}

// flawAt returns what a station's link has made of a signal.
func (s *signal) flawAt(i int32) (header phy.Time, flawed bool) {
	for _, f := range s.flaws {
		if f.station == i {
			return f.header, true
		}
	}
	return 0, false
}

// cleanFor reports whether no bit error damages a signal for a station. Its end has come, but it need
// not have been processed.
func (n *Network) cleanFor(c *channel, k uint32, j int32) bool {
	s := n.at(k)
	if s.ended {
		_, flawed := s.flawAt(j)
		return !s.flawed && !flawed
	}
	end, _ := n.endOf(k)
	l := c.noise
	switch {
	case c.hub:
		l = n.stations[j].down
	case s.ofStation():
		l = n.lineOf(c, s.source)
	}
	if l == nil {
		return true
	}
	_, whole := l.Read(s.start, end, s.header)
	return whole
}

// hearFlaws records what an observer is to see of a single signal that ends at a station's tap.
func (n *Network) hearFlaws(i int32, r *reception, s *signal) {
	r.jammed = s.jammed
	if header, flawed := s.flawAt(i); flawed {
		r.jammed, r.flawed, r.header = true, true, header
	} else if s.flawed {
		r.flawed, r.header = true, s.header
	}
	if n.clipped(i, s) {
		r.jammed, r.flawed = true, false
	}
}
