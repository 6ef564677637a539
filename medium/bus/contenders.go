package bus

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// free returns the end of the gap at a station's tap after the last contention round.
func (n *Network) free(i int32) phy.Time {
	return n.air.ends.at(n, i) + n.stations[i].rules.Gap
}

// prospect is what is known about the next contention round.
type prospect uint8

const (
	nobody prospect = iota // no station has anything to send, as far as is known
	notYet                 // it may not be over, everywhere, before the given instant
	now
	again // the stations that were ready are so no more
)

// contenders makes the next contention round of the stations that can take part in it, if it is
// over before until. Otherwise n.ready holds all stations that are ready.
func (n *Network) contenders(until phy.Time) prospect {
	v := &n.rounds
	for {
		for len(n.ready) == 0 {
			if e, ok := n.agenda.TakeOnly(until, backoffEnd); ok {
				n.now = e.At
				n.makeReady(e.Station())
				break
			}
			next := n.agenda.Next()
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
		if extended && v.deciding != nil {
			return v.deciding.contend(n, until)
		}
		if v.looks == nil {
			break
		}
		if p := v.looks.contend(n, until); p != again {
			return p
		}
	}
	v.next, v.first = v.next[:0], phy.Forever
	late := n.enter(n.ready)
	entered := len(n.ready)
	if v.first >= until-v.crash {
		return notYet
	}
	// A station that is not ready before the first signal reaches it does not start. A station that
	// becomes ready now may be the first, so that jobs may be processed up to two spans after it.
	// If that could be later than an end of this contention round, they are processed one by one,
	// and only up to one span after the first.
	if v.open && !v.sure {
		for next := n.agenda.Next(); next <= v.first+n.span; next = n.agenda.Next() {
			if !n.settleUntil(next) {
				return nobody
			}
			late += n.enter(n.ready[entered:])
			entered = len(n.ready)
		}
	} else if !n.settleUntil(v.first + n.span) {
		return nobody
	}
	if entered < len(n.ready) {
		late += n.enter(n.ready[entered:])
	}
	if len(n.watch.keys) > 0 {
		n.watch.showBefore(v.first) // nothing more can happen before
	}
	n.ready = n.ready[:0]
	if late > 0 && len(v.next) > 1 {
		n.split()
		for _, s := range n.admit() {
			n.ready = append(n.ready, s.station)
		}
	}
	if len(v.next) == 1 {
		s := &v.next[0]
		st := &n.stations[s.station]
		s.end = s.start + st.rules.Duration(int(n.queue.head(st).frame.Size))
		if s.end >= until-n.span {
			n.ready = append(n.ready, s.station)
			return notYet
		}
	}
	return now
}

// split moves the stations of the next contention round that become ready after the gap to the late ones.
func (n *Network) split() {
	v := &n.rounds
	all := v.next
	v.next, v.late = all[:0], v.late[:0]
	for _, s := range all {
		if s.start > n.free(s.station) {
			v.late = append(v.late, s)
		} else {
			v.next = append(v.next, s)
		}
	}
}

// admit adds the stations that become ready after the gap to the next contention round, except
// those that hear it before they start. It returns those.
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
		// No signal is earlier than the first.
		if s.start > v.first && (many && n.reachesFromNeighbours(s.station) < s.start || !many && n.hears(v.next, &s)) {
			heard = append(heard, s)
			continue
		}
		v.next = append(v.next, s)
		if many {
			v.takePlace(len(v.next) - 1)
		}
	}
	if many {
		v.leavePlaces()
	}
	return heard
}

// enter adds stations that are ready to the next contention round, as if they heard nothing of it. It returns how many
// become ready after the gap: those may hear it before they start.
func (n *Network) enter(stations []int32) (late int) {
	v := &n.rounds
	next, first := v.next, v.first
	watched := n.watch.kinds.Has(medium.Defer)
	for _, i := range stations {
		st := &n.stations[i]
		free := n.free(i)
		if watched && st.ready <= free {
			n.watchWait(st, i, free)
		}
		start := max(st.ready, free)
		if st.ready > free {
			late++
		}
		next = append(next, transmission{station: i, start: start})
		first = min(first, start)
	}
	v.next, v.first = next, first
	return late
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

// reaches returns the instant at which the first signal of a contention round reaches a station that is not
// part of it.
func (n *Network) reaches(round []transmission, i int32) phy.Time {
	if n.star {
		return n.rounds.first + n.delay
	}
	at := phy.Forever
	for k := range round {
		at = min(at, round[k].start+n.distance(round[k].station, i))
	}
	return at
}

// reachesFromNeighbours is reaches for a contention round of many stations, whose places are marked. It
// looks only at the next transmission on either side, which are the first to be heard, and not at each of
// thousands for each of thousands.
func (n *Network) reachesFromNeighbours(i int32) phy.Time {
	v := &n.rounds
	at := phy.Forever
	place := v.rank.of(i)
	w := int(place / 64)
	for word, left := v.places[w]&(1<<(place%64)-1), w; ; word = v.places[left] {
		if word != 0 {
			x := &v.next[v.at[left*64+63-bits.LeadingZeros64(word)]]
			at = x.start + n.distance(x.station, i)
			break
		}
		if left--; left < 0 {
			break
		}
	}
	for word, right := v.places[w]&^(1<<(place%64)-1), w; ; word = v.places[right] {
		if word != 0 {
			x := &v.next[v.at[right*64+bits.TrailingZeros64(word)]]
			return min(at, x.start+n.distance(x.station, i))
		}
		if right++; right == len(v.places) {
			return at
		}
	}
}

// takePlace marks the place of a station of the next contention round.
func (v *rounds) takePlace(k int) {
	place := v.rank.of(v.next[k].station)
	v.places[place/64] |= 1 << (place % 64)
	v.at[place] = int32(k)
}

// leavePlaces takes back the marks of takePlace.
func (v *rounds) leavePlaces() {
	for k := range v.next {
		v.places[v.rank.of(v.next[k].station)/64] = 0
	}
}

// settleUntil does the jobs up to an instant, in which stations become ready and frames arrive. It
// returns false if the run was interrupted before.
func (n *Network) settleUntil(t phy.Time) bool {
	a := &n.agenda
	for jobs := 1; ; { // n.now may go back within a bucket; only makeReady reads it there
		for ; a.Near(t); jobs++ {
			if n.mustStop(jobs) {
				return false
			}
			e := a.Pop()
			n.now = e.At
			switch e.Job() {
			case backoffEnd:
				n.makeReady(e.Station())
			case release:
				n.released--
				n.rounds.looks.released(&e)
				n.ready = append(n.ready, e.Station()) // st.ready is the instant since when
			default:
				n.settle(e)
			}
		}
		// The ends of backoffs need not be sorted: their order does not matter.
		list, ok := a.Unsorted(t, backoffEnd)
		if !ok {
			return true
		}
		for k := range list {
			n.now = list[k].At
			n.makeReady(list[k].Station())
		}
	}
}
