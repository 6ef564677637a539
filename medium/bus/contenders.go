package bus

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// free is the end of the gap at a station's tap after the contention round that is over.
func (n *Network) free(i int32) phy.Time {
	return n.air.ends.at(n, i) + n.stations[i].rules.Gap
}

// prospect is what there is to be said of the next contention round.
type prospect uint8

const (
	nobody prospect = iota // is to send, as far as is known
	notYet                 // it is not sure to be over, everywhere, before an instant
	now
)

// contenders makes the next contention round of the stations whose frames can be in it, if it is
// over before until. Else n.ready are all who are ready.
func (n *Network) contenders(until phy.Time) prospect {
	v := &n.rounds
	for len(n.ready) == 0 {
		next := n.agenda.next()
		if next >= phy.Forever {
			return nobody
		}
		if next >= until {
			return notYet
		}
		if !n.settleUntil(next) {
			return nobody
		}
	}
	v.next, v.late, v.first = v.next[:0], v.late[:0], phy.Forever
	n.enter(n.ready)
	if v.first >= until-v.crash {
		return notYet
	}
	// Whoever is not ready before the first signal has reached it does not start. Who
	// becomes ready now may be the first, so that things may be settled up to two spans
	// after it. Where that could be later than an end of this contention round they are settled one
	// by one, up to one span after the first and no further.
	if v.open && !v.sure {
		for next := n.agenda.next(); next <= v.first+n.span; next = n.agenda.next() {
			if !n.enterUntil(next) {
				return nobody
			}
		}
	} else if !n.enterUntil(v.first + n.span) {
		return nobody
	}
	defers := n.admit()
	if len(v.next) == 1 {
		s := &v.next[0]
		st := &n.stations[s.station]
		s.end = s.start + st.rules.Duration(int(n.queue.head(st).frame.Size))
		if s.end >= until-n.span {
			return notYet
		}
	}
	n.ready = n.ready[:0]
	for k := range defers {
		n.ready = append(n.ready, defers[k].station)
	}
	return now
}

// admit has those who become ready after the gap be of the next contention round, but for those
// who hear it before, whom it gives.
func (n *Network) admit() (heard []transmission) {
	v := &n.rounds
	heard = v.late[:0]
	if len(v.late) > 1 {
		slices.SortFunc(v.late, func(a, b transmission) int { return cmp.Compare(a.start, b.start) })
	}
	many := !n.star && len(v.late) > 8 && len(v.next)+len(v.late) > 64
	if many {
		for k := range v.next {
			v.takePlace(k)
		}
	}
	for k := range v.late {
		s := v.late[k]
		// Nobody is before the first.
		if s.start > v.first && (many && n.hearsNeighbour(&s) || !many && n.hears(v.next, &s)) {
			heard = append(heard, s)
			continue
		}
		v.next = append(v.next, s)
		if many {
			v.takePlace(len(v.next) - 1)
		}
	}
	if many {
		for k := range v.next {
			v.places[v.place(v.next[k].station)/64] = 0
		}
	}
	return heard
}

// enter has stations be of the next contention round, if they are ready as the gap ends, or perhaps
// be of it.
func (n *Network) enter(stations []int32) {
	v := &n.rounds
	for _, i := range stations {
		ready, free := n.stations[i].ready, n.free(i)
		if ready <= free {
			v.next = append(v.next, transmission{station: i, start: free})
			v.first = min(v.first, free)
		} else {
			v.late = append(v.late, transmission{station: i, start: ready})
			v.first = min(v.first, ready)
		}
	}
}

// enterUntil has those be of the next contention round, or perhaps, who become ready up to an instant. It
// returns false where the run was interrupted.
func (n *Network) enterUntil(until phy.Time) bool {
	entered := len(n.ready)
	if !n.settleUntil(until) {
		return false
	}
	n.enter(n.ready[entered:])
	return true
}

// hears reports whether a signal of a contention round reaches a station before it can start.
func (n *Network) hears(round []transmission, s *transmission) bool {
	if n.star {
		return n.rounds.first+n.delay < s.start
	}
	for k := range round {
		if x := &round[k]; x.start+n.distance(x.station, s.station) < s.start {
			return true
		}
	}
	return false
}

// hearsNeighbour says so by the next one of the contention round on either side, which are the
// first to be heard: a contention round of thousands is not to be looked through for each of
// thousands.
func (n *Network) hearsNeighbour(s *transmission) bool {
	v := &n.rounds
	place := v.place(s.station)
	w := int(place / 64)
	for word, left := v.places[w]&(1<<(place%64)-1), w; ; word = v.places[left] {
		if word != 0 {
			x := &v.next[v.at[left*64+63-bits.LeadingZeros64(word)]]
			if x.start+n.distance(x.station, s.station) < s.start {
				return true
			}
			break
		}
		if left--; left < 0 {
			break
		}
	}
	for word, right := v.places[w]&^(1<<(place%64)-1), w; ; word = v.places[right] {
		if word != 0 {
			x := &v.next[v.at[right*64+bits.TrailingZeros64(word)]]
			return x.start+n.distance(x.station, s.station) < s.start
		}
		if right++; right == len(v.places) {
			return false
		}
	}
}

// takePlace marks the place of one of the next contention round.
func (v *rounds) takePlace(k int) {
	place := v.place(v.next[k].station)
	v.places[place/64] |= 1 << (place % 64)
	v.at[place] = int32(k)
}

// settleUntil does what is to be done up to an instant, in which stations become ready and
// frames arrive. It returns false where the run was interrupted before.
func (n *Network) settleUntil(t phy.Time) bool {
	a := &n.agenda
	for jobs := 1; ; { // n.now may go back, within a bucket: only makeReady reads it there
		for ; len(a.heap) > 0 && a.heap[0].at <= t; jobs++ {
			if n.mustStop(jobs) {
				return false
			}
			e := a.pop()
			n.now = e.at
			switch e.job() {
			case backoffEnd:
				n.makeReady(e.station())
			case release:
				n.ready = append(n.ready, e.station()) // since when it knows
			default:
				n.settle(e)
			}
		}
		if a.soon > t {
			return true
		}
		// No order matters between the ends of backoffs, so they need not be sorted.
		level, list := a.wheel.turn()
		for list != 0 {
			var e entry
			e, list = a.take(list)
			switch {
			case level > 0:
				a.push(e)
			case e.at <= t && e.job() == backoffEnd:
				n.now = e.at
				n.makeReady(e.station())
			default:
				a.pushNear(e)
			}
		}
	}
}
