package bus

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// stretch is where stations stand between two neighbouring senders of a collision that is one chain at every
// tap. Its first edge arrives there at a+x or at b-x, whichever is first, and its last one leaves at
// r+x or l-x, whichever is last.
type stretch struct {
	a, b, r, l phy.Time
	header     phy.Time
}

// length returns the length of the reception at a place.
func (s *stretch) length(x phy.Time) phy.Time {
	return max(s.r+x, s.l-x) - min(s.a+x, s.b-x) - s.header
}

// slope returns how the length of the reception changes with the place from one place on, and twice the
// place up to which it does.
func (s *stretch) slope(x phy.Time) (slope, until phy.Time) {
	slope, until = 2, phy.Forever
	if s.a+x < s.b-x {
		slope, until = 0, s.b-s.a
	}
	if s.l-x > s.r+x {
		slope, until = slope-2, min(until, s.l-s.r)
	}
	return slope, until
}

// verdict is how receptions of certain lengths are judged.
type verdict struct {
	kind        int
	least, most phy.Time // from least on, and less than most
}

// holds reports whether it is the verdict of a length.
func (v *verdict) holds(length phy.Time) bool { return v.least <= length && length < v.most }

// judge returns the verdict of a damaged reception.
func (g *listenerGroup) judge(length phy.Time) verdict {
	judged, octets := g.rules.Receive(length, true)
	v := verdict{kind: heardFragments}
	v.least, v.most = lengths(g.rules, judged, octets)
	switch judged {
	case mac.FCSError:
		v.kind = heardFCSErrors
	case mac.AlignmentError:
		v.kind = heardAlignmentErrors
	case mac.TooLong:
		v.kind = heardTooLong
	}
	return v
}

// listenToChain counts what all stations heard of two or more transmissions, in order of place, that are one
// chain of overlapping signals at every tap, and have headers of one length. Each station hears one damaged
// reception, except the senders, which have a part in it.
func (l *listeners) listenToChain(n *Network, round []transmission) {
	if l.groups == nil {
		l.init(n)
	}
	s := stretch{a: phy.Forever, b: phy.Forever, r: -phy.Forever, l: -phy.Forever, header: n.stations[round[0].station].rules.Header}
	l.ahead = slices.Grow(l.ahead[:0], len(round)+1)[:len(round)+1]
	l.ahead[len(round)] = phy.Forever
	for k := len(round) - 1; k >= 0; k-- {
		x := &round[k]
		to, from := n.shifts(x.station)
		s.b = min(s.b, x.start+to)
		s.r, s.l = max(s.r, x.end+from), max(s.l, x.end+to)
		l.ahead[k] = s.b
	}
	for g := range l.groups {
		l.groups[g].hearChain(n, &s, round, l.ahead)
	}
}

// shifts returns how much later a station's signal is at place 0 if it travels from its sender to the left, and
// if it travels to the right.
func (n *Network) shifts(i int32) (left, right phy.Time) {
	if n.star {
		return n.delay, n.delay
	}
	pos := n.stations[i].pos
	return pos, -pos
}

// hearChain is listenToChain for the stations of a group. ahead is the first edge, at place 0, of the
// transmissions from each on.
func (g *listenerGroup) hearChain(n *Network, s *stretch, round []transmission, ahead []phy.Time) {
	v := verdict{kind: -1}
	since := 0 // the rank from which on all have this verdict
	s.a, s.b = phy.Forever, ahead[0]
	from, own := 0, false
	for k := 0; ; k++ {
		to := len(g.places)
		if k < len(round) {
			to = g.ranked(n, round[k].station, 0)
		}
		for from < to {
			x := g.places[from]
			length := s.length(x)
			if !v.holds(length) {
				before := v.kind
				if v = g.judge(length); v.kind != before {
					if before >= 0 {
						g.add(before, since, from, 1)
					}
					since = from
				}
			}
			if own {
				g.add(v.kind, from, from+1, ^uint64(0))
				own = false
			}
			from = s.holdsTo(g, &v, from, to)
		}
		if k == len(round) {
			break
		}
		i := round[k].station
		own = to < len(g.stations) && g.stations[to] == i
		if _, right := n.shifts(i); n.star {
			s.a = s.b // of all
		} else {
			s.a, s.b = min(s.a, round[k].start+right), ahead[k+1]
		}
	}
	if v.kind >= 0 {
		g.add(v.kind, since, len(g.places), 1)
	}
}

// holdsTo returns a rank up to which the verdict of the station of a rank holds, of those up to another.
func (s *stretch) holdsTo(g *listenerGroup, v *verdict, from, to int) int {
	x, last := g.places[from], g.places[to-1]
	// The first edge is concave and the last one convex, so that the length is greatest at an end,
	// and least where the first edge turns.
	if v.holds(s.length(last)) {
		turn := min(max(x, (s.b-s.a)>>1), last)
		if s.length(turn)-2 >= v.least { // the turn may be half a picosecond later
			return to
		}
	}
	length := s.length(x)
	slope, until := s.slope(x)
	end := until>>1 + 1
	switch {
	case slope > 0:
		end = min(end, x+(v.most-length+1)/2) // those before have a length of less than most
	case slope < 0:
		end = min(end, x+(length-v.least)/2+1) // those before have a length of least at least
	}
	if end > last {
		return to
	}
	return g.before(end, from, to)
}

// sortRound sorts transmissions by place.
func (n *Network) sortRound(round []transmission) {
	slices.SortFunc(round, func(a, b transmission) int { return cmp.Compare(n.rank.of(a.station), n.rank.of(b.station)) })
}

// isChain reports whether [listeners.listenToChain] knows the signals, which are in order of start: each one overlaps the first
// of them, or one of the few before it, or each one its neighbours by place. Those that overlap at both senders overlap at
// every tap.
func (l *listeners) isChain(n *Network, signals []signal) bool {
	if len(signals) < 2 {
		return false
	}
	first := &signals[0]
	header := n.header(&first.frame)
	star, row := true, true
	for k, y := range l.order {
		i := y.frame.Source
		if n.header(&y.frame) != header || k > 0 && i == l.order[k-1].frame.Source {
			return false
		}
		star = star && n.bothOverlap(first, y)
		row = row && (k == 0 || n.overlap(&l.round[k-1], &l.round[k]))
	}
	return star || row || extended && n.linked(signals)
}

// linked reports whether each signal, in order of start, overlaps one of the few before it at both senders.
func (n *Network) linked(signals []signal) bool {
next:
	for k := 1; k < len(signals); k++ {
		for j := k - 1; j >= max(0, k-mostBefore); j-- {
			if n.bothOverlap(&signals[j], &signals[k]) {
				continue next
			}
		}
		return false
	}
	return true
}

// bothOverlap reports whether two signals that have ended overlap at both senders.
func (n *Network) bothOverlap(x, y *signal) bool {
	d := n.away(y, x.frame.Source, x.pos)
	return y.start+d < x.end && x.start+d < y.end
}
