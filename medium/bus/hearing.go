package bus

import (
	"slices"
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// hearing is what [Network.carrier] needs to know of many signals, so that a station need
// not look at each. The carrier of ended signals is joined ahead: by what comes from the left
// and from the right, as seen from each sender's place. It is worked out anew when a signal
// has ended, if then a station asks.
type hearing struct {
	first    uint32 // the number of the first signal that was kept, ...
	followed int    // ... how many had ended, ...
	all      int    // ... and how many there were, when open was worked out
	ended    int    // how many had ended when all else was

	sorted []uint64      // scratch
	order  []heardSignal // ended ones by key, then sender
	keys   []phy.Time    // of the senders of ended signals, each once, ascending
	groups []int         // where each key's signals begin in order
	left   [][]span      // of the senders before each key: times less the place
	here   [][]span      // of those at it
	right  [][]span      // of those at it and after: times plus the place
	many   bool          // left and right would be too large, and are not there
	store  []span        // what left, here and right consist of
	joined []span        // scratch
	open   []heardSignal // signals that have not ended
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

func (n *Network) heardSignal(s *signal) heardSignal {
	return heardSignal{n.key(s.frame.Source), n.stations[s.frame.Source].pos, s.start, s.end, s.frame.Source, s.again}
}

// follow brings what is known of signals that have not ended up to those that are kept now. It
// returns false if what is known of ended ones is out of date.
func (h *hearing) follow(n *Network) bool {
	a := &n.air
	ended := len(a.signals) - a.active
	if h.first == a.first && h.followed == ended && h.all <= len(a.signals) && h.all > 0 {
		for k := h.all; k < len(a.signals); k++ {
			h.open = append(h.open, n.heardSignal(&a.signals[k]))
		}
		h.all = len(a.signals)
		return h.ended == ended
	}
	if h.first != a.first || h.all == 0 {
		h.ended = -1
	}
	h.first, h.followed, h.all = a.first, ended, len(a.signals)
	h.open = h.open[:0]
	for k := range a.signals {
		if s := &a.signals[k]; !s.ended {
			h.open = append(h.open, n.heardSignal(s))
		}
	}
	return h.ended == ended
}

// hears reports whether a station, whose carrier went on when last it was asked for, hears a
// signal that has not ended, so that it still does.
func (h *hearing) hears(n *Network, i int32) bool {
	x := n.stations[i].pos
	for k := range h.open {
		s := &h.open[k]
		d := s.pos - x
		if n.isStar() && s.source != i {
			d = n.delay
		}
		if s.start+max(d, -d) < n.now {
			return true
		}
	}
	return false
}

// update brings what is known up to the signals that are kept now.
func (h *hearing) update(n *Network) {
	if h.follow(n) {
		return
	}
	h.ended = h.followed
	h.order = h.order[:0]
	h.sorted = n.byPlace(n.air.signals, h.sorted)
	for _, key := range h.sorted {
		h.order = append(h.order, n.heardSignal(&n.air.signals[uint32(key)]))
	}
	h.keys, h.groups = h.keys[:0], h.groups[:0]
	for k := range h.order {
		if k == 0 || h.order[k].key != h.order[k-1].key {
			h.keys, h.groups = append(h.keys, h.order[k].key), append(h.groups, k)
		}
	}
	h.groups = append(h.groups, len(h.order))
	h.join(n)
}

// join works out left, here and right.
func (h *hearing) join(n *Network) {
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

// carrier returns the same as [Network.carrier], by what is known.
func (h *hearing) carrier(n *Network, i int32) []span {
	h.update(n)
	if h.many {
		return n.carrierOne(i)
	}
	key, x := n.key(i), n.stations[i].pos
	k := sort.Search(len(h.keys), func(k int) bool { return h.keys[k] >= key })
	left, right := h.left[k], h.right[k]
	var here []span
	var own []heardSignal
	if k < len(h.keys) && h.keys[k] == key {
		here, right = h.here[k], h.right[k+1]
		own = h.order[h.groups[k]:h.groups[k+1]]
		own = own[sort.Search(len(own), func(k int) bool { return own[k].source >= i }):]
	}
	first := h.firstOpen(n, key, x)
	merged := n.spans[:0]
	for len(left)+len(right)+len(here) > 0 || first.fall > 0 {
		next := span{rise: phy.Forever, fall: phy.Forever, again: true}
		from := -1
		if first.fall > 0 {
			next, from = first, 0
		}
		if len(left) > 0 {
			if s := (span{rise: left[0].rise + x, fall: left[0].fall + x}); from < 0 || s.before(&next) {
				next, from = s, 1
			}
		}
		if len(right) > 0 {
			if s := (span{rise: right[0].rise - x, fall: right[0].fall - x}); from < 0 || s.before(&next) {
				next, from = s, 2
			}
		}
		if len(here) > 0 && (from < 0 || here[0].before(&next)) {
			next, from = here[0], 3
		}
		switch from {
		case 0:
			first.fall = 0
		case 1:
			left = left[1:]
		case 2:
			right = right[1:]
		case 3:
			here = here[1:]
		}
		merged = mergeSpan(merged, next)
	}
	n.spans = merged
	for k := range own {
		if own[k].source != i {
			break
		}
		for m := range merged {
			if merged[m].fall >= own[k].end {
				merged[m].own = true
				break
			}
		}
	}
	for k := range h.open {
		if h.open[k].source == i {
			merged[len(merged)-1].own = true
		}
	}
	return merged
}

// firstOpen returns the carrier of signals that have not ended, as a station hears it: from
// the first of them on. Its fall is 0 where there is none.
func (h *hearing) firstOpen(n *Network, key, x phy.Time) (first span) {
	first = span{rise: phy.Forever, again: true}
	for k := range h.open {
		s := &h.open[k]
		d := s.pos - x
		d = max(d, -d)
		if n.isStar() && s.key != key {
			d = n.delay
		}
		if y := (span{rise: s.start + d, fall: phy.Forever, again: s.again && d == 0}); y.before(&first) || first.fall == 0 {
			first = y
		}
	}
	return first
}
