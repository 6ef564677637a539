package bus

import (
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// listenToAll counts what all stations heard of signals, in order of start, that have left the
// cable, and that no other signal overlapped at any tap: those at a time that no other of them
// overlaps.
func (n *Network) listenToAll(signals []signal) {
	from, past := 0, noEnds
	for k := range signals {
		if k > from && n.apart(signals, &past, k, 0) {
			n.listenTo(signals[from:k])
			from, past = k, noEnds
		}
		past.add(&signals[k])
	}
	n.listenTo(signals[from:])
}

// listenTo counts what all stations heard of signals between two silences.
func (n *Network) listenTo(signals []signal) {
	if !n.settleAll(signals, 1) {
		n.listen(signals)
	}
}

// listen is listenTo for signals that are not the same at every tap.
func (n *Network) listen(signals []signal) {
	l := &n.listeners
	if l.groups == nil {
		l.init(n)
	}
	l.order = l.order[:0]
	l.keys = n.byPlace(signals, l.keys, false)
	for _, key := range l.keys {
		l.order = append(l.order, &signals[uint32(key)])
	}
	l.round = l.round[:0]
	for _, s := range l.order {
		l.round = append(l.round, transmission{s.frame.Source, s.start, s.end})
	}
	if l.listenBriefly(n, l.round) {
		return
	}
	if l.isChain(n, signals) {
		l.listenToChain(n, l.round)
		return
	}
	if !l.suffixes(n) {
		n.listenOneByOne(signals)
		return
	}
	l.left = l.left[:0]
	places := extended && !n.star // senders are counted with those at their places
	for k := 0; ; {
		from := k
		for k < len(l.order) && (k == from || n.together(l.order[k].frame.Source, l.order[from].frame.Source)) {
			k++
		}
		for g := range l.groups {
			group := &l.groups[g]
			lo, hi := 0, len(group.places)
			if from > 0 {
				lo = group.after(n, l.order[from-1].frame.Source, 1, places)
			}
			if from < len(l.order) {
				hi = group.after(n, l.order[from].frame.Source, 0, places)
			}
			l.between(n, group, l.right[from], lo, hi)
		}
		if from == len(l.order) {
			return
		}
		if places {
			l.senders(n, l.order[from:k], l.right[from])
		} else {
			l.sender(n, l.order[from].frame.Source, from, k, l.right[k])
		}
		l.left = l.joinAll(n, l.left, from, k, -1)
	}
}

// together reports whether two stations hear the same, their own transmissions included, as stations at one place on a
// cable do. (The program of the page counts by stations and not by places, which is slower and less code.)
func (n *Network) together(i, j int32) bool {
	return i == j || extended && !n.star && n.stations[i].pos == n.stations[j].pos
}

// senders takes out of what the senders at a place on a cable are counted to have heard that in which they had a part.
// The signals of each are in order of time, and what comes from the right holds all of them.
func (l *listeners) senders(n *Network, signals []*signal, right []joined) {
	pos := n.stations[signals[0].frame.Source].pos
	var c chain
	rise, fall := phy.Forever, phy.Forever
	for k, s := range signals {
		i := s.frame.Source
		if s.start < rise || s.start >= fall {
			c, rise, fall = l.around(n, right, pos, s.start)
		} else if k > 0 && signals[k-1].frame.Source == i {
			continue // they are parts of one chain
		}
		for g := range l.groups {
			group := &l.groups[g]
			if r := group.ranked(n, i, 0); r < len(group.stations) && group.stations[r] == i {
				l.count(n, group, &c, r, r+1, ^uint64(0))
			}
		}
	}
}

// around returns the chain at a place in which a signal from there begins at an instant, with its rise and its fall. What comes
// from the right holds the signal.
func (l *listeners) around(n *Network, right []joined, x, at phy.Time) (c chain, rise, fall phy.Time) {
	left := l.left
	i := sort.Search(len(left), func(k int) bool { return left[k].fall+x > at })
	j := sort.Search(len(right), func(k int) bool { return right[k].fall-x > at })
	rise, fall = right[j].rise-x, right[j].fall-x
	i0, j0 := i, j
	i, j, fall = overlapping(left, right, i, j+1, x, fall)
	if i0 < i {
		rise = min(rise, left[i0].rise+x)
	}
	for {
		switch {
		case i0 > 0 && left[i0-1].fall+x > rise:
			i0--
			rise = min(rise, left[i0].rise+x)
			continue
		case j0 > 0 && right[j0-1].fall-x > rise:
			j0--
			rise = min(rise, right[j0].rise-x)
			continue
		}
		break
	}
	return l.chain(n, left[i0:i], right[j0:j], x, fall), rise, fall
}

// listenOneByOne is listen, station by station.
func (n *Network) listenOneByOne(signals []signal) {
	end := phy.Time(0)
	for k := range signals {
		end = max(end, signals[k].end)
	}
	dirty := n.taps.dirty
	n.beginDigest()
	n.digestOf(signals, end+n.span+1)
	n.taps.dirty = dirty
}

// sender counts what the sender of some of the signals, those from one index on and before another, in order of time, heard of
// others.
func (l *listeners) sender(n *Network, i int32, from, to int, right []joined) {
	left, pos := l.left, n.stations[i].pos
	for len(left)+len(right) > 0 {
		fall, mine := firstRise(left, right, pos)+1, false
		if from < to {
			fall = min(fall, l.order[from].start+1)
		}
		j, k := 0, 0
		for again := true; again; {
			again = false
			if j < len(left) && left[j].rise+pos < fall {
				fall, again = max(fall, left[j].fall+pos), true
				j++
			}
			if k < len(right) && right[k].rise-pos < fall {
				fall, again = max(fall, right[k].fall-pos), true
				k++
			}
			if from < to && l.order[from].start < fall {
				fall, again, mine = max(fall, l.order[from].end), true, true
				from++
			}
		}
		if !mine {
			c := l.chain(n, left[:j], right[:k], pos, fall)
			n.receivedAs(i, c.length, c.damaged, c.frame)
		}
		left, right = left[j:], right[k:]
	}
}

// overlapping returns how far a chain at a place goes that lasts up to an instant so far: the index of the first signal from the
// left that is not part of it, of the i-th and those after it, that of the first from the right, of the j-th and those after
// it, and its fall.
func overlapping(left, right []joined, i, j int, x, fall phy.Time) (int, int, phy.Time) {
	for again := true; again; {
		again = false
		for i < len(left) && left[i].rise+x < fall {
			fall, again = max(fall, left[i].fall+x), true
			i++
		}
		for j < len(right) && right[j].rise-x < fall {
			fall, again = max(fall, right[j].fall-x), true
			j++
		}
	}
	return i, j, fall
}

// firstRise returns the first rise at a place of signals from the left and from the right.
func firstRise(left, right []joined, x phy.Time) phy.Time {
	rise := phy.Forever
	if len(left) > 0 {
		rise = left[0].rise + x
	}
	if len(right) > 0 {
		rise = min(rise, right[0].rise-x)
	}
	return rise
}

// chain returns the chain at a place that consists of some signals from the left and some from the right, and whose fall is given.
func (l *listeners) chain(n *Network, left, right []joined, x, fall phy.Time) chain {
	rise, first := phy.Forever, joined{}
	if len(left) > 0 {
		rise, first = left[0].rise+x, left[0]
	}
	if len(right) > 0 && right[0].rise-x <= rise {
		if at := right[0].rise - x; at < rise || l.header(n, right[0].first) > l.header(n, first.first) {
			rise, first = at, right[0]
		}
	}
	c := chain{fall - rise - l.header(n, first.first), 0, true, nil}
	if len(left)+len(right) == 1 && !first.several {
		s := l.order[first.first]
		if c.damaged, c.frame = s.damaged(), &s.frame; s.flawed {
			c.length = fall - rise - s.header
		}
	}
	return c
}

// between counts what the stations of a group from one rank up to another heard.
func (l *listeners) between(n *Network, g *listenerGroup, right []joined, from, to int) {
	for from < to {
		end := l.merge(n, g, right, from, to)
		for k := range l.merged {
			l.count(n, g, &l.merged[k], from, end, 1)
		}
		from = end
	}
}

// merge works out the chains that the station of a rank heard, and returns up to which rank the same edges bound them. With the
// place, signals from the left come later, and those from the right earlier. What is twice the place is compared
// with twice the place at which two edges meet.
func (l *listeners) merge(n *Network, g *listenerGroup, right []joined, from, to int) int {
	left, x, last := l.left, g.places[from], 2*g.places[to-1]
	l.merged = l.merged[:0]
	until := min(last+1, parting(left, right, 2*x, last))
	for i, j := 0, 0; i < len(left) || j < len(right); {
		i0, j0 := i, j
		if i > 0 && j < len(right) { // there is a silence before it, until they meet
			until = min(until, right[j].rise-left[i-1].fall+1)
		}
		var fall phy.Time
		i, j, fall = overlapping(left, right, i, j, x, firstRise(left[i:], right[j:], x)+1)
		c := l.chain(n, left[i0:i], right[j0:j], x, fall)
		switch { // When do both edges change places?
		case i == i0 || j == j0:
		case left[i0].rise+x > right[j0].rise-x:
			c.slope = 2
		case left[i0].rise+x == right[j0].rise-x:
			c.slope = 2
			if l.header(n, left[i0].first) != l.header(n, right[j0].first) {
				until = min(until, 2*x+1)
			}
		default:
			until = min(until, right[j0].rise-left[i0].rise)
		}
		if i > i0 && j > j0 && left[i-1].fall+x < right[j-1].fall-x {
			c.slope -= 2
			until = min(until, right[j-1].fall-left[i-1].fall)
		}
		l.merged = append(l.merged, c)
	}
	if until > last {
		return to
	}
	return g.before((until+1)>>1, from, to)
}

// parting returns twice the first place at which two signals that overlap before part, so that there is a silence between them: more than
// from and not more than to, which are twice places, or Forever.
func parting(left, right []joined, from, to phy.Time) phy.Time {
	first, j := phy.Forever, 0
	for i := range left {
		rise := left[i].rise
		for j < len(right) && right[j].fall-rise <= from {
			j++
		}
		for k := j; k < len(right) && right[k].fall-rise <= to; k++ {
			d := right[k].fall - rise
			if i > 0 && k+1 < len(right) && right[k+1].rise-left[i-1].fall < d {
				continue // others are in between
			}
			first, to = d, d-1
		}
	}
	return first
}
