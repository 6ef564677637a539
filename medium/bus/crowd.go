package bus

import (
	"slices"
	"sort"

	"github.com/csmacd/csmacd/phy"
)

// crowded is the number of signals that [Network.lookBack] visits one by one, before it visits blocks.
// Tests lower it.
var crowded = 48

// blockBits are the sizes of blocks of signals, as powers of 2. Tests lower them.
var blockBits = [...]uint{10, 6}

// hearing is the carrier of a crowd of signals, so that each of thousands of stations need not look
// at each of thousands of signals. That of a block of signals, which have ended, is joined when it is
// first looked at.
type hearing struct {
	blocks     [len(blockBits)][]block // by size: rings, by the number of the first signal
	sorted     []uint64                // scratch
	joined     []span                  // scratch
	spans      []span                  // scratch
	spansOf    int32                   // the station whose spans they are, if [Network.clear] has just looked back for it; or -1
	remembered []remembered            // by station
	since      phy.Time                // the end of the last contention rounds: what was remembered before is not used
	visits     int                     // of signals, by looks that visited many, since the taps were digested
}

// block is the carrier of a number of signals that follow each other: what comes from the left and from
// the right, as seen from each sender's place.
type block struct {
	start phy.Time // of the first of them, +1
	first uint32   // its number
	size  int
	many  bool // left and right would be too large, and are not there

	order  []heardSignal // by key, then sender
	keys   []phy.Time    // of the senders, each once, ascending
	groups []int         // where each key's signals begin in order
	left   [][]span      // of the senders before each key: times less the place
	here   [][]span      // of those at it
	right  [][]span      // of those at it and after: times plus the place
	store  []span        // what left, here and right consist of
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

// blockTo returns a block of the last of the first k signals, which have ended; nil if none ends there.
func (h *hearing) blockTo(n *Network, k int) *block {
	a := &n.air
	for l, bits := range blockBits {
		size := 1 << bits
		if (a.first+uint32(k))%uint32(size) != 0 || k < size {
			continue
		}
		from := k - size
		number := a.first + uint32(from)
		ring := &h.blocks[l]
		for len(*ring) <= len(a.signals)>>bits+1 {
			*ring = append(*ring, block{})
		}
		b := &(*ring)[int(number>>bits)%len(*ring)]
		if s := &a.signals[from]; b.first != number || b.start != s.start+1 {
			b.first, b.start, b.size = number, s.start+1, size
			b.fill(n, from)
		}
		if !b.many {
			return b
		}
	}
	return nil
}

// fill joins the carrier of the signals of a block, from an index on.
func (b *block) fill(n *Network, from int) {
	h := &n.hearing
	b.order = b.order[:0]
	h.sorted = n.byPlace(n.air.signals[from:from+b.size], h.sorted, false)
	for _, key := range h.sorted {
		s := &n.air.signals[from+int(uint32(key))]
		i := s.frame.Source
		b.order = append(b.order, heardSignal{n.key(i), n.stations[i].pos, s.start, s.end, i, s.again})
	}
	b.keys, b.groups = b.keys[:0], b.groups[:0]
	for k := range b.order {
		if k == 0 || b.order[k].key != b.order[k-1].key {
			b.keys, b.groups = append(b.keys, b.order[k].key), append(b.groups, k)
		}
	}
	b.groups = append(b.groups, len(b.order))
	b.joinSides(n)
}

// joinSides works out left, here and right.
func (b *block) joinSides(n *Network) {
	joined := n.hearing.joined[:0]
	b.store = b.store[:0]
	size := len(b.keys)
	b.left = slices.Grow(b.left[:0], size+1)[:size+1]
	b.here = slices.Grow(b.here[:0], size)[:size]
	b.right = slices.Grow(b.right[:0], size+1)[:size+1]
	most := 16 * b.size // signals that hardly overlap make as many as the square of their number
	for k := range b.keys {
		b.left[k] = b.keep(joined)
		if b.many = len(b.store) > most; b.many {
			return
		}
		for i := b.groups[k]; i < b.groups[k+1]; i++ {
			joined = b.order[i].travelled(n, joined, -1)
		}
	}
	b.left[size] = b.keep(joined)
	joined = joined[:0]
	b.right[size] = nil
	for k := size - 1; k >= 0; k-- {
		for i := b.groups[k]; i < b.groups[k+1]; i++ {
			joined = b.order[i].travelled(n, joined, 1)
		}
		b.right[k] = b.keep(joined)
		if b.many = len(b.store) > 2*most; b.many {
			return
		}
	}
	for k := range b.keys {
		joined = joined[:0]
		for i := b.groups[k]; i < b.groups[k+1]; i++ {
			s := &b.order[i]
			joined = append(joined, span{s.start, s.end, false, s.again})
		}
		slices.SortFunc(joined, byRise)
		joined = mergeSpans(joined)
		b.here[k] = b.keep(joined)
	}
	n.hearing.joined = joined
}

// travelled adds a signal to some carrier that travels in one direction.
func (s *heardSignal) travelled(n *Network, list []span, sign phy.Time) []span {
	shift := sign * s.pos
	if n.isStar() {
		shift = n.delay
	}
	return touchInto(list, s.start+shift, s.end+shift)
}

// keep returns a copy of joined spans.
func (b *block) keep(joined []span) []span {
	from := len(b.store)
	b.store = append(b.store, joined...)
	return b.store[from:len(b.store):len(b.store)]
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

// hear adds the carrier of a block at a tap to some, the latest of it first.
func (b *block) hear(n *Network, i int32, spans []span) []span {
	key, x := n.key(i), n.stations[i].pos
	k := sort.Search(len(b.keys), func(k int) bool { return b.keys[k] >= key })
	left, right := b.left[k], b.right[k]
	if k < len(b.keys) && b.keys[k] == key {
		right = b.right[k+1]
		spans = touchAll(spans, b.here[k], 0)
		own := b.order[b.groups[k]:b.groups[k+1]]
		own = own[sort.Search(len(own), func(k int) bool { return own[k].source >= i }):]
		for k := 0; k < len(own) && own[k].source == i; k++ {
			spans = touchBack(spans, span{own[k].start, own[k].end, true, own[k].again})
		}
	}
	return touchAll(touchAll(spans, left, x), right, -x)
}

// touchAll adds carrier, later by some time, to some.
func touchAll(spans, list []span, shift phy.Time) []span {
	for k := len(list) - 1; k >= 0; k-- {
		s := list[k]
		s.rise, s.fall = s.rise+shift, s.fall+shift
		spans = touchBack(spans, s)
	}
	return spans
}
