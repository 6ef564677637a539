package bus

import (
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
	for k := len(l.order) - 1; k >= 0; k-- {
		l.tap = l.joinInto(n, l.tap, l.travelling(n, k, 1))
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
		x := &list[first]
		if x.rise < s.rise || x.rise == s.rise && l.header(n, x.first) > l.header(n, s.first) {
			s.rise, s.first = x.rise, x.first
		}
		s.fall, s.several = max(s.fall, x.fall), true
	}
	if first == k {
		return slices.Insert(list, k, s)
	}
	list[first] = s
	return slices.Delete(list, first+1, k)
}
