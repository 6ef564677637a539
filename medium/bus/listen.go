package bus

import (
	"slices"
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
	if l.isChain(n, &signals[0]) {
		l.listenToChain(n, l.round)
		return
	}
	if !l.suffixes(n) {
		n.listenOneByOne(signals)
		return
	}
	l.left = l.left[:0]
	shared := false // several senders stand at the place
	for k := 0; ; {
		from, before := k, shared
		for k < len(l.order) && (k == from || n.together(l.order[k].frame.Source, l.order[from].frame.Source)) {
			k++
		}
		shared = k > from && l.order[k-1].frame.Source != l.order[from].frame.Source
		for g := range l.groups {
			group := &l.groups[g]
			lo, hi := 0, len(group.places)
			if from > 0 {
				lo = group.after(n, l.order[from-1].frame.Source, 1, before)
			}
			if from < len(l.order) {
				hi = group.after(n, l.order[from].frame.Source, 0, shared)
			}
			l.between(n, group, l.right[from], lo, hi)
		}
		if from == len(l.order) {
			return
		}
		if !extended || !shared {
			l.sender(n, l.order[from].frame.Source, l.order[from:k], l.right[k])
		} else {
			l.senders(n, l.order[from:k], l.right[from])
		}
		for _, s := range l.order[from:k] {
			l.left = l.joinInto(l.left, n.travelling(s, -1))
		}
	}
}

// together reports whether two stations hear the same, their own transmissions included, as stations at one place on a
// cable do. (The program of the page counts by stations and not by places, which is slower and less code.)
func (n *Network) together(i, j int32) bool {
	return i == j || extended && !n.star && n.stations[i].pos == n.stations[j].pos
}

// senders takes out of what the senders at a place on a cable are counted to have heard that in which they had a part.
// The signals of each are in order of time, and what comes from the right holds all of them.
func (l *listeners) senders(n *Network, signals []*signal, right []int32) {
	l.merge(right, n.stations[signals[0].frame.Source].pos)
	for k, s := range signals {
		i := s.frame.Source
		at := sort.Search(len(l.merged), func(k int) bool { return l.merged[k].fall > s.start })
		c := &l.merged[at]
		if k > 0 && signals[k-1].frame.Source == i && signals[k-1].start >= c.rise {
			continue // they are parts of one chain
		}
		for g := range l.groups {
			group := &l.groups[g]
			if r := group.ranked(n, i, 0); r < len(group.stations) && group.stations[r] == i {
				l.count(n, group, c, r, r+1, ^uint64(0))
			}
		}
	}
}

// travelling returns a signal as a reception: its times at place 0, if it travels from its
// sender in one direction: to the right with sign -1, to the left with sign 1. In a star every
// place is 0, and every distance the same.
func (n *Network) travelling(s *signal, sign phy.Time) reception {
	shift := sign * n.stations[s.frame.Source].pos
	if n.star {
		shift = n.delay
	}
	return n.heardAs(s, s.start+shift, s.end+shift, false)
}

// mostJoined returns how many joined receptions are kept for a number of signals.
// Signals that hardly overlap make as many as the square of their number.
func mostJoined(signals int) int { return 1<<16 + 8*signals }

// suffixes works out right: for the first k of each place, the signals of the senders from the k-th on, joined. It
// returns false if they are too many.
func (l *listeners) suffixes(n *Network) bool {
	l.store, l.pool = l.store[:0], l.pool[:0]
	l.right = slices.Grow(l.right[:0], len(l.order)+1)[:len(l.order)+1]
	l.right[len(l.order)] = nil
	l.tap = l.tap[:0]
	for k := len(l.order) - 1; k >= 0; k-- {
		l.tap = l.joinInto(l.tap, n.travelling(l.order[k], 1))
		if k > 0 && n.together(l.order[k-1].frame.Source, l.order[k].frame.Source) {
			continue
		}
		at := len(l.store)
		if at+len(l.tap) > mostJoined(len(l.order)) {
			return false
		}
		l.store = append(l.store, l.tap...)
		l.right[k] = l.store[at:len(l.store):len(l.store)]
	}
	return true
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

// joinInto adds a signal to receptions that do not overlap, in order of time, by their numbers in the pool.
func (l *listeners) joinInto(list []int32, s reception) []int32 {
	k := len(list)
	for k > 0 && l.pool[list[k-1]].rise >= s.fall {
		if k--; extended && len(list)-k == 8 { // later ones
			k = sort.Search(k, func(k int) bool { return l.pool[list[k]].rise >= s.fall })
			break
		}
	}
	first := k
	for first > 0 && l.pool[list[first-1]].fall > s.rise {
		first--
		s.join(&l.pool[list[first]])
	}
	at := int32(len(l.pool))
	l.pool = append(l.pool, s)
	if first == k {
		return slices.Insert(list, k, at)
	}
	list[first] = at
	return slices.Delete(list, first+1, k)
}

// sender counts what the sender of some of the signals, in order of time, heard of others.
func (l *listeners) sender(n *Network, i int32, own []*signal, right []int32) {
	left, pos := l.left, n.stations[i].pos
	for len(left)+len(right) > 0 {
		rise := phy.Forever
		if len(left) > 0 {
			rise = l.pool[left[0]].rise + pos
		}
		if len(right) > 0 {
			rise = min(rise, l.pool[right[0]].rise-pos)
		}
		if len(own) > 0 {
			rise = min(rise, own[0].start)
		}
		heard := reception{fall: rise + 1} // nothing yet: a reception that is joined to it replaces it
		for again := true; again; {
			again = false
			if len(left) > 0 && l.pool[left[0]].rise+pos < heard.fall {
				heard.joinLater(&l.pool[left[0]], pos)
				left, again = left[1:], true
			}
			if len(right) > 0 && l.pool[right[0]].rise-pos < heard.fall {
				heard.joinLater(&l.pool[right[0]], -pos)
				right, again = right[1:], true
			}
			if len(own) > 0 && own[0].start < heard.fall {
				mine := n.heardAs(own[0], own[0].start, own[0].end, true)
				heard.join(&mine)
				own, again = own[1:], true
			}
		}
		n.received(i, &heard)
	}
}

// joinLater joins a reception that comes some time later.
func (r *reception) joinLater(s *reception, by phy.Time) {
	x := *s
	x.rise, x.fall = x.rise+by, x.fall+by
	r.join(&x)
}

// between counts what the stations of a group from one rank up to another heard. No sender
// stands among them.
func (l *listeners) between(n *Network, g *listenerGroup, right []int32, from, to int) {
	for from < to {
		// Up to the next place where an edge from the left meets one from the right.
		x, end := g.places[from], to
		last := g.places[to-1]
		j := 0 // those before end too early, at this edge from the left and at later ones
		for i := range l.left {
			a := &l.pool[l.left[i]]
			for j < len(right) && l.pool[right[j]].fall-a.rise < 2*x {
				j++
			}
			for k := j; k < len(right); k++ {
				b := &l.pool[right[k]]
				if b.rise-a.fall > 2*last {
					break
				}
				end = meeting(g, a.rise, b.rise, x, last, from, end)
				end = meeting(g, a.rise, b.fall, x, last, from, end)
				end = meeting(g, a.fall, b.rise, x, last, from, end)
				end = meeting(g, a.fall, b.fall, x, last, from, end)
				last = g.places[end-1]
			}
		}
		l.merge(right, x)
		for k := range l.merged {
			l.count(n, g, &l.merged[k], from, end, 1)
		}
		from = end
	}
}

// meeting returns the first rank at which the order of two edges is another than at place x,
// where a range begins; end if there is none before. One edge is at a+x and the other at b-x.
func meeting(g *listenerGroup, a, b, x, last phy.Time, from, end int) int {
	d := b - a // they are together at place d/2
	switch {
	case 2*x > d || 2*last < d:
		return end
	case 2*x == d:
		return min(end, g.before(x+1, from, end))
	}
	return min(end, g.before((d+1)/2, from, end))
}

// merge works out what is heard at a place.
func (l *listeners) merge(right []int32, x phy.Time) {
	l.merged = l.merged[:0]
	left := l.left
	for len(left) > 0 || len(right) > 0 {
		var c chain
		if len(right) == 0 || len(left) > 0 && l.pool[left[0]].rise+x <= l.pool[right[0]].rise-x {
			c = chain{l.pool[left[0]], -1}
			c.rise, c.fall = c.rise+x, c.fall+x
			left = left[1:]
		} else {
			c = chain{l.pool[right[0]], 1}
			c.rise, c.fall = c.rise-x, c.fall-x
			right = right[1:]
		}
		// slope holds, until it is done, that of the length by the rise alone.
		fall := -c.slope
		for again := true; again; {
			again = false
			if len(left) > 0 && l.pool[left[0]].rise+x < c.fall {
				r := l.pool[left[0]]
				r.rise, r.fall = r.rise+x, r.fall+x
				if r.fall > c.fall {
					fall = 1
				}
				c.join(&r)
				left, again = left[1:], true
			}
			if len(right) > 0 && l.pool[right[0]].rise-x < c.fall {
				r := l.pool[right[0]]
				r.rise, r.fall = r.rise-x, r.fall-x
				if r.fall > c.fall {
					fall = -1
				}
				c.join(&r)
				right, again = right[1:], true
			}
		}
		c.slope += fall
		l.merged = append(l.merged, c)
	}
}
