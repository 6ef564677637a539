package bus

import (
	"cmp"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
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
	same   phy.Time   // the length of the header of all stations; 0 if they differ
	keys   []uint64   // scratch
	order  []*signal  // scratch: by place of the sender
	left   []joined   // scratch: of signals from the left; times less the place
	right  [][]joined // scratch: of the signals from a sender on, which come from the right; times plus the place
	store  []joined   // scratch: the lists of right
	tap    []joined   // scratch
	own    []joined   // scratch
	spare  []joined   // scratch
	merged []chain    // scratch
	swept  int        // the number of signals of order at the places that a sweep has passed
	brief  *brief
	round  []transmission // scratch: the same
	ahead  []phy.Time     // scratch: of a chain
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

// chain is a reception at the taps of a range.
type chain struct {
	length  phy.Time // after the header, at the first of them
	slope   phy.Time // how it changes with the place: -2, 0 or 2
	damaged bool
	frame   *medium.Frame // of the only signal
}

// init sorts the stations, when first something is to be counted.
func (l *listeners) init(n *Network) {
	type limits struct{ least, greatest int }
	byLimits := map[limits]int{}
	l.same = n.stations[0].rules.Header
	for i := range n.stations {
		p := &n.stations[i].rules.Params
		if p.Header != n.stations[0].rules.Header {
			l.same = 0
		}
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
	switch {
	case from >= to || g.places[from] >= place:
		return from // mostly all of a range are on one side
	case g.places[to-1] < place:
		return to
	}
	for from++; from < to; {
		mid := int(uint(from+to) / 2)
		if g.places[mid] < place {
			from = mid + 1
		} else {
			to = mid
		}
	}
	return from
}

// count counts a reception, a number of times, for the stations of a group from one rank up to another.
func (l *listeners) count(n *Network, g *listenerGroup, c *chain, from, to int, number uint64) {
	slope := c.slope
	if n.star {
		slope = 0
	}
	start := g.places[from]
	for from < to {
		length := c.length + slope*(g.places[from]-start)
		judged, octets := g.rules.Receive(length, c.damaged)
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
			g.add(heardFragments, from, end, number)
		case mac.FCSError:
			g.add(heardFCSErrors, from, end, number)
		case mac.AlignmentError:
			g.add(heardAlignmentErrors, from, end, number)
		case mac.TooLong:
			g.add(heardTooLong, from, end, number)
		case mac.Whole:
			if n.known.Group(c.frame.Destination) {
				kind := heardMulticast
				if c.frame.Destination == medium.Broadcast {
					kind = heardBroadcast
				}
				g.add(kind, from, end, number)
				g.add(heardOctets, from, end, number*tally.Octets(c.frame.Size))
			}
		}
		from = end
	}
}

// lengths returns the lengths that are judged as one of that many whole octets is: from least
// on, and less than most.
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
