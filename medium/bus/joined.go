package bus

import (
	"cmp"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// joined is signals from one side that overlap, in the same way wherever they are heard from there. Its times are those at
// place 0.
type joined struct {
	rise, fall phy.Time
	first      int32 // the index of the first signal; of several that begin together, of one with the longest header
	several    bool
}

// header returns the length of the header of a signal, given by its index.
func (l *listeners) header(n *Network, k int32) phy.Time {
	if l.same > 0 {
		return l.same
	}
	return n.header(&l.order[k].frame)
}

// reception returns signals as they are heard some time later.
func (l *listeners) reception(n *Network, j *joined, by phy.Time) reception {
	s := l.order[j.first]
	if j.several {
		return reception{rise: j.rise + by, fall: j.fall + by, signals: 2, damaged: true, header: n.header(&s.frame)}
	}
	return n.heardAs(s, j.rise+by, j.fall+by, false)
}

// travelling returns the k-th of the signals by place, with its times at place 0, if it travels from its
// sender in one direction: to the right with sign -1, to the left with sign 1. In a star every
// place is 0, and every distance the same.
func (l *listeners) travelling(n *Network, k int, sign phy.Time) joined {
	s := l.order[k]
	shift := sign * n.stations[s.frame.Source].pos
	if n.star {
		shift = n.delay
	}
	return joined{s.start + shift, s.end + shift, int32(k), false}
}

// mostJoined returns how many joined receptions are kept for a number of signals.
// Signals that hardly overlap make as many as the square of their number.
func mostJoined(signals int) int { return 1<<16 + 8*signals }

// suffixes works out right: for the first k of each place, the signals of the senders from the k-th on, joined. It
// returns false if they are too many.
func (l *listeners) suffixes(n *Network) bool {
	l.store = l.store[:0]
	l.right = slices.Grow(l.right[:0], len(l.order)+1)[:len(l.order)+1]
	l.right[len(l.order)] = nil
	l.tap = l.tap[:0]
	for k := len(l.order); k > 0; {
		to := k
		for k--; k > 0 && n.together(l.order[k-1].frame.Source, l.order[k].frame.Source); {
			k--
		}
		l.tap = l.joinAll(n, l.tap, k, to, 1)
		at := len(l.store)
		if at+len(l.tap) > mostJoined(len(l.order)) {
			return false
		}
		l.store = append(l.store, l.tap...)
		l.right[k] = l.store[at:len(l.store):len(l.store)]
	}
	return true
}

// worthMerging is the least number of signals of a place that are merged with others and not added one by one. Tests lower it.
var worthMerging = 8

// joinAll adds the signals of a place, from one index on and before another, as they travel in one direction, to some that do not
// overlap, in order of time. Many of them are merged with those, so that the work does not grow with the product of their
// numbers.
func (l *listeners) joinAll(n *Network, list []joined, from, to int, sign phy.Time) []joined {
	if !extended || to-from < worthMerging {
		for k := from; k < to; k++ {
			list = l.joinInto(n, list, l.travelling(n, k, sign))
		}
		return list
	}
	l.own = l.own[:0]
	for k := from; k < to; k++ {
		l.own = append(l.own, l.travelling(n, k, sign))
	}
	slices.SortFunc(l.own, func(a, b joined) int { return cmp.Compare(a.rise, b.rise) })
	all, own, others := l.spare[:0], l.own, list
	for len(own)+len(others) > 0 {
		var s joined
		if len(others) == 0 || len(own) > 0 && own[0].rise <= others[0].rise {
			s, own = own[0], own[1:]
		} else {
			s, others = others[0], others[1:]
		}
		if k := len(all) - 1; k >= 0 && s.rise < all[k].fall {
			l.join(n, &all[k], &s)
		} else {
			all = append(all, s)
		}
	}
	l.spare = list
	return all
}

// join adds signals from the same side that overlap others.
func (l *listeners) join(n *Network, j, s *joined) {
	if s.rise < j.rise || s.rise == j.rise && l.header(n, s.first) > l.header(n, j.first) {
		j.rise, j.first = s.rise, s.first
	}
	j.fall, j.several = max(j.fall, s.fall), true
}

// joinInto adds a signal to some that do not overlap, in order of time.
func (l *listeners) joinInto(n *Network, list []joined, s joined) []joined {
	k := len(list)
	for k > 0 && list[k-1].rise >= s.fall {
		if k--; extended && len(list)-k == 8 { // later ones
			k = sort.Search(k, func(k int) bool { return list[k].rise >= s.fall })
			break
		}
	}
	first := k
	for first > 0 && list[first-1].fall > s.rise {
		first--
		l.join(n, &s, &list[first])
	}
	if first == k {
		return slices.Insert(list, k, s)
	}
	list[first] = s
	return slices.Delete(list, first+1, k)
}
