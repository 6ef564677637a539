package bus

import "sort"

// In a crowd, or near a station that never stops, carrier is on for the time of many signals. A station that looks back at
// it would visit all of them. But two signals that each reach the other's sender before it ends are one interval at every tap,
// since all edges travel at the same speed. So a row of signals, each joined in this way to one of the few before it, is one
// interval of carrier at every tap, and is passed by at once.

// mostBefore is the number of signals to which the next one may be joined.
const mostBefore = 8

// findUnbroken works out, for all signals that have ended, with which signal the row begins in which each is joined to one before.
func (n *Network) findUnbroken() {
	a := &n.air
	for k := int(a.linked - a.first); k < len(a.past); k++ {
		s := &a.signals[k]
		number := a.first + uint32(k)
		s.unbroken, s.leader = number, number
		if k == 0 {
			continue
		}
		row := a.after(a.signals[k-1].unbroken)
		for j := k - 1; j >= max(k-mostBefore, int(row-a.first)); j-- {
			y := &a.signals[j]
			d := n.away(y, s.frame.Source, s.pos)
			if y.start+d < s.end && (s.start+d < y.end || s.start+d == y.end && !s.again) {
				if s.unbroken = row; s.led > 0 && s.led <= number-row {
					s.leader = a.signals[k-1].leader
				}
				break
			}
		}
	}
	a.linked = a.first + uint32(len(a.past))
}

// rowOf returns the index of the first kept signal of the row of a signal that has ended.
func (a *air) rowOf(k int) int { return int(a.after(a.signals[k].unbroken) - a.first) }

// skipRow passes by the row of the k-th signal, which was added to some spans last. It returns the index of the first of the
// row, or k if more of it may matter than that it is on.
func (n *Network) skipRow(i int32, k int, spans []span) ([]span, int) {
	a, first := &n.air, &spans[len(spans)-1]
	n.findUnbroken()
	row := a.rowOf(k)
	if row == k || a.past[k].at(n, i) > first.fall {
		return spans, k
	}
	if s := &a.signals[k]; s.start+n.away(s, i, n.stations[i].pos) > first.fall {
		return spans, k // it is in a later one of them
	}
	return n.hearRow(i, row, k, spans), row
}

// hearRow adds the signals of a row, from one index on and before another, to the earliest of some spans, which is of signals of
// the row after them.
func (n *Network) hearRow(i int32, from, to int, spans []span) []span {
	a, first := &n.air, spans[len(spans)-1]
	pos, rise := n.stations[i].pos, first.rise
	hear := func(k int) {
		s := &a.signals[k]
		d := n.away(s, i, pos)
		spans = touchBack(spans, span{s.start + d, max(s.end+d, first.rise+1), false, s.again && d == 0})
		rise = min(rise, s.start+d)
	}
	own := n.sentBetween(i, from, to)
	if at, again, ok := n.risesFirst(i, from, to); ok {
		x := &spans[len(spans)-1]
		if at <= x.rise {
			x.again = again && (x.again || at < x.rise)
			x.rise = at
		}
		x.own = x.own || own >= 0
		return spans
	}
	if n.star {
		if hear(from); own > from { // what others send later is heard later, and after what the station itself has sent by then
			hear(own)
		}
	} else if a.signals[from].unbroken == a.first+uint32(from) { // all of the row is kept
		hear(from)
		late := from + sort.Search(to-from, func(k int) bool { return a.signals[from+k].start >= rise }) // these rise later
		for k := late - 1; k > from; k-- {
			k = int(a.signals[k].leader - a.first)
			hear(k)
		}
	} else {
		for k := from; k < to && a.signals[k].start < rise; k++ { // later ones rise later
			hear(k)
		}
	}
	if own >= 0 {
		spans[len(spans)-1].own = true
	}
	return spans
}

// sentBetween returns the index of a station's first transmission among the signals from one index on and before another; -1 if
// there is none.
func (n *Network) sentBetween(i int32, from, to int) int {
	a, first := &n.air, -1
	for s, number := a.lastOf(i), a.last[i]; s != nil; s, number = a.beforeOf(s), s.previous {
		k := int(number - a.first)
		if k < from {
			break
		}
		if k < to {
			first = k
		}
	}
	return first
}
