package domain

import "github.com/csmacd/csmacd/phy"

// busy is the carrier of the last generation of signals of a cable, where each tap hears it as one interval: as each signal overlaps
// an earlier one everywhere. The distance of two places is the greater of their two differences, so that two numbers tell when it
// falls at any place.
type busy struct {
	known bool // since what was sent last
	one   bool
	at    phy.Time // when that was found
	first uint32   // the first signal
	left  phy.Time // of the ends of all signals, less their places, the latest; Forever or later if one has not ended
	right phy.Time // and with their places added
}

// busyOf returns the carrier of the last generation of signals of a cable.
func (n *Network) busyOf(c *channel) *busy {
	b := &c.busy
	if b.known && (b.one || b.at == n.now) {
		return b
	}
	*b = busy{known: true, at: n.now, left: -phy.Forever, right: -phy.Forever}
	signals := c.signals[c.last:]
	if len(signals) == 0 || n.at(signals[0]).start < c.digested {
		return b
	}
	b.first = signals[0]
	last := n.at(b.first) // the signal that ends last so far
	for k, j := range signals {
		s := n.at(j)
		if s.bounded || s.none() {
			return b
		}
		if d := n.between(c, last, s); k > 0 && (s.start+d >= last.endsFrom(n.now) || last.start+d >= s.endsFrom(n.now)) {
			return b
		}
		if s.endsFrom(phy.Forever) > last.endsFrom(phy.Forever) {
			last = s
		}
		end := s.endsFrom(phy.Forever)
		b.left, b.right = max(b.left, end-s.pos), max(b.right, end+s.pos)
	}
	b.one = true
	return b
}

// endsFrom returns the end of a signal, or an instant if it has not ended.
func (s *signal) endsFrom(t phy.Time) phy.Time {
	if s.ended {
		return s.end
	}
	return t
}

// busyUntil returns when the carrier of the last generation falls at the tap of a station that waits, and Forever or later if that is not
// known yet. It returns false if the tap may hear several intervals, or if carrier has not risen there.
func (n *Network) busyUntil(i int32) (fall phy.Time, ok bool) {
	st := &n.stations[i]
	c := &n.channels[st.channel]
	if !extended || !n.lastMatters(c, st) || st.tx.hushed {
		return 0, false
	}
	b := n.busyOf(c)
	if !b.one {
		return 0, false
	}
	s := n.at(b.first)
	if s.start+n.distance(i, s) >= n.now || st.tap.deference.Fall()+st.rules.Gap > s.start {
		return 0, false // or a gap is not over, from carrier that the tap has digested
	}
	if st.star {
		if st.tx.made && st.tx.end >= s.start {
			return 0, false // its own signal has no way to go
		}
		return b.left + 2*st.pos, true
	}
	return max(b.left+st.pos, b.right-st.pos), true
}
