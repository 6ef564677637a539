package domain

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// busy is the carrier of a generation of signals of a cable, where each tap hears it as one interval: as each signal overlaps
// an earlier one everywhere. The distance of two places is the greater of their two differences, so that two numbers tell when it
// falls at any place.
type busy struct {
	known bool // since what was sent last
	one   bool
	at    phy.Time // when that was found
	start phy.Time // of the first signal, and its place
	pos   phy.Time
	left  phy.Time // of the ends of all signals, less their places, the latest; Forever or later if one has not ended
	right phy.Time // and with their places added

	bounded     bool // the signals are heard only at places from first to last
	first, last phy.Time
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
	first := n.at(signals[0])
	last := first // the signal that ends last so far
	b.start, b.pos, b.bounded, b.first, b.last = first.start, first.pos, first.bounded, first.first, first.last
	for k, j := range signals {
		s := n.at(j)
		if s.none() || s.bounded != first.bounded || s.first != first.first || s.last != first.last {
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

// risenAt reports whether carrier has risen at the tap of a station before this instant, after a whole gap without.
func (n *Network) risenAt(i int32, b *busy) bool {
	st := &n.stations[i]
	d := st.pos
	if !st.star {
		d = abs(st.pos - b.pos)
	}
	return b.one && b.start+d < n.now && st.tap.deference.Fall()+st.rules.Gap <= b.start
}

// fallAt returns when carrier falls at the tap of a station. It is Forever or later if a signal has not ended.
func (b *busy) fallAt(st *station) phy.Time {
	if st.star {
		return b.left + 2*st.pos
	}
	return max(b.left+st.pos, b.right-st.pos)
}

// soonClear is [Network.clear] for a station whose tap hears one interval of carrier of the last generation of signals on its cable, or
// of the one before, after which it starts before it senses any other, or ignores it. It returns false if that is not so.
func (n *Network) soonClear(i int32) (t phy.Time, justFell, ok bool) {
	st := &n.stations[i]
	c := &n.channels[st.channel]
	if !byGeneration || st.fresh || !st.hearsAll() {
		return 0, false, false
	}
	if c.hub {
		t, ok = n.clearAtHub(c, st, i)
		return t, false, ok
	}
	last := n.lastMatters(c, st)
	b := &c.before
	if last {
		b = n.busyOf(c)
	}
	if !b.one || b.bounded && (st.pos < b.first || st.pos > b.last) {
		return 0, false, false
	}
	if st.tx.hushed {
		t, ok = n.clearHushed(c, st, i, b)
		return t, false, ok
	}
	sent := st.tx.made && st.tx.start >= b.start
	if !n.risenAt(i, b) || st.star && (sent || st.fault != nil) { // on a star, its own signals have no way to go
		return 0, false, false
	}
	var d mac.Deference
	p, fall := &st.rules.Params, b.fallAt(st)
	d.Sense(p, b.start, fall)
	if !last {
		if sent {
			d.Transmitted(fall)
		}
		if c.last < len(c.signals) && !d.Starts(p, n.now, n.at(c.signals[c.last]).start) {
			return 0, false, false
		}
	}
	return d.Clear(p, n.now), p.Gap == 0 && fall == n.now, true
}

// clearHushed is soonClear for a station whose last transmission nobody heard.
func (n *Network) clearHushed(c *channel, st *station, i int32, b *busy) (t phy.Time, ok bool) {
	if st.star {
		return 0, false
	}
	t, ok = st.clearBeside(n.now, b.start+abs(st.pos-b.pos), b.fallAt(st))
	if ok && b == &c.before {
		for _, k := range c.signals[c.last:] {
			s := n.at(k)
			ok = ok && t <= s.start+n.distance(i, s)
		}
	}
	return t, ok
}

// clearAtHub is soonClear for a station on a link of a repeater. What it sends itself is not among what the repeater sends.
func (n *Network) clearAtHub(c *channel, st *station, i int32) (t phy.Time, ok bool) {
	if c.dirty || c.last >= len(c.signals) {
		return 0, false
	}
	rise, fall := phy.Forever, c.oldEnd+st.pos
	for _, k := range c.signals[c.last:] {
		s := n.at(k)
		switch at := s.start + st.pos; {
		case s.none() || !n.hears(s, i):
			continue
		case rise == phy.Forever || at >= fall+n.gap:
			rise, fall = at, s.endsFrom(phy.Forever)+st.pos
		case at < fall:
			fall = max(fall, s.endsFrom(phy.Forever)+st.pos)
		default:
			return 0, false
		}
	}
	return st.clearBeside(n.now, rise, fall)
}

// clearBeside returns when a station may start whose own transmission is not among the signals of its channel, if [rise, fall) is the
// last carrier at its tap, and a whole gap of silence came before. rise is [phy.Forever] if there was none since an earlier fall.
func (st *station) clearBeside(now, rise, fall phy.Time) (t phy.Time, ok bool) {
	tx, gap := &st.tx, st.rules.Gap
	own := tx.made && tx.end >= st.tap.upTo
	switch t := &st.tap; {
	case gap == 0 || own && !tx.ended || tx.hushed && tx.hushedAt > tx.start:
		return 0, false
	case own && tx.start > fall:
		fall = tx.end
	case own && tx.start < fall && tx.end > rise:
		fall = max(fall, tx.end)
	case rise >= now || own && tx.end+gap > rise || max(t.deference.Fall(), t.carrier.fall)+gap > rise:
		return 0, false
	}
	return max(now, fall+gap), true
}

// hearsAll reports whether a station hears all that is at its tap, and its clock is and was exact.
func (st *station) hearsAll() bool {
	return st.fault == nil || len(st.fault.deaf)+len(st.fault.clocks) == 0
}
