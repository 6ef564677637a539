package domain

import "github.com/csmacd/csmacd/phy"

// tidy forgets signals that have left every tap, if they are many, wherever they are in the list: one that never
// ends, such as the jam of a repeater whose stations collide in every bit time, keeps no other. What still matters of
// them is in the taps.
func (n *Network) tidy(c *channel) {
	most := 16
	switch {
	case c.hub:
		most = max(64, 2*len(c.stations))
	case n.mayHearAlike(c):
		most = 64
	}
	if len(c.signals) < most {
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
	if spent < most/2 {
		return
	}
	for _, i := range c.stations {
		n.digestTap(c, i, n.now)
		if !c.hub {
			n.noteForgotten(c, i, before)
		}
	}
	c.dirty = true
	n.forgetSpent(c, before)
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
	kept, last, old := c.signals[:0], c.last, c.old
	for at, k := range c.signals {
		if !n.spent(c, n.at(k), before) {
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

// spanOf returns the longest delay that a signal of a channel can have. On a cable an echo seems to come from beyond its end, and
// a port that sent may have been shut since.
func (n *Network) spanOf(c *channel, s *signal) phy.Time {
	if c.hub {
		return c.span
	}
	return n.reach(c, s)
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
