package bus

import (
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// Digests of thousands of signals at thousands of taps. A tap need not look at each of the signals: what
// lies between two silences is counted by ranges of places, like what has been forgotten, and of what is left a
// tap hears what comes from the left and from the right, which is joined from sender to sender.

// digestAllReceptions counts the receptions that ended at each tap before the instant h.
func (n *Network) digestAllReceptions(h phy.Time) {
	all, t := n.air.signals, &n.taps
	if !extended {
		n.digestOf(all, h)
		return
	}
	n.air.settle()
	left := sort.Search(min(len(n.air.past), len(all)), func(k int) bool { return n.air.past[k].last+n.span >= t.upTo })
	from, to := n.undivided(h)
	if to-from < worthSweeping {
		n.digestOf(all[left:], h) // those before have been digested at every tap
		return
	}
	if from > 0 || t.upTo > 0 {
		n.digestOf(all[left:from], h) // with what the taps hold
	}
	n.listenToAll(all[from:to])
	if to < len(all) {
		n.digestOf(all[to:], h)
	}
}

// worthSweeping is the least number of signals that are not looked at tap by tap. Tests lower it.
var worthSweeping = 16

// undivided returns a range of signals that begin, at every tap, after all before them, digested or
// not, have ended there, and end before the instant h and before all after them begin.
func (n *Network) undivided(h phy.Time) (from, to int) {
	a := &n.air
	a.settle()
	last := min(len(a.past), len(a.signals))
	from = sort.Search(last, func(k int) bool { return a.signals[k].start >= n.taps.upTo })
	for from < last && !n.apart(a.signals, a.pastOf(from-1), from, 0) {
		from++
	}
	to = sort.Search(last, func(k int) bool { return a.past[k].last+n.span >= h })
	for to > from && !n.apart(a.signals, &a.past[to-1], to, 0) {
		to--
	}
	return from, to
}

// digestOf is digestAllReceptions for some signals, tap by tap.
func (n *Network) digestOf(signals []signal, h phy.Time) {
	all := n.air.signals
	n.air.signals = signals
	switch {
	case n.bunched:
		n.digestPlaces(h)
	case !extended || !n.sweep(h):
		for i := range n.taps.each {
			n.digestReceptions(int32(i), n.receptions(int32(i)), h)
		}
	}
	n.air.signals = all
}

// sweep is digestOf for stations at places of their own. It visits them in order of place. Signals that are digested
// at no tap yet and end before h at all of them are joined. It returns false if that is of no use.
func (n *Network) sweep(h phy.Time) bool {
	l, t := &n.listeners, &n.taps
	l.order, t.loose = l.order[:0], t.loose[:0]
	l.keys = n.byPlace(n.air.signals, l.keys)
	for _, key := range l.keys {
		if s := &n.air.signals[uint32(key)]; t.joinable(n, s, h) {
			l.order = append(l.order, s)
		}
	}
	if len(l.order) < worthSweeping || !l.suffixes(n) {
		return false
	}
	for k := range n.air.signals {
		if s := &n.air.signals[k]; !t.joinable(n, s, h) {
			t.loose = append(t.loose, s)
		}
	}
	l.left = l.left[:0]
	k := 0
	for r := range n.stations {
		i, own := n.ranked(r), k
		for k < len(l.order) && l.order[k].frame.Source == i {
			k++
		}
		n.hearSwept(i, l.order[own:k], l.right[k])
		n.digestReceptions(i, t.chain(), h)
		for _, s := range l.order[own:k] {
			l.left = l.joinInto(l.left, n.travelling(s, -1))
		}
	}
	return true
}

// joinable reports whether all taps hear all of a signal between the last digest and the instant h.
func (t *taps) joinable(n *Network, s *signal, h phy.Time) bool {
	return s.ended && s.end >= t.upTo && s.end+n.span < h
}

// hearSwept works out what a tap has heard: signals of its own, and those from the left and from the right, joined.
func (n *Network) hearSwept(i int32, own []*signal, right []int32) {
	t, pos := &n.taps, n.stations[i].pos
	t.heard = t.heard[:0]
	if open := &t.each[i].reception; open.signals > 0 {
		t.heard = append(t.heard, *open)
	}
	for _, s := range own {
		t.heard = append(t.heard, n.heardAs(s, s.start, s.end, true))
	}
	l := &n.listeners
	for _, k := range l.left {
		t.hear(&l.pool[k], pos)
	}
	for _, k := range right {
		t.hear(&l.pool[k], -pos)
	}
	for _, s := range t.loose {
		d := n.away(s, i, pos)
		rise, fall := s.start+d, phy.Forever
		if s.ended {
			fall = s.end + d
		}
		if fall >= t.upTo {
			t.heard = append(t.heard, n.heardAs(s, rise, fall, s.frame.Source == i))
		}
	}
}

// hear adds a reception, later by some time, to what a tap has heard.
func (t *taps) hear(r *reception, by phy.Time) {
	t.heard = append(t.heard, *r)
	x := &t.heard[len(t.heard)-1]
	x.rise, x.fall = x.rise+by, x.fall+by
}
