package bus

import (
	"cmp"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// listeners counts what stations hear of signals in which they have no part. It visits
// ranges of places, not stations: between two neighbouring senders, a signal from the left
// arrives later the farther right a station is, and one from the right earlier, each by the
// distance. So the times of all edges are linear in the place, and what is heard changes
// only at the few places where an edge from the left meets one from the right. A count is
// added to a range of stations at once, as a difference at each of its ends.
type listeners struct {
	groups []listenerGroup
	keys   []uint64      // scratch
	order  []*signal     // scratch: by place of the sender
	left   []reception   // scratch: of signals from the left, joined; times less the place
	right  [][]reception // scratch: of the signals from a sender on, which come from the right; times plus the place
	store  []reception   // scratch: what right consists of
	tap    []reception   // scratch
	merged []chain       // scratch
}

// listenerGroup is stations whose limits of a frame's length are the same, in order of
// place.
type listenerGroup struct {
	rules    *mac.Params
	places   []phy.Time
	stations []int32
	counts   [heardKinds][]uint64 // differences: what a station has heard is the sum up to it
}

// The kinds of what is counted.
const (
	heardFragments = iota
	heardFCSErrors
	heardAlignmentErrors
	heardTooLong
	heardMulticast
	heardBroadcast
	heardOctets // of frames for groups
	heardKinds
)

// chain is a reception at the taps of a range: how its length changes with the place.
type chain struct {
	reception
	slope phy.Time // of its length by place: -2, 0 or 2
}

// init sorts the stations, when first something is to be counted.
func (l *listeners) init(n *Network) {
	type limits struct{ least, greatest int }
	byLimits := map[limits]int{}
	for i := range n.stations {
		p := &n.stations[i].rules.Params
		key := limits{p.MinFrame, p.MaxFrame}
		k, ok := byLimits[key]
		if !ok {
			k = len(l.groups)
			byLimits[key] = k
			l.groups = append(l.groups, listenerGroup{rules: p})
		}
		l.groups[k].stations = append(l.groups[k].stations, int32(i))
	}
	for k := range l.groups {
		g := &l.groups[k]
		slices.SortStableFunc(g.stations, func(a, b int32) int { return cmp.Compare(n.stations[a].pos, n.stations[b].pos) })
		g.places = make([]phy.Time, len(g.stations))
		for r, i := range g.stations {
			g.places[r] = n.stations[i].pos
		}
		for c := range g.counts {
			g.counts[c] = make([]uint64, len(g.stations)+1)
		}
	}
}

// restart forgets all counts.
func (l *listeners) restart() {
	for k := range l.groups {
		for c := range l.groups[k].counts {
			clear(l.groups[k].counts[c])
		}
	}
}

// add counts something, a number of times, for the stations from one rank up to another.
func (g *listenerGroup) add(kind, from, to int, number uint64) {
	g.counts[kind][from] += number
	g.counts[kind][to] -= number
}

// rank returns how many stations of the group stand before a place or, at it, have a lower
// number.
func (g *listenerGroup) rank(place phy.Time, station int32) int {
	return sort.Search(len(g.places), func(k int) bool {
		return g.places[k] > place || g.places[k] == place && g.stations[k] >= station
	})
}

// before returns the first rank, of those from a rank up to another, whose place is not less.
func (g *listenerGroup) before(place phy.Time, from, to int) int {
	for from < to {
		mid := int(uint(from+to) / 2)
		if g.places[mid] < place {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}

// listenToAll counts what all stations heard of signals, in order of start, that have left the
// cable, and that no other signal overlapped at any tap: those at a time between which the whole
// cable was quiet.
func (n *Network) listenToAll(signals []signal) {
	from, end := 0, phy.Time(0)
	for k := range signals {
		s := &signals[k]
		if k > from && s.start >= end+n.span {
			n.listenTo(signals[from:k])
			from = k
		}
		end = max(end, s.end)
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
	l.keys = n.byPlace(signals, l.keys)
	for _, key := range l.keys {
		l.order = append(l.order, &signals[uint32(key)])
	}
	l.suffixes(n)
	l.left = l.left[:0]
	from := phy.Time(-1)
	station := int32(-1)
	for k := 0; ; {
		to, next := phy.Forever, int32(0)
		if k < len(l.order) {
			next = l.order[k].frame.Source
			to = n.stations[next].pos
		}
		for g := range l.groups {
			group := &l.groups[g]
			lo, hi := 0, len(group.places)
			if k > 0 {
				lo = group.rank(from, station+1)
			}
			if k < len(l.order) {
				hi = group.rank(to, next)
			}
			l.between(n, group, l.right[k], lo, hi)
		}
		if k == len(l.order) {
			return
		}
		own := k
		for k < len(l.order) && l.order[k].frame.Source == next {
			k++
		}
		l.sender(n, next, l.order[own:k], l.right[k])
		for _, s := range l.order[own:k] {
			l.left = joinInto(l.left, n.travelling(s, -1))
		}
		from, station = to, next
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
	return reception{s.start + shift, s.end + shift, 1, false, s.collided, s.frame, n.header(&s.frame)}
}

// suffixes works out right: for each k, the signals of the senders from the k-th on, joined.
func (l *listeners) suffixes(n *Network) {
	l.store = l.store[:0]
	l.right = slices.Grow(l.right[:0], len(l.order)+1)[:len(l.order)+1]
	l.right[len(l.order)] = nil
	l.tap = l.tap[:0]
	for k := len(l.order) - 1; k >= 0; k-- {
		l.tap = joinInto(l.tap, n.travelling(l.order[k], 1))
		at := len(l.store)
		l.store = append(l.store, l.tap...)
		l.right[k] = l.store[at:len(l.store):len(l.store)]
	}
}

// joinInto adds a signal to receptions that do not overlap, in order of time.
func joinInto(list []reception, s reception) []reception {
	k := len(list)
	for k > 0 && list[k-1].rise >= s.fall {
		k-- // later
	}
	first := k
	for first > 0 && list[first-1].fall > s.rise {
		first--
	}
	if first == k {
		return slices.Insert(list, k, s)
	}
	for _, r := range list[first:k] {
		s.join(r)
	}
	list[first] = s
	return slices.Delete(list, first+1, k)
}

// sender counts what the sender of some of the signals heard of others.
func (l *listeners) sender(n *Network, i int32, own []*signal, right []reception) {
	pos := n.stations[i].pos
	all := l.tap[:0]
	for _, r := range l.left {
		r.rise, r.fall = r.rise+pos, r.fall+pos
		all = joinInto(all, r)
	}
	for _, r := range right {
		r.rise, r.fall = r.rise-pos, r.fall-pos
		all = joinInto(all, r)
	}
	for _, s := range own {
		all = joinInto(all, reception{s.start, s.end, 1, true, s.collided, s.frame, n.header(&s.frame)})
	}
	for k := range all {
		n.received(i, &all[k])
	}
	l.tap = all
}

// between counts what the stations of a group from one rank up to another heard, none of
// which, nor any place between them, is a sender's.
func (l *listeners) between(n *Network, g *listenerGroup, right []reception, from, to int) {
	for from < to {
		// Up to the next place where an edge from the left meets one from the right.
		x, end := g.places[from], to
		last := g.places[to-1]
		j := 0 // those before end too early, at this edge from the left and at later ones
		for i := range l.left {
			a := &l.left[i]
			for j < len(right) && right[j].fall-a.rise < 2*x {
				j++
			}
			for k := j; k < len(right) && right[k].rise-a.fall <= 2*last; k++ {
				b := &right[k]
				end = meeting(g, a.rise, b.rise, x, last, from, end)
				end = meeting(g, a.rise, b.fall, x, last, from, end)
				end = meeting(g, a.fall, b.rise, x, last, from, end)
				end = meeting(g, a.fall, b.fall, x, last, from, end)
				last = g.places[end-1]
			}
		}
		l.merge(right, x)
		for k := range l.merged {
			l.count(n, g, &l.merged[k], from, end)
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
func (l *listeners) merge(right []reception, x phy.Time) {
	l.merged = l.merged[:0]
	left := l.left
	for len(left) > 0 || len(right) > 0 {
		var c chain
		if len(right) == 0 || len(left) > 0 && left[0].rise+x <= right[0].rise-x {
			c = chain{left[0], -1}
			c.rise, c.fall = c.rise+x, c.fall+x
			left = left[1:]
		} else {
			c = chain{right[0], 1}
			c.rise, c.fall = c.rise-x, c.fall-x
			right = right[1:]
		}
		// slope holds, until it is done, that of the length by the rise alone.
		fall := -c.slope
		for again := true; again; {
			again = false
			if len(left) > 0 && left[0].rise+x < c.fall {
				r := left[0]
				r.rise, r.fall = r.rise+x, r.fall+x
				if r.fall > c.fall {
					fall = 1
				}
				c.join(r)
				left, again = left[1:], true
			}
			if len(right) > 0 && right[0].rise-x < c.fall {
				r := right[0]
				r.rise, r.fall = r.rise-x, r.fall-x
				if r.fall > c.fall {
					fall = -1
				}
				c.join(r)
				right, again = right[1:], true
			}
		}
		c.slope += fall
		l.merged = append(l.merged, c)
	}
}

// count counts a reception for the stations of a group from one rank up to another.
func (l *listeners) count(n *Network, g *listenerGroup, c *chain, from, to int) {
	slope := c.slope
	if n.star {
		slope = 0
	}
	start := g.places[from]
	damaged := c.signals > 1 || c.jammed
	for from < to {
		length := c.fall - c.rise - c.header + slope*(g.places[from]-start)
		judged, octets := g.rules.Receive(length, damaged)
		end := to
		if slope != 0 {
			least, most := lengths(g.rules, judged, octets)
			switch {
			case slope > 0 && most < phy.Forever:
				// Those whose length is less than most.
				end = g.before(g.places[from]+(most-length+1)/2, from, to)
			case slope < 0:
				// Those whose length is least at least.
				end = g.before(g.places[from]+(length-least)/2+1, from, to)
			}
		}
		switch judged {
		case mac.Fragment:
			g.add(heardFragments, from, end, 1)
		case mac.FCSError:
			g.add(heardFCSErrors, from, end, 1)
		case mac.AlignmentError:
			g.add(heardAlignmentErrors, from, end, 1)
		case mac.TooLong:
			g.add(heardTooLong, from, end, 1)
		case mac.Whole:
			if n.isGroup(c.frame.Destination) {
				kind := heardMulticast
				if c.frame.Destination == medium.Broadcast {
					kind = heardBroadcast
				}
				g.add(kind, from, end, 1)
				g.add(heardOctets, from, end, octetsOf(c.frame.Size))
			}
		}
		from = end
	}
}

// lengths returns the lengths, from least on and less than most, that are judged as one that
// has so many whole octets.
func lengths(p *mac.Params, judged mac.Reception, octets int) (least, most phy.Time) {
	octet := 8 * p.BitTime
	switch judged {
	case mac.Fragment:
		return -phy.Forever, phy.Time(p.MinFrame) * octet
	case mac.TooLong:
		return phy.Time(p.MaxFrame+1) * octet, phy.Forever
	case mac.FCSError:
		return phy.Time(octets) * octet, phy.Time(octets)*octet + p.BitTime
	case mac.AlignmentError:
		return phy.Time(octets)*octet + p.BitTime, phy.Time(octets+1) * octet
	}
	return phy.Time(p.MinFrame) * octet, phy.Time(p.MaxFrame+1) * octet
}

// heard adds what stations heard to their counters, given by number.
func (l *listeners) heard(counters func(station int32) *mac.Counters) {
	for k := range l.groups {
		g := &l.groups[k]
		var sum [heardKinds]uint64
		for r, i := range g.stations {
			for c := range sum {
				sum[c] += g.counts[c][r]
			}
			c := counters(i)
			c.Fragments += sum[heardFragments]
			c.FrameCheckSequenceErrors += sum[heardFCSErrors]
			c.AlignmentErrors += sum[heardAlignmentErrors]
			c.FrameTooLongErrors += sum[heardTooLong]
			c.MulticastFramesReceivedOK += sum[heardMulticast]
			c.BroadcastFramesReceivedOK += sum[heardBroadcast]
			c.FramesReceivedOK += sum[heardMulticast] + sum[heardBroadcast]
			c.OctetsReceivedOK += sum[heardOctets]
		}
	}
}
