package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
)

// What the stations on a cable hear between two silences is mostly alike: one frame, or one fragment. It is
// counted once for each class of them, and taken back where a station sent itself. Otherwise it stays until
// the taps are digested, one by one.

// settleAlike counts the last generation of signals of a cable, if all stations have heard the same of it,
// and forgets those of earlier ones that have been counted.
func (n *Network) settleAlike(c *channel) {
	if signals := c.signals[c.last:]; len(signals) > 0 && n.heardAlike(c, signals) {
		n.countAlike(c, signals)
	}
	kept := c.signals[:0]
	for k, j := range c.signals {
		if k < c.last && n.at(j).count {
			n.pool.drop(j)
			continue
		}
		kept = append(kept, j)
	}
	c.signals, c.last = kept, len(kept)
}

// countAlike counts signals that all stations of a cable have heard alike.
func (n *Network) countAlike(c *channel, signals []uint32) {
	for k := range c.classes {
		x := &c.classes[k]
		judged, f := n.judgeAlike(x.rules, signals)
		n.countReception(&x.counts, judged, f, 1)
	}
	for k, j := range signals {
		s := n.at(j)
		s.count = true
		if i := s.source; s.ofStation() && !slices.ContainsFunc(signals[:k], func(l uint32) bool { return n.at(l).source == i }) {
			st := &n.stations[i]
			judged, f := n.judgeAlike(st.rules, signals)
			n.countReception(&st.sums.Counters, judged, f, ^uint64(0))
		}
	}
}

// mayHearAlike reports whether the stations of a cable do not differ in what they hear.
func (n *Network) mayHearAlike(c *channel) bool {
	return n.planned == 0 && c.noise == nil && !c.picky
}

// heardAlike reports whether each tap of a cable hears one frame, or one fragment, of some signals.
func (n *Network) heardAlike(c *channel, signals []uint32) bool {
	if !n.mayHearAlike(c) || n.at(signals[0]).start < c.digested {
		return false
	}
	first, last := n.at(signals[0]).start, n.at(signals[0]).end
	for k, j := range signals {
		s := n.at(j)
		switch {
		case s.bit > 0 || s.hushed || s.stray || s.none() || s.end+c.span >= n.now:
			return false
		case len(signals) == 1:
			return true
		case s.end-s.start <= c.span, k > 0 && s.start+c.span >= last:
			return false // some taps may hear two chains
		}
		last = max(last, s.end)
	}
	if !n.standApart(c, signals) {
		return false
	}
	for k := range c.classes {
		if judged, _ := n.receive(c.classes[k].rules, last+c.span-first, 0, true); judged != mac.Fragment {
			return false
		}
	}
	return true
}

// standApart reports whether signals of a cable rise at no tap before those of earlier generations have fallen there. The
// first one waited for a gap, but a repeater that jams does not.
func (n *Network) standApart(c *channel, signals []uint32) bool {
	for _, k := range c.signals[:c.last] {
		o := n.at(k)
		if o.count || o.end+c.span <= n.at(signals[0]).start {
			continue
		}
		for _, j := range signals {
			s := n.at(j)
			d := abs(o.pos - s.pos)
			if len(c.stations) > 0 && n.stations[c.stations[0]].star {
				d = c.span
			}
			if o.end+d > s.start {
				return false
			}
		}
	}
	return true
}

// judgeAlike returns how stations with some rules judge what they heard, and the frame that it was.
func (n *Network) judgeAlike(r *rules, signals []uint32) (mac.Reception, *medium.Frame) {
	if len(signals) > 1 {
		return mac.Fragment, nil
	}
	s := n.at(signals[0])
	judged, _ := n.receive(r, s.end-s.start-s.header, 0, s.jammed)
	return judged, &s.frame
}

// divide adds what all stations on a cable have heard to the counters of each, before they can differ.
func (n *Network) divide() {
	for i := range n.stations {
		st := &n.stations[i]
		if c := &n.channels[st.channel]; !c.hub {
			addHeard(&st.sums.Counters, &c.classes[st.class].counts)
		}
	}
	for k := range n.channels {
		for j := range n.channels[k].classes {
			if !n.channels[k].hub {
				n.channels[k].classes[j].counts = mac.Counters{}
			}
		}
	}
}
