package bus

import (
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// many is the number of kept signals from which on those at the front are dropped as soon as the
// others are apart from them, even if no whole gap lies between them at every tap. Tests lower it.
var many = 64

// most bounds the number of kept signals above which those that have left the cable are digested tap by
// tap, if they are at least half. A digest costs as much as there are taps, and a silence may be near,
// so that the number grows with that of the stations. Only networks whose stations do not defer, or
// have different gaps, or are crowds, reach it. Tests lower it.
var most = 1 << 14

// fewKept is the number of kept signals up to which a digest did not leave too many.
const fewKept = 64

// newGeneration is called before each start of a station. It checks whether a whole gap lies
// between the start and everything before, so that the old generation can be forgotten.
func (n *Network) newGeneration(i int32) {
	a := &n.air
	if a.old > 0 && !n.gapSince(a.oldEnds.at(n, i)) {
		// This station started less than a whole gap after the old generation: the two are one
		// after all.
		a.ends.merge(a.oldEnds)
		a.oldEnds, a.old = noEnds, 0
	}
	switch {
	case len(a.signals) == a.old:
		// This start is the first of the new generation.
	case a.active == 0 && n.gapSince(a.ends.at(n, i)) && (a.old == 0 || n.now > a.oldEnds.last+n.span+n.gap):
		n.forget(a.old)
		a.old, a.oldEnds, a.ends = len(a.signals), a.ends, noEnds
	case len(a.signals) >= max(many, a.tryAt) && n.cut():
	case len(a.signals)-a.old >= max(n.tooMany(), a.digestAt) && n.passed(&a.signals[(a.old+len(a.signals))/2]):
		n.digestTaps(n.now)
		n.dropPassed()
		n.hearing.visits = 0
		left := len(a.signals) - fewKept // a long transmission keeps many that have passed, and a long cable many that have not
		a.digestAt = max(2*left, min(8*left, 1<<17))
	}
}

// tooMany returns the number of kept signals from which on the taps are digested: few, if looks have visited many of them.
func (n *Network) tooMany() int {
	if n.hearing.visits >= worthDigesting*len(n.stations) {
		return min(most, worthCounting)
	}
	return min(most, 256+4*len(n.stations))
}

// gapSince reports whether a whole gap of silence has passed since a fall of carrier, even if every
// gap is 0. A signal that begins at the instant at which another ends leaves no fall, unless it
// begins in the second pass, at the same place.
func (n *Network) gapSince(fall phy.Time) bool {
	if n.gap == 0 && n.now == fall {
		return n.pass > 0 && n.span == 0
	}
	return n.now >= fall+n.gap
}

// forget counts the receptions of the first k signals, a whole generation, and drops them.
func (n *Network) forget(k int) {
	if k == 0 {
		return
	}
	all := n.air.signals
	switch {
	case n.taps.dirty && n.taps.upTo > all[k].start:
		// The taps already hold part of the new generation.
		n.digestTaps(n.now)
	case n.taps.dirty:
		n.digestOnly(all[:k], n.now)
	default:
		n.listenToAll(all[:k])
		n.taps.since = false
	}
	n.air.drop(k)
}

// cut counts the receptions of signals at the front and drops them: they left every tap more than a
// gap ago, and nothing touches them at any tap. (If no station has a gap, the next signal may begin
// where they end: no station remembers what it heard before a fall.) It returns false if there are no
// such signals.
func (n *Network) cut() bool {
	a := &n.air
	a.settle()
	a.tryAt = len(a.signals) + many/2
	k := sort.Search(min(len(a.past), len(a.signals)-1), func(k int) bool { return a.past[k].last+n.span+n.gap >= n.now })
	forgotten := true
	if anew := n.lastApart(min(k, n.deferAnew())); anew > 0 && n.forgetsBefore(anew) {
		k = anew
	} else if k, forgotten = n.lastApart(k), false; k == 0 || len(a.signals) < len(n.stations)/2 {
		return false
	}
	if n.taps.dirty && n.taps.upTo > a.signals[k].start {
		return false
	}
	if !forgotten {
		n.rememberAll(k)
	}
	if n.taps.dirty {
		n.digestOnly(a.signals[:k], n.now)
	} else {
		n.listenToAll(a.signals[:k])
	}
	n.taps.since = !forgotten
	a.ends.merge(a.oldEnds)
	a.oldEnds, a.old = noEnds, 0
	a.drop(k)
	return true
}

// lastApart returns the last index, not after k, at which signals can be cut. It returns 0 if they cannot, or if
// only few are before it. Signals that are not apart never will be, so that it does not try them again.
func (n *Network) lastApart(k int) int {
	a := &n.air
	first := max(1+many/4, int(a.joined-a.first)+1)
	for j, silence := k, min(n.gap, 1); j >= first; j-- {
		if n.apart(a.signals, &a.past[j-1], j, silence) {
			return j
		}
	}
	if k >= first {
		a.joined = a.first + uint32(k)
	}
	return 0
}

// apart reports whether every signal from the k-th on begins, at every tap, at least some time after
// all before it have ended there, whose envelope is given. Both edges travel at the same speed, so
// that it is enough to compare at the sender's tap.
func (n *Network) apart(signals []signal, past *envelope, k int, time phy.Time) bool {
	all := past.last + n.span + time // later ones need no comparison
	for ; k < len(signals) && signals[k].start < all; k++ {
		if signals[k].start < past.at(n, signals[k].frame.Source)+time {
			return false
		}
	}
	return true
}

// deferAnew returns the last index such that no station remembers anything of the signals before it: there or
// later is one that has passed every tap and is as long as any gap. A gap that still ran when it came was over before it
// went, and carrier that rose in a gap begins a new one. Without such a signal it returns 0.
func (n *Network) deferAnew() int {
	a := &n.air
	if !n.senses {
		return len(a.signals)
	}
	l := &a.lastLong
	for k := int(l.seen - a.first); k < len(a.signals) && n.passed(&a.signals[k]); k++ {
		if n.isLong(&a.signals[k]) {
			l.number = a.first + uint32(k)
		}
		l.seen++
	}
	for k := len(a.signals) - 1; k >= int(l.seen-a.first); k-- {
		if s := &a.signals[k]; n.passed(s) && n.isLong(s) {
			return k
		}
	}
	return int(l.number - a.first)
}

// lastLong is the last signal, of those before one, that has passed every tap and is as long as any gap. Those before it
// have passed every tap.
type lastLong struct{ number, seen uint32 }

// isLong reports whether a signal is as long as any gap that may run when it comes.
func (n *Network) isLong(s *signal) bool {
	return s.end-s.start > n.gap || s.end-s.start == n.gap && !s.again
}

// forgetsBefore reports whether no station waits for a gap of its own to which the first k signals may matter.
func (n *Network) forgetsBefore(k int) bool {
	if !n.ownGaps {
		return true
	}
	if extended && n.firm != nil && n.firm.on {
		for _, i := range n.ready {
			if n.freshSince(i, k) {
				return false
			}
		}
		return true
	}
	for i := range n.stations {
		if n.freshSince(int32(i), k) {
			return false
		}
	}
	return true
}

// freshSince reports whether a station waits for a gap of its own to which the first k signals may matter.
func (n *Network) freshSince(i int32, k int) bool {
	st := &n.stations[i]
	return st.fresh && st.state == waiting && st.rules.FreshFrom(st.ready) < n.air.past[k-1].at(n, i)
}

// passed reports whether a signal left every tap before this instant.
func (n *Network) passed(s *signal) bool { return s.ended && s.end+n.span < n.now }

// dropPassed drops the signals at the front that have left every tap. What still matters of them is
// in the taps, and in the frames on their way to a group that they, or others, have already spoilt for a tap.
func (n *Network) dropPassed() {
	a := &n.air
	a.settle()
	k, judged := 0, n.judgedBefore()
	for k < len(a.signals) && n.passed(&a.signals[k]) && a.signals[k].end+n.span <= judged {
		k++
	}
	for j := k; j < len(a.signals); j++ {
		if s := &a.signals[j]; !s.spoilt && n.known.Group(s.frame.Destination) {
			// In a crowd the one before, which may be kept, spoils it as well.
			s.spoilt = j > 0 && n.overlapSomewhere(s, &a.signals[j-1]) || n.overlapsAny(s, k)
		}
	}
	a.ends.merge(a.oldEnds)
	a.oldEnds, a.old = noEnds, 0
	for j := k; j < len(a.signals); j++ {
		// A group whose representative is dropped gets another one, so that it stays one group and
		// is counted once.
		s, number := &a.signals[j], a.first+uint32(j)
		root := n.root(number)
		if r := a.at(root); root-a.first < uint32(k) {
			s.counted, r.group, root = r.counted, number, number
		}
		s.group = root
	}
	a.drop(k)
}

// judgedBefore returns an instant with this property: no signal before it belongs to a frame that
// is still to be judged, tap by tap, because its destination is an address without a station.
func (n *Network) judgedBefore() phy.Time {
	for i := range n.air.signals {
		if s := &n.air.signals[i]; n.known.Nobody(s.frame.Destination) && !n.passed(s) {
			return s.start
		}
	}
	return phy.Forever
}

// overlapsAny reports whether a signal overlaps any of the first k signals, which have ended, for more than an instant, at
// a tap that is not its sender's.
func (n *Network) overlapsAny(s *signal, k int) bool {
	a := &n.air
	for k--; k >= 0 && a.past[k].last+n.span > s.start; k-- {
		if n.overlapSomewhere(s, &a.signals[k]) {
			return true
		}
	}
	return false
}

// overlapSomewhere is overlapsAny for one signal.
func (n *Network) overlapSomewhere(s, y *signal) bool {
	// They overlap where the first takes longer from its sender than the second by less than most, and more than least.
	most, least := y.end-s.start, y.start-s.end
	if !y.ended {
		most = n.now - s.start // it may end earlier than planned, but not before
	}
	d := n.distance(s.frame.Source, y.frame.Source)
	switch {
	case most <= -d || least >= d:
		return false
	case d > 0 && least < d && d < most:
		return true // at the tap of the other sender
	}
	if n.star {
		return len(n.stations) > 2 && least < 0 && 0 < most
	}
	if !extended {
		for j := range int32(len(n.stations)) {
			longer := n.distance(j, s.frame.Source) - n.distance(j, y.frame.Source)
			if j != s.frame.Source && least < longer && longer < most {
				return true
			}
		}
		return false
	}
	// Along the cable that grows or shrinks.
	right := n.stations[y.frame.Source].pos > n.stations[s.frame.Source].pos
	ranked := func(r int) (i int32, longer phy.Time) {
		if i = n.ranked(r); !right {
			i = n.ranked(len(n.stations) - 1 - r)
		}
		return i, n.distance(i, s.frame.Source) - n.distance(i, y.frame.Source)
	}
	r := sort.Search(len(n.stations), func(r int) bool {
		_, longer := ranked(r)
		return longer > least
	})
	for ; r < len(n.stations); r++ {
		if i, longer := ranked(r); i != s.frame.Source {
			return longer < most
		}
	}
	return false
}

// link joins a signal that has just detected a collision and the signal that it met into one group
// of attempts: a collision on the medium.
func (n *Network) link(number uint32) {
	s := n.air.at(number)
	n.join(number, s.via)
	if !s.tied {
		return
	}
	a := &n.air
	a.settle()
	root := n.root(number)
	top := -1 // the signal from which on all so far are of one group
	for k := len(a.signals) - 1; k >= 0; k-- {
		if k < len(a.past) && a.past[k].at(n, s.frame.Source) <= n.now {
			return // none of them is heard any more
		}
		y := &a.signals[k]
		same := y.group == root
		heard := !same && n.hearsNow(s, y)
		if same || heard && n.root(a.first+uint32(k)) == root {
			if top < 0 {
				top = k
			}
			if k = 0; a.held(y.run) {
				k = int(y.run - a.first)
			}
			a.signals[top].run = a.first + uint32(k)
			continue
		}
		top = -1
		if heard {
			n.join(number, a.first+uint32(k))
		}
	}
}

// hearsNow reports whether the sender of a signal hears another station's.
func (n *Network) hearsNow(s, y *signal) bool {
	d := n.away(y, s.frame.Source, s.pos)
	return y.frame.Source != s.frame.Source && y.start+d <= n.now && (!y.ended || y.end+d > n.now)
}

func (n *Network) join(a, b uint32) {
	if !n.air.held(b) {
		b = a
	}
	a, b = n.root(a), n.root(b)
	x, y := n.air.at(a), n.air.at(b)
	switch {
	case x.counted == uncounted && y.counted == uncounted:
		n.sums.Collisions++
		x.counted = countedNow
	case x.counted == uncounted:
		x.counted = y.counted
	case a != b && x.counted == countedNow && y.counted == countedNow:
		n.sums.Collisions--
	}
	y.group = a
}

// root returns the signal that represents a group.
func (n *Network) root(number uint32) uint32 {
	for n.air.held(number) {
		up := n.air.at(number).group
		if up == number {
			return number
		}
		if n.air.held(up) {
			n.air.at(number).group = n.air.at(up).group
		}
		number = up
	}
	return number
}
