package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// What the stations on a cable hear between two silences is mostly alike: one frame, or one fragment. It is
// counted once for each class of them, and taken back where a station sent itself. A station with a
// fault may hear something else: its tap is digested by itself. What is not alike is counted tap by tap. What
// overlaps what was before stays until the taps are digested.

// byGeneration says that what the stations on a cable hear is counted from silence to silence, with faults, too. Tests turn it off:
// then all taps are digested one by one.
var byGeneration = extended

// settleAlike counts the last generation of signals of a cable, if it is over, and forgets those of earlier ones that have been
// counted.
func (n *Network) settleAlike(c *channel) {
	if signals := c.signals[c.last:]; len(signals) > 0 && n.areOver(c, signals) {
		if extended {
			n.digestOdd(c, n.at(signals[0]).start)
		}
		if extended && n.countInPart(c, signals) {
			signals = nil
		}
		for len(signals) > 0 {
			k := n.touching(c, signals)
			n.countPart(c, signals[:k])
			signals = signals[k:]
		}
	}
	kept := c.signals[:0]
	for k, j := range c.signals {
		if k < c.last && n.at(j).count && !(extended && c.joined) {
			n.pool.drop(j)
			continue
		}
		kept = append(kept, j)
	}
	c.signals, c.last = kept, len(kept)
}

// touching returns the number of the first of some signals after which the others begin when all of them have ended, at each tap
// of a cable.
func (n *Network) touching(c *channel, signals []uint32) int {
	if !extended {
		return len(signals)
	}
	last := phy.Forever
	for k, j := range signals {
		s := n.at(j)
		if s.start >= last {
			return k
		}
		if k == 0 {
			last = s.start
		}
		last = max(last, s.end+n.spanOf(c, s))
	}
	return len(signals)
}

// countPart counts signals that are over, at once if all stations have heard the same of them.
func (n *Network) countPart(c *channel, signals []uint32) {
	if n.heardAlike(c, signals) {
		n.countAlike(c, signals)
	} else if extended {
		n.countEach(c, signals)
	}
}

// countAlike counts signals that all stations of a cable have heard alike.
func (n *Network) countAlike(c *channel, signals []uint32) {
	if extended {
		for _, i := range n.odd {
			n.countHeard(i, signals, ^uint64(0))
		}
	}
	for k := range c.classes {
		x := &c.classes[k]
		judged, f := n.judgeAlike(x.rules, signals)
		n.countReception(&x.counts, judged, f, 1)
	}
	for k, j := range signals {
		s := n.at(j)
		s.count = true
		if i := s.source; s.ofStation() && !slices.ContainsFunc(signals[:k], func(l uint32) bool { return n.at(l).source == i }) {
			if !extended || !slices.Contains(n.odd, i) {
				n.countHeard(i, signals, ^uint64(0))
			}
		}
	}
}

// digestOdd finds the stations on a cable that may not have heard, as all others have, what was sent from an instant on, because of
// a fault, and counts what they have heard.
func (n *Network) digestOdd(c *channel, from phy.Time) {
	n.odd = n.odd[:0]
	n.judgeHushed(c)
	for _, i := range c.faulty {
		if n.stations[i].fault.concerns(from) {
			n.odd = append(n.odd, i)
			n.digestTap(c, i, n.now)
		}
	}
}

// judgeHushed notes for stations on a cable that nobody hears, and that send, what carrier they have sensed, before it is forgotten.
func (n *Network) judgeHushed(c *channel) {
	for _, i := range c.faulty {
		if st := &n.stations[i]; st.tx.hushed && st.state == sending && !st.full {
			n.judgeCarrier(i, n.now)
		}
	}
}

// concerns reports whether a station with faults may hear what is sent from an instant on in another way than stations without.
func (f *faults) concerns(from phy.Time) bool {
	d := len(f.deaf)
	return len(f.clocks) > 0 || d > 0 && f.deaf[d-1].to > from
}

// countEach counts signals that the stations on a cable may have heard in different ways: by ranges of places, where those that sent
// or have a fault are counted by themselves.
func (n *Network) countEach(c *channel, signals []uint32) {
	n.countRanges(c, signals)
	for _, i := range n.odd {
		n.discount(c, i, signals)
	}
	n.eachSender(signals, func(i int32) {
		n.discount(c, i, signals)
		for _, r := range n.chains(i, n.heard[:0], signals) {
			n.received(i, &r)
		}
	})
	for _, j := range signals {
		n.at(j).count = true
	}
}

// eachSender calls f once for each station that sends one of some signals, and is not odd.
func (n *Network) eachSender(signals []uint32, f func(i int32)) {
	for k, j := range signals {
		s := n.at(j)
		if i := s.source; s.ofStation() && !slices.Contains(n.odd, i) && !slices.ContainsFunc(signals[:k], func(l uint32) bool { return n.at(l).source == i }) {
			f(i)
		}
	}
}

// countHeard counts signals that all stations of a cable have heard alike for one of them, or takes that back.
func (n *Network) countHeard(i int32, signals []uint32, times uint64) {
	st := &n.stations[i]
	judged, f := n.judgeAlike(n.channels[st.channel].classes[st.class].rules, signals)
	n.countReception(&st.sums.Counters, judged, f, times)
}

// mayHearAlike reports whether the stations of a cable that have no fault hear the same.
func (n *Network) mayHearAlike(c *channel) bool {
	return !c.picky && (c.wire == nil || extended && c.wire.intact())
}

// areOver reports whether all stations of a cable have heard all of some signals, and nothing of them together with others.
func (n *Network) areOver(c *channel, signals []uint32) bool {
	if !byGeneration && (extended || n.planned > 0) || c.picky || n.at(signals[0]).start < c.digested {
		return false
	}
	for _, j := range signals {
		if !n.passed(c, n.at(j)) {
			return false
		}
	}
	return n.standApart(c, signals)
}

// heardAlike reports whether each tap of a cable hears one frame, or one fragment, of some signals that are over.
func (n *Network) heardAlike(c *channel, signals []uint32) bool {
	first, last := n.at(signals[0]).start, n.at(signals[0]).end
	if !n.mayHearAlike(c) {
		return false
	}
	for _, j := range signals {
		if s := n.at(j); s.bit > 0 || s.hushed || s.stray || s.none() || extended && (s.bounded || s.echo || s.of > 0 || n.reach(c, s) > c.span) {
			return false
		}
	}
	if len(signals) == 1 {
		return !n.at(signals[0]).flawed
	}
	for k, j := range signals {
		s := n.at(j)
		if s.end-s.start <= c.span || k > 0 && s.start+c.span >= last {
			return false // some taps may hear two chains
		}
		last = max(last, s.end)
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
		if o.count || o.end+n.spanOf(c, o) <= n.at(signals[0]).start {
			continue
		}
		for _, j := range signals {
			if s := n.at(j); o.end+n.between(c, o, s) > s.start {
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
		if extended {
			n.shareOut(&n.channels[k])
		}
		for j := range n.channels[k].classes {
			if !n.channels[k].hub {
				n.channels[k].classes[j].counts = mac.Counters{}
			}
		}
	}
}
