package domain

import (
	"math"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// mostKept is the largest number of signals that a channel keeps before tidy looks at it. Tests lower it.
var mostKept = math.MaxInt

// tidy forgets signals that have left every tap, if they are many, wherever they are in the list: one that never
// ends, such as the jam of a repeater whose stations collide in every bit time, keeps no other. What still matters of
// them is in the taps.
func (n *Network) tidy(c *channel) {
	most := 16
	switch {
	case c.hub:
		most = max(64, 2*len(c.stations))
	case extended || n.mayHearAlike(c):
		most = 64
	}
	most = min(most, mostKept)
	if last := len(c.signals) - 1; last < most-1 || !c.hub && c.last > last && n.at(c.signals[last]).count { // the next silence lets them go
		return
	}
	if c.patience > 0 {
		c.patience--
		return
	}
	n.settlePassed(c)
	before := n.judgedFrom(c)
	spent := 0
	for _, k := range c.signals {
		if n.spent(c, n.at(k), before) {
			spent++
		}
	}
	c.patience = len(c.signals) - spent
	if spent < most/2 || extended && n.settleParts(c) >= max(1, most/4) {
		return
	}
	if extended && n.isRestless(c) && (n.settleRestless(c, before) >= max(1, most/4) || len(c.signals) < 2*most) {
		c.patience = max(c.patience, most/2)
		return
	}
	n.digestSpent(c, before)
}

// digestSpent lets all taps of a channel digest what they have heard, and forgets what they heard before an instant.
func (n *Network) digestSpent(c *channel, before phy.Time) {
	for _, i := range c.stations {
		n.digestTap(c, i, n.now)
		if !c.hub {
			n.noteForgotten(c, i, before)
		}
	}
	c.dirty = true
	n.forgetSpent(c, before)
}

// forgetHeard forgets what was sent on a cable, when that was followed by a whole gap everywhere. Nobody hears what is sent now: no
// later signal lets it go.
func (n *Network) forgetHeard(c *channel) {
	if len(c.signals) > 0 && !slices.ContainsFunc(c.signals, func(k uint32) bool { return !n.gapPassed(c, n.at(k)) }) {
		n.digestSpent(c, n.judgedFrom(c))
	}
}

// settleParts counts what was sent on a cable before its last silence of a whole gap, and forgets it, as settleAlike does for what
// was sent before the last silence of all stations; in each part of a cable that is cut by itself. It returns how many signals it has
// forgotten.
func (n *Network) settleParts(c *channel) int {
	if c.hub || !byGeneration || c.picky {
		return 0
	}
	cut := phy.Forever
	if c.wire != nil && c.wire.now.cut {
		cut = c.wire.now.cutAt
	}
	if cut < phy.Forever && slices.ContainsFunc(c.signals, func(k uint32) bool { s := n.at(k); return !s.bounded || s.first <= cut && s.last > cut }) {
		return 0 // what was sent before the cut
	}
	kept := len(c.signals)
	for _, right := range []bool{false, true} {
		n.side = n.side[:0]
		for _, k := range c.signals {
			if s := n.at(k); (s.bounded && s.first > cut) == right {
				n.side = append(n.side, k)
			}
		}
		over := 0 // the number of the first signals after which a gap has passed everywhere
		for over < len(n.side)-1 && n.gapPassed(c, n.at(n.side[over])) {
			over++
		}
		n.settlePart(c, n.side[:n.silenceIn(c, n.side, over, max(n.gap, 1))])
	}
	return kept - len(c.signals)
}

// silenceIn returns the number of signals, of some of a cable in the order in which they began, that came before the last silence
// at every tap that is over. They are among the first over of them. The silence lasts for a time at least.
func (n *Network) silenceIn(c *channel, signals []uint32, over int, least phy.Time) int {
	near := len(signals) // the first signal that ends less than a gap before one of those from k on, somewhere
	for k := len(signals) - 1; k > 0; k-- {
		s := n.at(signals[k])
		for j, o := range signals[:min(k, near, over)] {
			if o := n.at(o); s.start < o.end+n.between(c, o, s)+least {
				near = j
				break
			}
		}
		if near >= k && k <= over {
			return k
		}
	}
	return 0
}

// gapPassed reports whether a whole gap has passed everywhere since a signal of a cable.
func (n *Network) gapPassed(c *channel, s *signal) bool {
	return s.ended && s.end+n.spanOf(c, s)+n.gap < n.now
}

// settlePart counts signals that were followed, at every tap that they reached, by a whole gap of silence, and forgets them. If a
// station has a fault, or taps have digested a part of them, the taps digest them.
func (n *Network) settlePart(c *channel, signals []uint32) {
	counted := func(k uint32) bool { return n.at(k).count }
	n.judgeHushed(c)
	after := phy.Time(0)
	for _, k := range signals {
		s := n.at(k)
		after = max(after, s.end+n.spanOf(c, s)+1)
	}
	for _, k := range signals {
		from := n.at(k).start
		if counted(k) || from >= c.digested && !slices.ContainsFunc(c.faulty, func(i int32) bool { return n.stations[i].fault.concerns(from) }) {
			continue
		}
		if after < c.digested {
			return
		}
		for _, i := range c.stations {
			n.digestTap(c, i, after)
		}
		for _, k := range signals {
			n.at(k).count = true
		}
		break
	}
	n.odd = n.odd[:0]
	for more := signals; len(more) > 0; {
		if counted(more[0]) {
			more = more[1:]
			continue
		}
		those := more
		if k := slices.IndexFunc(more, counted); k >= 0 {
			those = more[:k]
		}
		those = those[:n.touching(c, those)]
		n.countPart(c, those)
		more = more[len(those):]
	}
	for _, k := range signals {
		n.at(k).gone = true
	}
	n.forgetGone(c)
}

// judgedFrom returns an instant before which no frame ended that somebody is still to receive. What has left every
// tap before it ended earlier everywhere than such a frame does.
func (n *Network) judgedFrom(c *channel) phy.Time {
	t := n.now
	if c.hub {
		return t // there no signal overlaps another
	}
	for _, k := range c.signals {
		if s := n.at(k); s.ended && !s.jammed && !n.passed(c, s) {
			t = min(t, s.end)
		}
	}
	return t
}

// spent reports whether a signal left every tap before an instant, and its receptions behind a repeater are counted.
func (n *Network) spent(c *channel, s *signal, before phy.Time) bool {
	return s.ended && s.end+n.spanOf(c, s) < before && (!c.hub || s.count)
}

// noteForgotten notes until when a tap on a cable heard what is about to be forgotten. A frame that rose before that,
// and is still to be judged, overlaps it there.
func (n *Network) noteForgotten(c *channel, i int32, before phy.Time) {
	t := &n.stations[i].tap
	for _, k := range c.signals {
		if s := n.at(k); n.spent(c, s, before) && n.spoils(s, i) {
			t.forgotten = max(t.forgotten, s.end+n.distance(i, s))
		}
	}
}

// forgetSpent drops the spent signals of a channel.
func (n *Network) forgetSpent(c *channel, before phy.Time) {
	for _, k := range c.signals {
		s := n.at(k)
		s.gone = n.spent(c, s, before)
	}
	n.forgetGone(c)
}

// forgetGone drops the signals of a channel that are gone.
func (n *Network) forgetGone(c *channel) {
	kept, last, old := c.signals[:0], c.last, c.old
	for at, k := range c.signals {
		if !n.at(k).gone {
			kept = append(kept, k)
			continue
		}
		if at < last {
			c.last--
		}
		if at < old {
			c.old--
		}
		n.pool.drop(k)
	}
	c.signals = kept
}

// passed reports whether a signal left every tap before this instant.
func (n *Network) passed(c *channel, s *signal) bool { return s.ended && s.end+n.spanOf(c, s) < n.now }

// spanOf returns the longest delay that a signal of a channel can have. On a cable an echo seems to come from beyond its end,
// a port that sent may have been shut since, and a station may join beyond the last tap.
func (n *Network) spanOf(c *channel, s *signal) phy.Time {
	if c.hub {
		return c.span
	}
	return max(n.reach(c, s), s.pos-c.near, c.far-s.pos)
}

// forget drops the first k signals of a channel.
func (n *Network) forget(c *channel, k int) {
	if k == 0 {
		return
	}
	for _, i := range c.signals[:k] {
		n.pool.drop(i)
	}
	c.signals = c.signals[:copy(c.signals, c.signals[k:])]
	c.last, c.old = max(0, c.last-k), max(0, c.old-k)
}
