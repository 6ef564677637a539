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
func (n *Network) recent(i int32, k int) (spans []span, all bool) {
	spans, all, _ = n.lookBack(i, k, nil)
	return spans, all
}

// lookBack visits the signals from the latest one back, as far as it takes: to a silence before which
// nothing matters, unless all do. Mostly two or three are visited, however many are kept. In a crowd
// whole blocks are. If it got to what the station remembers, which is given, the spans follow that.
func (n *Network) lookBack(i int32, k int, known *remembered) (spans []span, all, follow bool) {
	a, h := &n.air, &n.hearing
	a.settle()
	spans = h.spans[:0] // the latest one first
	visited := 0
	if extended && k == len(a.signals) {
		if s, from, ok := n.hearFirst(i); ok {
			spans, k = append(spans, s), from
		}
	}
	for k--; ; k-- {
		if k < len(a.past) {
			past := a.pastOf(k).at(n, i)
			if n.enough(i, spans, past, k) {
				break
			}
			if past == n.now && n.startsAtOnce(i) {
				spans = touchBack(spans, span{rise: past - 1, fall: past})
				break
			}
			if follow = extended && known != nil && past <= known.fall; follow {
				spans = slices.DeleteFunc(spans, func(s span) bool { return s.fall <= known.fall })
				break
			}
		}
		if k = n.skip(i, k, spans); k < 0 {
			all = true
			break
		}
		if visited++; extended && visited > crowded && k < len(a.past) {
			if b := h.blockTo(n, k+1); b != nil {
				spans = b.hear(n, i, spans)
				k -= b.size - 1
				continue
			}
		}
		s := &a.signals[k]
		d := n.away(s, i, n.stations[i].pos)
		fall := phy.Forever
		if s.ended {
			fall = s.end + d
		}
		spans = touchBack(spans, span{s.start + d, fall, s.frame.Source == i, s.again && d == 0})
		if extended && k > 0 && k < len(a.past) {
			spans, k = n.skipRow(i, k, spans)
		}
	}
	if all && n.taps.dirty {
		spans = slices.DeleteFunc(spans, func(s span) bool { return s.fall < n.taps.upTo }) // digested
		if s := n.taps.each[i].carrier; s.fall > s.rise {
			spans = touchBack(spans, s)
		}
	}
	if h.spans = spans; visited > worthCounting {
		h.visits += visited
	}
	slices.Reverse(spans)
	return spans, all, follow
}

// worthCounting is the number of signals that a look may visit without being counted, and worthDigesting the number of
// visits, for each station, after which a digest of all taps costs less than the next looks. Tests change it.
const worthCounting = 16

var worthDigesting = 64

// worthSkipping is the least number of signals that [Network.skip] skips. Tests lower it.
var worthSkipping = 8

// skip returns the index of the last signal, of those up to the k-th, that may be heard outside of the
// earliest of some spans, which are of the signals after it. Signals inside matter only if they are the
// station's own.
func (n *Network) skip(i int32, k int, spans []span) int {
	a := &n.air
	if len(spans) == 0 || k < worthSkipping {
		return k
	}
	first := &spans[len(spans)-1]
	inside := first.rise
	if first.again {
		inside++ // a signal that rises with it, in the first pass, joins it to what falls then
	}
	if a.signals[k-worthSkipping].start < inside || first.fall < phy.Forever && (k >= len(a.past) || a.past[k].at(n, i) > first.fall) {
		return k
	}
	to := sort.Search(k, func(k int) bool { return a.signals[k].start >= inside }) - 1
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

// enough reports whether nothing matters to a waiting station that is earlier than these spans. The last
// of them is the first to rise. Everything earlier, which is the signals up to the k-th, has fallen at its tap by
// the instant past.
func (n *Network) enough(i int32, spans []span, past phy.Time, k int) bool {
	st := &n.stations[i]
	p := &st.rules.Params
	switch {
	case st.fresh:
		q := p.FreshFrom(st.ready)
		// FreshGap ignores it, or carrier was on at that instant whether or not it rose before.
		return past <= q || len(spans) > 0 && spans[len(spans)-1].rise < q && past <= spans[len(spans)-1].fall
	case p.Gap == 0:
		return past < n.now // no gap follows it
	case len(spans) == 0:
		return false
	}
	first := &spans[len(spans)-1]
	switch {
	case past >= first.rise:
		// There may be more of the first interval. That does not matter either if it is long enough as it is.
		return n.longDeferred(i, first, past, k)
	case past+p.Gap >= n.now:
		return false // a gap may still run
	}
	// The station has begun to defer, and remembers nothing, if that interval falls after any gap from before, or has the
	// station's own transmission in it.
	return first.own || first.fall > past+p.Gap
}

// longDeferred reports whether an interval of carrier is so long that a waiting station remembers nothing from before
// its gap that follows: it makes no difference that the interval may have begun earlier, with signals up to the k-th,
// which have fallen by the instant past.
func (n *Network) longDeferred(i int32, s *span, past phy.Time, k int) bool {
	gap := n.stations[i].rules.Gap
	if n.taps.dirty && (s.fall < n.taps.upTo || n.taps.each[i].carrier.own) {
		return false // what is digested may be of the station, too
	}
	return past <= s.fall && s.rise+gap < min(s.fall, n.now) && (s.own || !n.sentUpTo(i, k))
}

// sentUpTo reports whether a transmission of a station is among the signals up to the k-th.
func (n *Network) sentUpTo(i int32, k int) bool {
	if k < 0 {
		return false
	}
	s := n.air.lastOf(i)
	for s != nil && s.start > n.air.signals[k].start {
		s = n.air.beforeOf(s)
	}
	return s != nil
}

// hearsOn reports whether a station, whose carrier went on when last it was asked for, hears a
// signal that has not ended, so that it still does.
func (n *Network) hearsOn(i int32) bool {
	a := &n.air
	for k := len(a.past); k < len(a.signals); k++ {
		if s := &a.signals[k]; !s.ended && s.start+n.away(s, i, n.stations[i].pos) < n.now {
			return true
		}
	}
	return false
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
	if k == 0 || s.fall < list[k-1].rise {
		return append(list, s)
	}
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
