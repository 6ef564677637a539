package bus

import (
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// mostBrief is the number of places of senders up to which chains are counted between each two. Tests lower it.
var mostBrief = 64

// brief is scratch for signals so close together that every chain of them is a fragment at every tap. Then
// only the number of chains counts.
type brief struct {
	left  []span // of signals from the left, joined; times less the place
	right []span // of signals from each sender on, joined; times plus the place
	place []int  // the indices of the first sender at each place, and their number
	from  []int  // where those from each place on begin in right; before that, those from the next one on end
	tap   []span
}

// listenBriefly is listen for transmissions, by place of the sender, whose chains are all fragments. It returns
// false if they may not be. What comes from the left does not overlap, nor does what comes from the right,
// so that each overlap of the two makes one chain of two.
func (l *listeners) listenBriefly(n *Network, order []transmission) bool {
	first, last, longest := phy.Forever, phy.Time(0), phy.Time(0)
	for k := range order {
		s := &order[k]
		first, last, longest = min(first, s.start), max(last, s.end), max(longest, s.end-s.start)
	}
	if l.brief == nil {
		l.brief = new(brief)
	}
	b := l.brief
	length := n.sums.headers + phy.Time(8*n.sums.shortest)*n.bit
	if longest >= length {
		return false
	}
	short := last+n.span-first < length
	if short && n.oneFragment(order) {
		return true
	}
	if b.findPlaces(n, order); len(b.place) > mostBrief+1 {
		return false
	}
	b.comeFromRight(n, order)
	if !short && !b.areFragments(n, order, length) {
		return false
	}
	if l.groups == nil {
		l.init(n)
	}
	b.left = b.left[:0]
	for p := range b.place[1:] {
		senders := order[b.place[p]:b.place[p+1]]
		l.heardBriefly(n, order, p)
		if n.star || !extended {
			b.sender(n, senders[0].station, senders, b.fromRight(p+1))
		} else {
			b.senders(n, senders, b.fromRight(p))
		}
		for k := range senders {
			b.comeFromLeft(n, &senders[k])
		}
	}
	l.heardBriefly(n, order, len(b.place)-1)
	return true
}

// heardBriefly counts what the stations heard from those after the senders at the place before on, to those before
// the senders at a place. On a cable those at that place are counted as well, even if they sent, and there are none
// before them.
func (l *listeners) heardBriefly(n *Network, order []transmission, p int) {
	b := l.brief
	right := b.fromRight(p)
	for g := range l.groups {
		group := &l.groups[g]
		lo, hi := 0, len(group.places)
		if p > 0 {
			lo = group.after(n, order[b.place[p]-1].station, 1, !n.star)
		}
		if p < len(b.place)-1 {
			hi = group.after(n, order[b.place[p]].station, 0, !n.star)
		}
		b.between(group, right, lo, hi)
	}
}

// after is ranked, or the rank of the first station after the place of a station.
func (g *listenerGroup) after(n *Network, i int32, more int32, place bool) int {
	rank := g.ranked(n, i, more)
	if !extended || !place {
		return rank
	}
	return g.before(n.stations[i].pos+1, rank, len(g.places))
}

// findPlaces finds which senders stand at one place. In a star each stands by itself.
func (b *brief) findPlaces(n *Network, order []transmission) {
	b.place = b.place[:0]
	for k := range order {
		if k == 0 || !n.together(order[k-1].station, order[k].station) {
			b.place = append(b.place, k)
		}
	}
	b.place = append(b.place, len(order))
}

// comeFromLeft adds a signal to left.
func (b *brief) comeFromLeft(n *Network, s *transmission) {
	_, shift := n.shifts(s.station)
	b.left = overlapInto(b.left, span{rise: s.start + shift, fall: s.end + shift})
}

// areFragments reports whether every chain at every tap is shorter than some time. Between two neighbouring
// senders it takes what comes from the left and from the right for as long as it is anywhere there.
func (b *brief) areFragments(n *Network, order []transmission, time phy.Time) bool {
	b.left = b.left[:0]
	from, to := phy.Time(0), phy.Time(0) // in a star
	if !n.star {
		from = n.leftmost
	}
	for p := 0; ; p++ {
		switch {
		case n.star:
		case p < len(b.place)-1:
			to = n.stations[order[b.place[p]].station].pos
		default:
			to = n.leftmost + n.span
		}
		if !shorter(b.left, b.fromRight(p), from, to, time) {
			return false
		}
		if p == len(b.place)-1 {
			return true
		}
		for k := b.place[p]; k < b.place[p+1]; k++ {
			b.comeFromLeft(n, &order[k])
		}
		from = to
	}
}

// shorter reports whether the chains of two lists are shorter than some time at every place from one to another.
func shorter(left, right []span, from, to, time phy.Time) bool {
	rise, fall := phy.Time(0), -phy.Forever
	for len(left)+len(right) > 0 {
		var s span
		if len(right) == 0 || len(left) > 0 && left[0].rise+from <= right[0].rise-to {
			s, left = span{rise: left[0].rise + from, fall: left[0].fall + to}, left[1:]
		} else {
			s, right = span{rise: right[0].rise - to, fall: right[0].fall - from}, right[1:]
		}
		if s.rise >= fall {
			rise = s.rise
		}
		if fall = max(fall, s.fall); fall-rise >= time {
			return false
		}
	}
	return true
}

// oneFragment counts transmissions, by place of the sender, that are one fragment at every tap if they are one chain:
// neighbours overlap at both senders, so that they overlap at every tap. Otherwise it returns false.
func (n *Network) oneFragment(order []transmission) bool {
	for k := range order[1:] {
		if x, y := &order[k], &order[k+1]; x.station == y.station || !n.overlap(x, y) {
			return false
		}
	}
	n.sums.fragments++
	for k := range order {
		n.markOf(order[k].station).fragments++
	}
	return true
}

// comeFromRight works out right.
func (b *brief) comeFromRight(n *Network, order []transmission) {
	b.right, b.tap = b.right[:0], b.tap[:0]
	last := len(b.place) - 1
	b.from = slices.Grow(b.from[:0], last+1)[:last+1]
	b.from[last] = 0
	for p := last - 1; p >= 0; p-- {
		for k := b.place[p+1] - 1; k >= b.place[p]; k-- {
			shift, _ := n.shifts(order[k].station)
			b.tap = overlapInto(b.tap, span{rise: order[k].start + shift, fall: order[k].end + shift})
		}
		b.right = append(b.right, b.tap...)
		b.from[p] = len(b.right)
	}
}

// fromRight returns what comes from the senders at the p-th place on.
func (b *brief) fromRight(p int) []span {
	if p+1 == len(b.from) {
		return nil
	}
	return b.right[b.from[p+1]:b.from[p]]
}

// between counts what the stations of a group from one rank up to another heard. No sender stands among
// them.
func (b *brief) between(g *listenerGroup, right []span, from, to int) {
	if from >= to || len(b.left)+len(right) == 0 {
		return
	}
	chains := len(b.left) + len(right)
	first, last := g.places[from], g.places[to-1]
	j := 0 // those before end too early, for this one from the left and for later ones
	for _, x := range b.left {
		for j < len(right) && right[j].fall-x.rise <= 2*first {
			j++
		}
		for k := j; k < len(right) && right[k].rise-x.fall < 2*last; k++ {
			y := &right[k] // at place p they overlap if y.rise-p < x.fall+p and x.rise+p < y.fall-p
			lo, hi := (y.rise-x.fall)>>1+1, (y.fall-x.rise+1)>>1
			if lo <= first && last < hi {
				chains-- // everywhere
				continue
			}
			since := g.before(lo, from, to)
			g.add(heardFragments, since, g.before(hi, since, to), ^uint64(0))
		}
	}
	g.add(heardFragments, from, to, uint64(chains))
}

// senders takes out of what the senders at a place on a cable are counted to have heard that in which they had a part.
// The transmissions of each are in order of time, and what comes from the right holds all of them.
func (b *brief) senders(n *Network, transmissions []transmission, right []span) {
	for len(transmissions) > 0 {
		i, own := transmissions[0].station, 1
		for own < len(transmissions) && transmissions[own].station == i {
			own++
		}
		parts := uint64(1)
		if own > 1 {
			parts = b.parts(n, transmissions[:own], right)
		}
		n.markOf(i).fragments += parts
		transmissions = transmissions[own:]
	}
}

// parts returns the number of chains that contain some transmissions of a station, at its tap.
func (b *brief) parts(n *Network, own []transmission, right []span) (chains uint64) {
	pos := n.stations[own[0].station].pos
	left := b.left
	for len(own) > 0 {
		rise := phy.Forever
		if len(left) > 0 {
			rise = left[0].rise + pos
		}
		if len(right) > 0 {
			rise = min(rise, right[0].rise-pos)
		}
		fall := rise + 1
		for again := true; again; {
			again = false
			if len(left) > 0 && left[0].rise+pos < fall {
				fall, left, again = max(fall, left[0].fall+pos), left[1:], true
			}
			if len(right) > 0 && right[0].rise-pos < fall {
				fall, right, again = max(fall, right[0].fall-pos), right[1:], true
			}
		}
		mine := uint64(0)
		for len(own) > 0 && own[0].start < fall {
			own, mine = own[1:], 1
		}
		chains += mine
	}
	return chains
}

// sender counts what the sender of some of the signals, in order of time, heard of others, in a star.
func (b *brief) sender(n *Network, i int32, own []transmission, right []span) {
	toRight, toLeft := n.stations[i].pos, -n.stations[i].pos
	fragments, left := uint64(0), b.left
	for len(left)+len(right) > 0 {
		rise, mine := phy.Forever, false
		if len(left) > 0 {
			rise = left[0].rise + toRight
		}
		if len(right) > 0 {
			rise = min(rise, right[0].rise+toLeft)
		}
		if len(own) > 0 {
			rise = min(rise, own[0].start)
		}
		fall := rise + 1
		for again := true; again; {
			again = false
			if len(left) > 0 && left[0].rise+toRight < fall {
				fall, left, again = max(fall, left[0].fall+toRight), left[1:], true
			}
			if len(right) > 0 && right[0].rise+toLeft < fall {
				fall, right, again = max(fall, right[0].fall+toLeft), right[1:], true
			}
			if len(own) > 0 && own[0].start < fall {
				fall, own, mine, again = max(fall, own[0].end), own[1:], true, true
			}
		}
		if !mine {
			fragments++
		}
	}
	n.sumsOf(i).Counters.Fragments += fragments
}

// ranked returns the rank of a station, and more, or that of the first after it.
func (g *listenerGroup) ranked(n *Network, i int32, more int32) int {
	if len(g.stations) == len(n.stations) {
		return int(n.rank.of(i) + more)
	}
	return g.rank(n.stations[i].pos, i+more)
}

// overlapInto adds an interval to some that do not overlap, in order. Those that only touch stay apart.
func overlapInto(list []span, s span) []span {
	k := len(list)
	for k > 0 && list[k-1].rise >= s.fall {
		k--
	}
	first := k
	for first > 0 && list[first-1].fall > s.rise {
		first--
		s.own = s.own || list[first].own
	}
	if first == k {
		return slices.Insert(list, k, s)
	}
	s.rise, s.fall = min(s.rise, list[first].rise), max(s.fall, list[k-1].fall)
	list[first] = s
	return slices.Delete(list, first+1, k)
}
