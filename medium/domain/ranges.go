package domain

import (
	"cmp"
	"slices"
	"sort"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// Where the stations on a cable hear different chains of signals, as beside a cut, those between two places often hear the same.
// The difference of two distances grows along a cable, or it falls. So what overlaps at two places overlaps between them too,
// what does not overlap at either does not, and a chain is no longer than it is at one of the two. Where that does not
// show that all between two places judge what they hear alike, it is tried for each half of them.

// places are the stations of a class of listeners on a cable, in order of place.
type places struct {
	stations []int32
	at       []phy.Time
	more     []mac.Counters // what the stations from this one on have heard, and those before it have not
}

// ranges is scratch for what the stations at two places hear.
type ranges struct {
	near, far []sound
	falls     []phy.Time // at the second place: when the first signals have ended
	rises     []phy.Time // when the first of the others begins
	chains    []reception
	bounds    []phy.Time
	signals   []uint32
}

// sound is a signal at a place.
type sound struct {
	rise, fall phy.Time
	signal     uint32
}

// countRanges counts signals that the stations on a cable have heard, for many stations at once where they heard the same.
func (n *Network) countRanges(c *channel, signals []uint32) {
	r := &n.ranges
	r.bounds = append(r.bounds[:0], -phy.Forever)
	for _, k := range signals {
		if s := n.at(k); s.bounded {
			r.bounds = append(r.bounds, s.first, s.last+1)
		}
	}
	slices.Sort(r.bounds)
	for k := range c.classes {
		x := &c.classes[k]
		n.placesIn(c, int32(k))
		for from := 0; from < len(x.places.at); {
			next := sort.Search(len(r.bounds), func(b int) bool { return r.bounds[b] > x.places.at[from] })
			to := len(x.places.at)
			if next < len(r.bounds) {
				to = from + sort.Search(to-from, func(p int) bool { return x.places.at[from+p] >= r.bounds[next] })
			}
			if n.hearable(x.places.at[from], signals); len(r.signals) > 0 {
				n.countRange(c, x, from, to)
			}
			from = to
		}
	}
}

// countInPart counts the last generation of signals of a cable if those in a part of it, which is cut, have heard one fragment, and the
// others nothing.
func (n *Network) countInPart(c *channel, signals []uint32) bool {
	b := n.busyOf(c)
	if !b.one || !b.bounded || len(signals) < 2 || n.isStar(c) {
		return false
	}
	header, fall := phy.Forever, -phy.Forever
	for _, j := range signals {
		s := n.at(j)
		if s.bit > 0 || s.stray {
			return false
		}
		header, fall = min(header, s.header), max(fall, s.end+n.spanOf(c, s))
	}
	for k := range c.classes {
		if judged, _ := n.receive(c.classes[k].rules, fall-b.start-header, 0, true); judged != mac.Fragment {
			return false
		}
	}
	for k := range c.classes {
		p := n.placesIn(c, int32(k))
		from, _ := slices.BinarySearch(p.at, b.first)
		to, _ := slices.BinarySearch(p.at, b.last+1)
		if from == to {
			continue
		}
		p.more[from].Fragments++
		if to < len(p.at) {
			p.more[to].Fragments--
		}
	}
	for _, i := range n.odd {
		if st := &n.stations[i]; b.first <= st.pos && st.pos <= b.last {
			st.sums.Counters.Fragments--
		}
	}
	n.eachSender(signals, func(i int32) { n.stations[i].sums.Counters.Fragments-- })
	for _, j := range signals {
		n.at(j).count = true
	}
	return true
}

// hearable finds those of some signals of a cable that are heard at a place.
func (n *Network) hearable(at phy.Time, signals []uint32) {
	r := &n.ranges
	r.signals = r.signals[:0]
	for _, j := range signals {
		if s := n.at(j); s.within(at) && !s.none() {
			r.signals = append(r.signals, j)
		}
	}
}

// placesIn returns the stations of a class of listeners on a cable, and keeps them.
func (n *Network) placesIn(c *channel, class int32) *places {
	x := &c.classes[class]
	if x.places == nil {
		x.places = n.placesOf(c, class)
	}
	return x.places
}

// placesOf returns the stations of a class of listeners on a cable.
func (n *Network) placesOf(c *channel, class int32) *places {
	p := &places{}
	for _, i := range c.stations {
		if n.stations[i].class == class {
			p.stations = append(p.stations, i)
		}
	}
	slices.SortStableFunc(p.stations, func(a, b int32) int { return cmp.Compare(n.placeOfTap(a), n.placeOfTap(b)) })
	for _, i := range p.stations {
		p.at = append(p.at, n.placeOfTap(i))
	}
	p.more = make([]mac.Counters, len(p.at))
	return p
}

// placeOfTap returns the place of a station on its cable. On a star all hear others alike, as if at one place.
func (n *Network) placeOfTap(i int32) phy.Time {
	if st := &n.stations[i]; !st.star {
		return st.pos
	}
	return 0
}

// countRange counts what the stations of a class from one rank up to another heard of the signals that reach them.
func (n *Network) countRange(c *channel, x *class, from, to int) {
	r, p := &n.ranges, x.places
	r.near = n.soundsAt(c, p.at[from], r.near[:0], r.signals)
	if !n.chainsBetween(c, x.rules, p.at[from], p.at[to-1]) {
		middle := (from + to) / 2
		n.countRange(c, x, from, middle)
		n.countRange(c, x, middle, to)
		return
	}
	for k := range r.chains {
		y := &r.chains[k]
		judged := n.judgeReception(x.rules, y)
		if from == 0 && to == len(p.at) {
			n.countReception(&x.counts, judged, &y.frame, 1)
			continue
		}
		n.countReception(&p.more[from], judged, &y.frame, 1)
		if to < len(p.at) {
			n.countReception(&p.more[to], judged, &y.frame, ^uint64(0))
		}
	}
}

// soundsAt adds some signals to a list, as a listener at a place of a cable hears them, in order of their rise.
func (n *Network) soundsAt(c *channel, at phy.Time, list []sound, signals []uint32) []sound {
	star := n.isStar(c)
	for _, k := range signals {
		s := n.at(k)
		d := abs(at - s.pos)
		if star {
			d = n.stations[c.stations[0]].pos
		}
		list = append(list, sound{s.start + d, s.end + d, k})
	}
	slices.SortFunc(list, func(a, b sound) int { return cmp.Compare(a.rise, b.rise) })
	return list
}

// chainsBetween works out the chains that are heard at a place, where near has the signals, and reports whether
// all from there to another place judge what they hear in the same way.
func (n *Network) chainsBetween(c *channel, p *rules, from, to phy.Time) bool {
	r := &n.ranges
	if r.chains = r.chains[:0]; from != to {
		n.soundsFar(to)
	}
	for first := 0; first < len(r.near); {
		chain := n.heardAs(&r.near[first])
		longest := first // the signal that ends last
		last := first + 1
		for ; last < len(r.near) && r.near[last].rise < chain.fall; last++ {
			if from != to && !r.overlap(longest, last) {
				return false
			}
			if r.near[last].fall > chain.fall {
				longest = last
			}
			chain.join(n.heardAs(&r.near[last]))
		}
		if from != to && (last < len(r.near) && r.falls[last] > r.rises[last] || !n.judgedAlike(p, &chain, first, last, longest)) {
			return false
		}
		r.chains = append(r.chains, chain)
		first = last
	}
	return true
}

// soundsFar works out how the signals of near are heard at another place.
func (n *Network) soundsFar(at phy.Time) {
	r := &n.ranges
	r.far = r.far[:0]
	for k := range r.near {
		y := &r.near[k]
		s := n.at(y.signal)
		d := abs(at - s.pos)
		r.far = append(r.far, sound{s.start + d, s.end + d, y.signal})
	}
	m := len(r.far)
	r.falls, r.rises = slices.Grow(r.falls[:0], m+1)[:m+1], slices.Grow(r.rises[:0], m+1)[:m+1]
	r.falls[0], r.rises[m] = -phy.Forever, phy.Forever
	for k := range r.far {
		r.falls[k+1] = max(r.falls[k], r.far[k].fall)
		r.rises[m-k-1] = min(r.rises[m-k], r.far[m-k-1].rise)
	}
}

// overlap reports whether two signals overlap at the second place.
func (r *ranges) overlap(j, k int) bool {
	return r.far[j].rise < r.far[k].fall && r.far[k].rise < r.far[j].fall
}

// heardAs returns a signal as a reception.
func (n *Network) heardAs(x *sound) reception {
	y := sounding{signal: n.at(x.signal), rise: x.rise, fall: x.fall}
	return y.reception()
}

// judgedAlike reports whether stations with some rules, at two places and between them, judge a chain alike, which consists of
// the signals from one index on and before another.
func (n *Network) judgedAlike(p *rules, chain *reception, first, last, longest int) bool {
	if last-first == 1 {
		return true // it is as long as it is everywhere
	}
	r := &n.ranges
	rise, fall := phy.Forever, -phy.Forever
	header, same := chain.header, true
	for k := first; k < last; k++ {
		s := n.at(r.near[k].signal)
		if s.bit != chain.bit {
			return false
		}
		same = same && s.header == chain.header
		header = min(header, s.header)
		rise, fall = min(rise, r.far[k].rise), max(fall, r.far[k].fall)
	}
	near, octets := n.receive(p, chain.fall-chain.rise-header, chain.bit, true)
	far, others := n.receive(p, fall-rise-header, chain.bit, true)
	if near == mac.Fragment && far == mac.Fragment {
		return true
	}
	// Between the two places it lasts at least from the signal that is first at one to the one that is last there.
	if !same || near != far || r.far[first].rise != rise || r.far[longest].fall != fall {
		return false
	}
	switch near {
	case mac.TooLong:
		return true
	case mac.AlignmentError:
		return octets == others
	}
	return fall-rise == chain.fall-chain.rise
}

// discount takes back what a station is counted to have heard of some signals, as one that sent nothing.
func (n *Network) discount(c *channel, i int32, signals []uint32) {
	r, st := &n.ranges, &n.stations[i]
	x := &c.classes[st.class]
	at := n.placeOfTap(i)
	n.hearable(at, signals)
	r.near = n.soundsAt(c, at, r.near[:0], r.signals)
	n.chainsBetween(c, x.rules, at, at)
	for k := range r.chains {
		y := &r.chains[k]
		judged := n.judgeReception(x.rules, y)
		n.countReception(&st.sums.Counters, judged, &y.frame, ^uint64(0))
	}
}

// shareOut adds what the stations on a cable have heard by ranges of places to the counters of each.
func (n *Network) shareOut(c *channel) {
	for k := range c.classes {
		p := c.classes[k].places
		if p == nil {
			continue
		}
		var heard mac.Counters
		for j, i := range p.stations {
			addHeard(&heard, &p.more[j])
			addHeard(&n.stations[i].sums.Counters, &heard)
			p.more[j] = mac.Counters{}
		}
	}
}
