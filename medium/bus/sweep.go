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
	swept := extended && n.prepareSweep(h)
	switch {
	case n.bunched:
		n.digestPlaces(h, swept)
	case swept:
		n.sweep(h)
	default:
		for i := range n.taps.each {
			n.digestReceptions(int32(i), n.receptions(int32(i)), h)
		}
	}
	n.air.signals = all
}

// prepareSweep joins the signals that are digested at no tap yet and end before h at all of them. It returns false if
// that is of no use.
func (n *Network) prepareSweep(h phy.Time) bool {
	l, t := &n.listeners, &n.taps
	if n.star && n.bunched {
		return false // there is one place
	}
	l.order, t.loose, t.alive.order = l.order[:0], t.loose[:0], t.alive.order[:0]
	l.keys = n.byPlace(n.air.signals, l.keys, true)
	for _, key := range l.keys {
		switch s := &n.air.signals[uint32(key)]; {
		case !s.ended || s.end >= h || n.star && s.end+n.delay >= h:
			t.alive.order = append(t.alive.order, s)
		case s.end+n.span < t.upTo:
			// All taps have digested it.
		case s.end+n.span < h && (n.star || s.end >= t.upTo):
			l.order = append(l.order, s)
		default:
			t.loose = append(t.loose, s)
		}
	}
	if len(l.order) < worthSweeping || !l.suffixes(n) {
		return false
	}
	t.alive.begin(n)
	l.left, l.swept = l.left[:0], 0
	return true
}

// sweep is digestOf for stations at places of their own. It visits them in order of place.
func (n *Network) sweep(h phy.Time) {
	for r := range n.stations {
		i := n.ranked(r)
		own := n.sweptAt(i)
		n.hearSwept(i, own, h)
		n.digestReceptions(i, n.taps.chain(), h)
		n.passPlace(own)
	}
}

// sweptAt returns the joined signals of the senders at a station's place, which is the next one in order.
func (n *Network) sweptAt(i int32) []*signal {
	l := &n.listeners
	from := l.swept
	for l.swept < len(l.order) && n.together(l.order[l.swept].frame.Source, i) {
		l.swept++
	}
	return l.order[from:l.swept]
}

// passPlace adds the signals of a place to those that come from the left.
func (n *Network) passPlace(own []*signal) {
	l := &n.listeners
	l.left = l.joinAll(n, l.left, l.swept-len(own), l.swept, -1)
}

// hearSwept works out what a tap has heard: signals of its place, and those from the left and from the right, joined.
func (n *Network) hearSwept(i int32, own []*signal, h phy.Time) {
	t, pos := &n.taps, n.stations[i].pos
	t.heard = t.heard[:0]
	if open := &t.each[i].reception; open.signals > 0 {
		t.heard = append(t.heard, *open)
	}
	for _, s := range own {
		if s.end >= t.upTo {
			t.heard = append(t.heard, n.heardAs(s, s.start, s.end, s.frame.Source == i))
		}
	}
	if rise := n.hearAlive(i, h); rise < h {
		t.heard = append(t.heard, reception{rise: rise, fall: phy.Forever, signals: 1})
	}
	for _, s := range t.loose {
		if d := n.away(s, i, pos); s.end+d >= t.upTo {
			t.heard = append(t.heard, n.heardAs(s, s.start+d, s.end+d, s.frame.Source == i))
		}
	}
	l := &n.listeners
	t.sorted[0] = len(t.heard)
	for k := range l.left {
		t.heard = append(t.heard, l.reception(n, &l.left[k], pos))
	}
	t.sorted[1] = len(t.heard)
	right := l.right[l.swept]
	for k := range right {
		t.heard = append(t.heard, l.reception(n, &right[k], -pos))
	}
}
