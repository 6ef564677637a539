package domain

import "github.com/csmacd/csmacd/phy"

// A cable may hear several contentions at once: that of its stations, and those that its repeaters pass on while they have partitioned it and
// repeat nothing from it. Then there is seldom a whole gap of silence on it. But there are shorter silences, and these are enough:
//
//   - What came before a silence overlaps nothing that came after it, so that it can be counted.
//   - Carrier that has been at a tap for a whole gap is all that its station remembers: if a gap was running when it rose, that is over. So what
//     came before such carrier, and before a silence, matters to no station.

// isRestless reports whether such silences are enough on a cable.
func (n *Network) isRestless(c *channel) bool {
	return !c.hub && byGeneration && !c.picky && !c.fresh && c.wire == nil && len(c.faulty) == 0 && !n.isStar(c)
}

// settleRestless counts what was sent on a cable before a silence that was followed everywhere by carrier for a whole gap, and
// forgets it. Nobody is still to receive anything that ended before an instant. It returns how many signals it has forgotten.
func (n *Network) settleRestless(c *channel, before phy.Time) int {
	kept := len(c.signals)
	long := kept - 1 // the last signal that has been everywhere for a whole gap
	for long > 0 && !n.lastsGap(c, n.at(c.signals[long])) {
		long--
	}
	over := 0
	for over < long && n.spent(c, n.at(c.signals[over]), before) {
		over++
	}
	n.side = append(n.side[:0], c.signals[:n.silenceIn(c, c.signals, over, 1)]...)
	n.settlePart(c, n.side)
	return kept - len(c.signals)
}

// lastsGap reports whether a signal of a cable has been at every tap for a whole gap.
func (n *Network) lastsGap(c *channel, s *signal) bool {
	return s.start+n.spanOf(c, s)+n.gap < n.now && (!s.ended || s.end-s.start >= n.gap)
}

// falls are when all signals of a cable up to each have fallen at any place: as in busy, two numbers tell.
type falls struct {
	known       bool // since anything was sent last
	left, right []phy.Time
}

// anew notes that what is sent on a channel has changed.
func (c *channel) anew() { c.busy.known, c.falls.known = false, false }

// manySignals is the number of signals from which on it is worthwhile to find those that matter to a station.
const manySignals = 6

// recent returns the index of a signal of a cable, at least first, before which no signal matters to a station that waits to start: there
// was a silence at its tap, and after it carrier for a whole gap.
func (n *Network) recent(c *channel, i int32, first int) int {
	st := &n.stations[i]
	if !n.isRestless(c) {
		return first
	}
	f := n.fallsOf(c)
	lasts, rise := false, phy.Forever
	for k := len(c.signals) - 1; k > first; k-- {
		s := n.at(c.signals[k])
		at := s.start + n.distance(i, s)
		rise = min(rise, at)
		lasts = lasts || at+n.gap < n.now && (!s.ended || s.end-s.start >= n.gap)
		if lasts && max(f.left[k-1]+st.pos, f.right[k-1]-st.pos) < rise {
			return k
		}
	}
	return first
}

// fallsOf returns when the signals of a cable have fallen.
func (n *Network) fallsOf(c *channel) *falls {
	f := &c.falls
	if f.known && len(f.left) == len(c.signals) {
		return f
	}
	f.known, f.left, f.right = true, f.left[:0], f.right[:0]
	left, right := phy.Time(-phy.Forever), phy.Time(-phy.Forever)
	for _, k := range c.signals {
		s := n.at(k)
		end := s.endsFrom(phy.Forever)
		left, right = max(left, end-s.pos), max(right, end+s.pos)
		f.left, f.right = append(f.left, left), append(f.right, right)
	}
	return f
}
