package bus

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// clash determines which transmissions of the next contention round collide, and when each one
// ends. It returns false if they do not form a contention round.
func (n *Network) clash() bool {
	v := &n.rounds
	if extended && v.deciding != nil {
		return v.deciding.clash(n)
	}
	if extended && !n.detects {
		return n.overlapUndetected()
	}
	p := &n.stations[0].rules.Params
	if n.star {
		return n.metInStar(v.next, p)
	}
	if len(v.next) == 2 && v.sure && len(n.watch.taps) == 0 {
		n.twoMet(&v.next[0], &v.next[1], p)
		return true
	}
	v.sortByPlace()
	return n.metOnCable(v.next, p)
}

// twoMet is metOnCable for two transmissions, in any order, if every collision is one fragment at every tap.
func (n *Network) twoMet(a, b *transmission, p *mac.Params) {
	v := &n.rounds
	v.groups, v.apart.is, v.odd = 1, false, false
	d := n.distance(a.station, b.station)
	_, a.end = p.JamAfter(a.start, b.start+d)
	_, b.end = p.JamAfter(b.start, a.start+d)
}

// collide makes the stations of a collision back off, or goes on with their frames if they do not detect it.
func (n *Network) collide() {
	v := &n.rounds
	if v.open { // a frame may arrive at a station before or after its transmission ends
		slices.SortFunc(v.next, func(a, b transmission) int { return cmp.Compare(a.end, b.end) })
	}
	n.sums.Attempts += uint64(len(v.next))
	if extended && !n.detects {
		n.sendOver()
		return
	}
	n.sums.Collisions += v.groups
	if !v.odd {
		n.sums.fragments++ // for all stations that are not part of it
	}
	for k := range v.next {
		s := &v.next[k]
		st := &n.stations[s.station]
		st.waitedUntil(s.start)
		m := &n.digest.stations[st.record-1]
		if !v.odd {
			m.fragments++
		}
		if extended && n.watch.atOnce {
			n.watchEnd(k)
		}
		if !v.careful && n.retry(s, st, m) {
			if extended && n.watch.atOnce {
				n.watchRetry(k, st)
			}
			continue
		}
		if extended && n.watch.atOnce {
			n.watchLater(k) // whatever happens now
		}
		if v.open {
			n.settleUntil(s.end)
			n.now = s.end
			n.note(medium.TxEnd, s.station, &n.queue.head(st).frame, st.collisions+1)
		}
		n.now = s.end
		n.collided(s.station, n.markOf(s.station), s.start, false)
	}
	n.watch.atOnce = false
	n.endWith(v.next)
	n.quiet = max(n.quiet, n.air.ends.everywhere(n))
	n.sums.Shares.Collision += n.air.ends.last - v.first
	n.now = n.air.ends.last
}

// endWith makes the last edges those of a collision.
func (n *Network) endWith(round []transmission) {
	e := &n.air.ends
	*e = noEnds
	if n.star {
		for k := range round {
			e.join(round[k].end, 0, round[k].station)
		}
		return
	}
	right, left, last := e.right, e.left, e.last
	for k := range round {
		end, pos := round[k].end, n.stations[round[k].station].pos
		right, left, last = max(right, end-pos), max(left, end+pos), max(last, end)
	}
	e.right, e.left, e.last = right, left, last
}

// retry is [Network.collided] for the usual case: another attempt is allowed, and the policy is a table.
func (n *Network) retry(s *transmission, st *station, m *stationDigest) bool {
	r := st.rules
	k := int(st.collisions) + 1
	if k >= r.AttemptLimit || r.table == nil {
		return false
	}
	st.collisions, st.fresh = uint8(k), r.GapAfterBackoff
	n.digest.Add(&m.name, s.start, s.end, 1|uint64(mac.Retry)<<1)
	slots := int32(r.table.Draw(k, &st.rng))
	wait := phy.Time(min(slots, r.most)) * r.SlotTime
	until := s.end + min(min(wait, phy.Forever)+r.BackoffDelay, phy.Forever)
	if n.watch.kinds.Has(medium.Backoff) {
		n.now = s.end
		n.showBackoff(s.station, k, slots, until)
	}
	if until > s.end {
		st.state, st.ready = backing, until
		n.agenda.Push(agenda.New(until, settling, s.station, backoffEnd, 0, 0))
	} else {
		n.now = s.end
		n.makeReady(s.station)
	}
	return true
}

// listenToRound counts what stations heard of the last contention round.
func (n *Network) listenToRound() {
	if n.rounds.open || n.star || !n.detects { // else it is sorted
		n.sortRound(n.rounds.last)
	}
	if n.rounds.apart.was {
		n.listenApart(n.rounds.last)
	} else {
		n.listeners.listenToChain(n, n.rounds.last)
	}
}

// metOnCable determines the ends of the transmissions of a contention round, which is sorted by
// place. Each is cut by the first signal that reaches its sender: that of one neighbour, or of both
// at once.
func (n *Network) metOnCable(round []transmission, p *mac.Params) bool {
	v := &n.rounds
	v.groups, v.apart.is = 1, false
	onward := false // the transmission before this one met this one first
	last := len(round) - 1
	pos := n.stations[round[0].station].pos
	left := phy.Forever // the instant at which the signal of the one before arrives
	end := phy.Time(0)
	for k := range round {
		s := &round[k]
		right, ahead := phy.Forever, pos
		if k < last {
			next := &round[k+1]
			ahead = n.stations[next.station].pos
			right = next.start + (ahead - pos)
		}
		if k > 0 && !onward && left > right {
			v.groups++ // these two have not met: this one is of another group
		}
		onward = right <= left
		met := min(left, right)
		_, s.end = p.JamAfter(s.start, met)
		if !v.sure {
			if v.mixed {
				p = &n.stations[s.station].rules.Params
				_, s.end = p.JamAfter(s.start, met)
			}
			if v.unmet(p, s, met) {
				return false
			}
			// If the signals of neighbours overlap at both senders, they overlap at every tap.
			if k > 0 {
				if silence := s.silenceAfter(&round[k-1], left); silence >= v.apart.least {
					return false
				} else if silence >= 0 {
					v.apart.is = true
				}
			}
			end = max(end, s.end)
		}
		left = s.start + (ahead - pos)
		pos = ahead
	}
	v.odd = !v.sure && (v.apart.is || end+n.span-v.first >= p.Duration(p.MinFrame))
	return !v.apart.is || len(n.watch.taps) == 0 && n.passesFirst(round)
}

// metInStar is metOnCable for a star, where the distance between any two stations is the same. All
// transmissions meet the first one, and the first one meets the second. No signal ends before the
// first one has arrived everywhere, and none begins after that. At every tap there is therefore an
// instant at which all signals are heard, so that they form one chain.
func (n *Network) metInStar(round []transmission, p *mac.Params) bool {
	v := &n.rounds
	v.groups = 1
	first, second := firstTwo(round)
	end := phy.Time(0)
	for k := range round {
		s := &round[k]
		met := first + n.delay
		if s.start == first {
			met = second + n.delay
		}
		_, s.end = p.JamAfter(s.start, met)
		if v.mixed {
			p = &n.stations[s.station].rules.Params
			_, s.end = p.JamAfter(s.start, met)
		}
		if !v.sure && v.unmet(p, s, met) {
			return false
		}
		end = max(end, s.end)
	}
	v.odd = !v.sure && end+n.span-first >= p.Duration(p.MinFrame)
	return true
}

// firstTwo returns the first two starts of a contention round.
func firstTwo(round []transmission) (first, second phy.Time) {
	first, second = phy.Forever, phy.Forever
	for k := range round {
		s := round[k].start
		if s < first {
			first, second = s, first
		} else {
			second = min(second, s)
		}
	}
	return first, second
}

// unmet reports whether a collision may be too late for a frame, or is a late collision.
func (v *rounds) unmet(p *mac.Params, s *transmission, met phy.Time) bool {
	return p.Late(s.start, met) || met >= s.start+p.Duration(p.MinFrame)
}

// sortByPlace sorts the next contention round along the cable. It compares if there are two or
// three transmissions. If there are many, it marks the places that are taken, which is faster.
func (v *rounds) sortByPlace() {
	list := v.next
	if len(list) < 12 || len(list) < len(v.places)/8 {
		if len(list) > 24 {
			slices.SortFunc(list, func(a, b transmission) int { return cmp.Compare(v.rank.of(a.station), v.rank.of(b.station)) })
			return
		}
		for k := 1; k < len(list); k++ {
			s := list[k]
			place := v.rank.of(s.station)
			j := k
			for ; j > 0 && v.rank.of(list[j-1].station) > place; j-- {
				list[j] = list[j-1]
			}
			list[j] = s
		}
		return
	}
	for k := range list {
		v.takePlace(k)
	}
	sorted := v.sorted[:0]
	for w, word := range v.places {
		v.places[w] = 0
		for ; word != 0; word &= word - 1 {
			sorted = append(sorted, list[v.at[w*64+bits.TrailingZeros64(word)]])
		}
	}
	v.next, v.sorted = sorted, list
}
