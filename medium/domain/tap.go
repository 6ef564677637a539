package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/phy"
)

// tap holds what a station's tap has heard of signals that are no longer kept, or were when they
// were dropped: everything that fell before an instant.
type tap struct {
	upTo      phy.Time
	deference mac.Deference
	fresh     phy.Time  // the start of a gap of the station's own after a backoff, as far as digested
	carrier   span      // carrier that has not fallen yet continues it
	reception reception // one that has not ended continues it
	forgotten phy.Time  // on a cable: the end of what it heard of signals that are no longer kept
}

// span is an interval of carrier at a station's tap, [rise, fall). own reports whether a
// transmission of the station itself is part of it. again reports whether it rose in the second
// pass of an instant, after the fall of carrier that ended at that instant.
type span struct {
	rise, fall phy.Time
	own        bool
	again      bool
}

// freshGap is [mac.Params.FreshGap] for an interval of carrier. A gap that begins at the instant at
// which it rose in the second pass had begun in the first.
func (s *span) freshGap(p *mac.Params, t, q phy.Time) (next phy.Time, ok bool) {
	rise := s.rise
	if s.again {
		rise++
	}
	return p.FreshGap(t, q, rise, s.fall)
}

// heard is a signal, or one's own, at a tap.
type sounding struct {
	rise, fall phy.Time
	own, again bool
	stray      bool    // what the station itself sends, but not its MAC
	clipped    bool    // the station was deaf for a part of it
	dead       bool    // it lost its power in the middle of it
	soon       bool    // it follows other carrier too soon for the receiver
	signal     *signal // nil: what the station itself sends, behind a repeater or without anybody hearing it
}

// digestTap computes what a tap heard before the instant h.
func (n *Network) digestTap(c *channel, i int32, h phy.Time) {
	st := &n.stations[i]
	t := &st.tap
	if st.tx.hushed && st.state == sending && !st.full {
		n.judgeCarrier(i, min(h, n.now))
	}
	if !c.hub {
		for _, s := range n.receptions(i) {
			switch {
			case s.fall < h:
				n.received(i, &s)
				t.reception = reception{}
			case s.rise < h:
				t.reception = n.foldReceptions(i, s.rise, h)
			}
		}
	}
	open := span{}
	fresh := st.fresh && st.state == waiting
	if fresh {
		t.fresh = max(t.fresh, st.rulesAt(st.ready).FreshFrom(st.ready))
	}
	for _, s := range n.carrier(i) {
		switch {
		case s.fall >= h:
		case fresh:
			t.fresh, _ = s.freshGap(st.rulesAt(t.fresh), n.now, t.fresh)
		default:
			t.fresh = max(t.fresh, s.fall)
		}
		switch {
		case s.fall >= h && s.rise < h:
			open = n.foldCarrier(i, s.rise, h)
			open.again = s.again && open.rise == s.rise
		case s.fall >= h:
		case s.own:
			t.deference.Transmitted(s.fall)
		default:
			t.deference.Sense(st.rulesAt(t.deference.Fall()), s.rise, s.fall)
		}
	}
	t.carrier = open
	t.upTo = h
	c.digested = max(c.digested, h)
}

// signalsAt calls f for each signal that a tap has not digested, the station's own included, of some of its channel.
func (n *Network) signalsAt(i int32, signals []uint32, call func(x sounding)) {
	st := &n.stations[i]
	c := &n.channels[st.channel]
	if c.hub || st.tx.hushed {
		if tx := &st.tx; tx.made {
			x := sounding{rise: tx.start, fall: phy.Forever, own: true, again: tx.again}
			if tx.ended {
				x.fall = tx.end
			}
			if x.fall >= st.tap.upTo {
				call(x)
			}
		}
	}
	if c.hub && !c.dirty {
		signals = signals[c.old:] // all are given
	}
	for _, k := range signals {
		s := n.at(k)
		x := sounding{signal: s, soon: slices.Contains(s.soon, i)}
		if s.source == i && !s.echo && s.within(st.pos) {
			x.own, x.stray = !s.stray, s.stray
		}
		if !x.own && !x.stray && !n.hears(s, i) || s.ended && s.end == s.start { // an output may end as it begins
			continue
		}
		d := n.distance(i, s)
		x.rise, x.fall = s.start+d, phy.Forever
		x.again = s.again && d == 0
		if s.ended {
			x.fall = s.end + d
		}
		if x.fall >= st.tap.upTo {
			call(x)
		}
	}
}

// signalsOf returns the signals of a station's channel.
func (n *Network) signalsOf(i int32) []uint32 { return n.channels[n.stations[i].channel].signals }

// carrier returns the intervals of carrier at a station's tap that are not digested, in order.
// Intervals that touch are joined. A signal that has not ended falls at Forever. The slice is valid
// until the next call.
func (n *Network) carrier(i int32) []span { return n.carrierOf(i, n.signalsOf(i)) }

// carrierOf is carrier for some signals of its channel.
func (n *Network) carrierOf(i int32, signals []uint32) []span {
	st := &n.stations[i]
	spans := n.spans[:0]
	if s := st.tap.carrier; s.fall > s.rise {
		spans = append(spans, s)
	}
	n.sensedAt(i, signals, func(x sounding) {
		if x.own && st.full {
			return
		}
		s := span{x.rise, x.fall, x.own, x.again}
		k := len(spans)
		for k > 0 && s.before(&spans[k-1]) {
			k--
		}
		spans = slices.Insert(spans, k, s)
	})
	n.spans = spans
	return mergeSpans(spans)
}

// before orders spans by their rise; those of a second pass come after others.
func (s *span) before(t *span) bool {
	return s.rise < t.rise || s.rise == t.rise && !s.again && t.again
}

// mergeSpans joins spans, sorted by rise, that overlap or touch. A span of a second pass that begins
// where another ends does not touch it.
func mergeSpans(spans []span) []span {
	merged := spans[:0]
	for _, s := range spans {
		if m := len(merged) - 1; m >= 0 && (s.rise < merged[m].fall || s.rise == merged[m].fall && !s.again) {
			merged[m].fall = max(merged[m].fall, s.fall)
			merged[m].own = merged[m].own || s.own
			continue
		}
		merged = append(merged, s)
	}
	return merged
}

// lastCarrier is carrier for a station that waits to start: of the last generation of signals of a cable only, if a whole gap
// has passed everywhere since those before it. A station remembers nothing of them then: carrier that follows a whole gap of
// silence is a new busy period.
func (n *Network) lastCarrier(i int32) []span {
	st := &n.stations[i]
	c := &n.channels[st.channel]
	first := 0
	if n.lastMatters(c, st) {
		first = c.last
	}
	if extended && len(c.signals)-first >= min(manySignals, mostKept) {
		first = n.recent(c, i, first)
	}
	return n.carrierOf(i, c.signals[first:])
}

// lastMatters reports whether only the last generation of signals matters to a station that waits to start.
func (n *Network) lastMatters(c *channel, st *station) bool {
	return extended && byGeneration && !c.hub && !c.joined && !st.fresh && st.hearsAll() && c.oldPassed+n.gap < n.now
}

// foldCarrier joins the part that fell before h of the interval of carrier that rose at rise and
// goes on.
func (n *Network) foldCarrier(i int32, rise, h phy.Time) span {
	st := &n.stations[i]
	open := st.tap.carrier
	if open.fall < rise {
		open = span{}
	}
	n.sensedAt(i, n.signalsOf(i), func(x sounding) {
		if x.rise < rise || x.fall >= h || x.own && st.full {
			return
		}
		if open.fall == open.rise {
			open = span{rise: x.rise, fall: x.fall}
		}
		open.rise, open.fall = min(open.rise, x.rise), max(open.fall, x.fall)
		open.own = open.own || x.own
	})
	return open
}

// ignores reports whether a sound at a station's tap is not in its receptions: what a full-duplex end
// sends, and what a fault keeps off the medium.
func (st *station) ignores(x *sounding) bool {
	return (x.own || x.stray) && (st.full || x.signal == nil)
}
