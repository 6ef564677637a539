package bus

import (
	"slices"
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// recent returns the intervals of carrier that the first k signals make at a station's tap, and that
// can still matter to it, in order. Intervals that touch are joined. A signal that has not ended
// falls at Forever. all reports whether the first of them is the first that is kept, and follows
// what the tap remembers. The slice is valid until the next call.
//
// The signals are visited from the latest one back, as far as it takes: to a silence before which
// nothing matters. Mostly two or three are visited, however many are kept.
func (n *Network) recent(i int32, k int) (spans []span, all bool) {
	a, h := &n.air, &n.hearing
	a.settle()
	spans = h.scanned[:0] // the latest one first
	visited := 0
	for k--; ; k-- {
		if k < len(a.past) {
			past := a.pastOf(k).at(n, i)
			if n.enough(i, spans, past) {
				break
			}
			if past == n.now && n.startsAtOnce(i) {
				spans = touchBack(spans, span{rise: past - 1, fall: past})
				break
			}
		}
		if k = n.skip(i, k, spans); k < 0 {
			all = true
			break
		}
		if visited++; visited > crowded && h.covers(n, k+1) {
			h.scanned = spans
			return h.join(n, i), true
		}
		s := &a.signals[k]
		d := n.distance(i, s.frame.Source)
		fall := phy.Forever
		if s.ended {
			fall = s.end + d
		}
		spans = touchBack(spans, span{s.start + d, fall, s.frame.Source == i, s.again && d == 0})
	}
	if all && n.taps.dirty {
		spans = slices.DeleteFunc(spans, func(s span) bool { return s.fall < n.taps.upTo }) // digested
		if s := n.taps.each[i].carrier; s.fall > s.rise {
			spans = touchBack(spans, s)
		}
	}
	h.scanned = spans
	slices.Reverse(spans)
	return spans, all
}

// skip returns the index of the last signal, of those up to the k-th, that may be heard outside of the
// earliest of some spans, which are of the signals after it. Signals inside matter only if they are the
// station's own.
func (n *Network) skip(i int32, k int, spans []span) int {
	const worthIt = 8
	a := &n.air
	if len(spans) == 0 || k < worthIt {
		return k
	}
	first := &spans[len(spans)-1]
	if a.signals[k-worthIt].start < first.rise || first.fall < phy.Forever && (k >= len(a.past) || a.past[k].at(n, i) > first.fall) {
		return k
	}
	to := sort.Search(k, func(k int) bool { return a.signals[k].start >= first.rise }) - 1
	at := len(a.signals)
	for own := a.last[i]; at > k && a.held(own) && int(own-a.first) < at && a.at(own).frame.Source == i; own = a.at(own).previous {
		at = int(own - a.first)
	}
	first.own = first.own || to < at && at <= k
	return to
}

// startsAtOnce reports whether a station needs no gap after what it hears, so that all that has fallen
// by now, and not before, is as good as one signal.
func (n *Network) startsAtOnce(i int32) bool {
	st := &n.stations[i]
	return st.rules.Gap == 0 && !st.fresh
}

// enough reports whether nothing matters to a waiting station that is earlier than these spans, of
// which the last is the first to rise. Everything earlier has fallen at its tap by the instant past.
func (n *Network) enough(i int32, spans []span, past phy.Time) bool {
	st := &n.stations[i]
	p := &st.rules.Params
	switch {
	case st.fresh:
		return past <= p.FreshFrom(st.ready) // FreshGap ignores it
	case p.Gap == 0:
		return past < n.now // no gap follows it
	case len(spans) == 0:
		return false
	}
	first := &spans[len(spans)-1]
	switch {
	case past >= first.rise:
		return false // there may be more of the first interval
	case past+p.Gap < n.now && past+p.Gap <= first.rise:
		return true // there was a whole gap
	case first.rise+p.Gap > n.now:
		return false // the station may start before it hears that
	}
	// The station has begun to defer, and remembers nothing, if that interval is longer than any
	// gap that ignores carrier, or has the station's own transmission in it.
	return first.own || first.fall > first.rise+p.Gap
}

// hearsOn reports whether a station, whose carrier went on when last it was asked for, hears a
// signal that has not ended, so that it still does.
func (n *Network) hearsOn(i int32) bool {
	a := &n.air
	for k := len(a.past); k < len(a.signals); k++ {
		if s := &a.signals[k]; !s.ended && s.start+n.distance(i, s.frame.Source) < n.now {
			return true
		}
	}
	return false
}

// sortSpans sorts spans that are nearly in descending order.
func sortSpans(spans []span) {
	slices.Reverse(spans)
	if len(spans) > crowded {
		slices.SortStableFunc(spans, byRise)
		return
	}
	for k := 1; k < len(spans); k++ {
		for j := k; j > 0 && spans[j].before(&spans[j-1]); j-- {
			spans[j], spans[j-1] = spans[j-1], spans[j]
		}
	}
}

// byRise compares spans in the order of before.
func byRise(a, b span) int {
	switch {
	case a.before(&b):
		return -1
	case b.before(&a):
		return 1
	}
	return 0
}

// before orders spans by their rise; those of a second pass come after others.
func (s *span) before(t *span) bool {
	return s.rise < t.rise || s.rise == t.rise && !s.again && t.again
}

// mergeSpans joins spans that touch, in place. They are in order.
func mergeSpans(spans []span) []span {
	merged := spans[:0]
	for _, s := range spans {
		merged = mergeSpan(merged, s)
	}
	return merged
}

func mergeSpan(merged []span, s span) []span {
	if m := len(merged) - 1; m >= 0 && (s.rise < merged[m].fall || s.rise == merged[m].fall && !s.again) {
		merged[m].fall = max(merged[m].fall, s.fall)
		merged[m].own = merged[m].own || s.own
		return merged
	}
	return append(merged, s)
}

// touchBack adds an interval to some that do not touch, the latest one first. Mostly it is the earliest.
func touchBack(list []span, s span) []span {
	k := len(list)
	for k > 0 && list[k-1].rise < s.rise && (list[k-1].fall < s.rise || list[k-1].fall == s.rise && s.again) {
		k--
	}
	first := k
	for ; first > 0; first-- {
		x := &list[first-1]
		if x.rise > s.fall || x.rise == s.fall && x.again {
			break
		}
		switch {
		case x.rise < s.rise:
			s.rise, s.again = x.rise, x.again
		case x.rise == s.rise:
			s.again = s.again && x.again
		}
		s.fall, s.own = max(s.fall, x.fall), s.own || x.own
	}
	if first == k {
		return slices.Insert(list, k, s)
	}
	list[first] = s
	return slices.Delete(list, first+1, k)
}

// crowded is the number of signals that [Network.recent] visits, before it uses what was joined
// ahead.
const crowded = 48

// hearing is the carrier of a crowd of signals, so that each of thousands of stations need not look
// at each of thousands of signals. The carrier of the first ended signals is joined ahead: by what
// comes from the left and from the right, as seen from each sender's place. It is worked out anew
// when twice as many have ended.
type hearing struct {
	first   uint32 // the number of the first signal that was kept, ...
	covered int    // ... and of how many signals from there on all else is worked out

	sorted  []uint64      // scratch
	order   []heardSignal // by key, then sender
	keys    []phy.Time    // of the senders, each once, ascending
	groups  []int         // where each key's signals begin in order
	left    [][]span      // of the senders before each key: times less the place
	here    [][]span      // of those at it
	right   [][]span      // of those at it and after: times plus the place
	many    bool          // left and right would be too large, and are not there
	store   []span        // what left, here and right consist of
	joined  []span        // scratch
	scanned []span        // scratch
	merged  []span        // scratch
}

// heardSignal is what matters of a signal to those who hear it. In a star, where only a
// sender is nearer to a signal than the others, the sender's number serves as its key; on a
// cable the place does.
type heardSignal struct {
	key, pos   phy.Time
	start, end phy.Time
	source     int32
	again      bool
}

// key returns the key of a station among senders.
func (n *Network) key(i int32) phy.Time {
	if n.isStar() {
		return phy.Time(i)
	}
	return n.stations[i].pos
}

// isStar reports whether stations are apart in a star. In one without delay all are at one place.
func (n *Network) isStar() bool { return n.star && n.delay > 0 }

// covers reports whether the first k signals, all that are not visited yet, are joined ahead. It
// joins them if it is worth it.
func (h *hearing) covers(n *Network, k int) bool {
	a := &n.air
	if n.taps.dirty {
		return false
	}
	if h.first != a.first {
		h.first, h.covered = a.first, 0
	}
	if ended := len(a.past); k <= ended && h.covered < ended && k >= 2*h.covered {
		h.cover(n, ended)
	}
	return k == h.covered && !h.many
}

// cover joins the carrier of the first k signals.
func (h *hearing) cover(n *Network, k int) {
	h.covered = k
	h.order = h.order[:0]
	h.sorted = n.byPlace(n.air.signals[:k], h.sorted)
	for _, key := range h.sorted {
		s := &n.air.signals[uint32(key)]
		i := s.frame.Source
		h.order = append(h.order, heardSignal{n.key(i), n.stations[i].pos, s.start, s.end, i, s.again})
	}
	h.keys, h.groups = h.keys[:0], h.groups[:0]
	for k := range h.order {
		if k == 0 || h.order[k].key != h.order[k-1].key {
			h.keys, h.groups = append(h.keys, h.order[k].key), append(h.groups, k)
		}
	}
	h.groups = append(h.groups, len(h.order))
	h.joinSides(n)
}

// joinSides works out left, here and right.
func (h *hearing) joinSides(n *Network) {
	h.store = h.store[:0]
	size := len(h.keys)
	h.left = slices.Grow(h.left[:0], size+1)[:size+1]
	h.here = slices.Grow(h.here[:0], size)[:size]
	h.right = slices.Grow(h.right[:0], size+1)[:size+1]
	h.joined = h.joined[:0]
	h.many = false
	for k := range h.keys {
		h.left[k] = h.keep()
		if h.many = len(h.store) > mostJoined(len(h.order)); h.many {
			return
		}
		for i := h.groups[k]; i < h.groups[k+1]; i++ {
			s := &h.order[i]
			shift := -s.pos
			if n.isStar() {
				shift = n.delay
			}
			h.joined = touchInto(h.joined, s.start+shift, s.end+shift)
		}
	}
	h.left[size] = h.keep()
	h.joined = h.joined[:0]
	h.right[size] = nil
	for k := size - 1; k >= 0; k-- {
		for i := h.groups[k]; i < h.groups[k+1]; i++ {
			s := &h.order[i]
			shift := s.pos
			if n.isStar() {
				shift = n.delay
			}
			h.joined = touchInto(h.joined, s.start+shift, s.end+shift)
		}
		h.right[k] = h.keep()
		if h.many = len(h.store) > 2*mostJoined(len(h.order)); h.many {
			return
		}
	}
	for k := range h.keys {
		h.joined = h.joined[:0]
		for i := h.groups[k]; i < h.groups[k+1]; i++ {
			s := &h.order[i]
			h.joined = append(h.joined, span{s.start, s.end, false, s.again})
		}
		slices.SortFunc(h.joined, byRise)
		h.joined = mergeSpans(h.joined)
		h.here[k] = h.keep()
	}
}

// keep returns a copy of the joined spans.
func (h *hearing) keep() []span {
	from := len(h.store)
	h.store = append(h.store, h.joined...)
	return h.store[from:len(h.store):len(h.store)]
}

// touchInto adds an interval to some that do not touch, in order.
func touchInto(list []span, rise, fall phy.Time) []span {
	k := len(list)
	for k > 0 && list[k-1].rise > fall {
		k--
	}
	first := k
	for first > 0 && list[first-1].fall >= rise {
		first--
	}
	if first == k {
		return slices.Insert(list, k, span{rise: rise, fall: fall})
	}
	list[first] = span{rise: min(rise, list[first].rise), fall: max(fall, list[k-1].fall)}
	return slices.Delete(list, first+1, k)
}

// join returns the carrier at a tap of what was joined ahead and of the scanned signals.
func (h *hearing) join(n *Network, i int32) []span {
	key, x := n.key(i), n.stations[i].pos
	k := sort.Search(len(h.keys), func(k int) bool { return h.keys[k] >= key })
	var sources [4][]span
	shifts := [4]phy.Time{0, x, -x, 0}
	sources[1], sources[2] = h.left[k], h.right[k]
	if k < len(h.keys) && h.keys[k] == key {
		sources[2], sources[3] = h.right[k+1], h.here[k]
		own := h.order[h.groups[k]:h.groups[k+1]]
		own = own[sort.Search(len(own), func(k int) bool { return own[k].source >= i }):]
		for k := len(own) - 1; k >= 0; k-- {
			if s := &own[k]; s.source == i {
				h.scanned = append(h.scanned, span{s.start, s.end, true, s.again})
			}
		}
	}
	sortSpans(h.scanned)
	sources[0] = h.scanned
	h.merged = h.merged[:0]
	for {
		next, from := span{}, -1
		for k, list := range sources {
			if len(list) == 0 {
				continue
			}
			s := list[0]
			s.rise, s.fall = s.rise+shifts[k], s.fall+shifts[k]
			if from < 0 || s.before(&next) {
				next, from = s, k
			}
		}
		if from < 0 {
			return h.merged
		}
		sources[from] = sources[from][1:]
		h.merged = mergeSpan(h.merged, next)
	}
}
