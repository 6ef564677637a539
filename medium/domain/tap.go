package domain

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
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

// reception is a chain of overlapping signals at a tap, [rise, fall).
type reception struct {
	rise, fall phy.Time
	signals    int
	own        bool // the station's own transmission is part of it
	dead       bool // the station has lost its power
	jammed     bool
	frame      medium.Frame // of the first signal
	header     phy.Time     // of the first signal; the longest, if several begin together
	flawed     bool         // bit errors damaged it, and nothing else
	found      phy.Time     // what the receiver then takes for the header
	bit        phy.Time     // of the first signal; 0: exact
	soon       bool         // it followed other carrier too soon for the receiver
}

// headerFound returns what the receiver takes for the header.
func (r *reception) headerFound() phy.Time {
	if r.flawed {
		return r.found
	}
	return r.header
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
	t, p := &st.tap, &st.rules.Params
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
		t.fresh = max(t.fresh, p.FreshFrom(st.ready))
	}
	for _, s := range n.carrier(i) {
		switch {
		case s.fall >= h:
		case fresh:
			t.fresh, _ = s.freshGap(p, n.now, t.fresh)
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
			t.deference.Sense(p, s.rise, s.fall)
		}
	}
	t.carrier = open
	t.upTo = h
	c.digested = max(c.digested, h)
}

// signalsAt calls f for each signal that a tap has not digested, the station's own included.
func (n *Network) signalsAt(i int32, call func(x sounding)) {
	st := &n.stations[i]
	c := &n.channels[st.channel]
	from := 0
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
		from = c.old
	}
	for _, k := range c.signals[from:] {
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

// carrier returns the intervals of carrier at a station's tap that are not digested, in order.
// Intervals that touch are joined. A signal that has not ended falls at Forever. The slice is valid
// until the next call.
func (n *Network) carrier(i int32) []span {
	st := &n.stations[i]
	spans := n.spans[:0]
	if s := st.tap.carrier; s.fall > s.rise {
		spans = append(spans, s)
	}
	n.sensedAt(i, func(x sounding) {
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

// foldCarrier joins the part that fell before h of the interval of carrier that rose at rise and
// goes on.
func (n *Network) foldCarrier(i int32, rise, h phy.Time) span {
	st := &n.stations[i]
	open := st.tap.carrier
	if open.fall < rise {
		open = span{}
	}
	n.sensedAt(i, func(x sounding) {
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

// foldReceptions joins the part that fell before h of the chain that rose at rise and goes on.
func (n *Network) foldReceptions(i int32, rise, h phy.Time) reception {
	st := &n.stations[i]
	open := st.tap.reception
	if open.signals > 0 && open.fall <= rise {
		open = reception{}
	}
	n.sensedAt(i, func(x sounding) {
		if x.rise >= rise && x.fall < h && !st.ignores(&x) && !x.signal.count {
			open.join(x.reception())
		}
	})
	return open
}

// ignores reports whether a sound at a station's tap is not in its receptions: what a full-duplex end
// sends, and what a fault keeps off the medium.
func (st *station) ignores(x *sounding) bool {
	return (x.own || x.stray) && (st.full || x.signal == nil)
}

func (x *sounding) reception() reception {
	s := x.signal
	return reception{
		rise: x.rise, fall: x.fall, signals: 1, own: x.own || x.stray, dead: x.dead, jammed: s.jammed || x.clipped,
		frame: s.frame, header: s.header, flawed: s.flawed && !x.clipped, found: s.found, bit: s.bit, soon: x.soon,
	}
}

// join adds a signal or a chain to a chain.
func (r *reception) join(s reception) {
	if r.signals == 0 {
		*r = s
		return
	}
	switch {
	case s.rise < r.rise:
		r.frame, r.header, r.bit = s.frame, s.header, s.bit
	case s.rise == r.rise:
		r.header = max(r.header, s.header)
		if namedBefore(&s.frame, &r.frame, s.bit > r.bit) {
			r.frame, r.bit = s.frame, s.bit
		}
	}
	r.rise, r.fall = min(r.rise, s.rise), max(r.fall, s.fall)
	r.signals += s.signals
	r.own = r.own || s.own
	r.dead = r.dead || s.dead
	r.jammed = r.jammed || s.jammed
	r.flawed = false
}

// namedBefore reports whether a reception in which two signals begin together is named after a rather
// than after b: after the frame of the first station, and its latest one where echoes bring several. If neither
// is a frame, slower says.
func namedBefore(a, b *medium.Frame, slower bool) bool {
	switch {
	case a.Number == 0 && b.Number == 0:
		return slower
	case a.Number == 0 || b.Number == 0:
		return a.Number > 0
	case a.Source != b.Source:
		return a.Source < b.Source
	}
	return a.Number > b.Number
}

// receptions returns the chains of overlapping signals at a tap that are not digested, in order.
// The slice is valid until the next call.
func (n *Network) receptions(i int32) []reception {
	st := &n.stations[i]
	list := n.heard[:0]
	if open := st.tap.reception; open.signals > 0 {
		list = append(list, open)
	}
	n.sensedAt(i, func(x sounding) {
		if st.ignores(&x) || x.signal.count {
			return
		}
		r := x.reception()
		k := len(list)
		for k > 0 && r.rise < list[k-1].rise {
			k--
		}
		list = slices.Insert(list, k, r)
	})
	n.heard = list
	chains := list[:0]
	for _, s := range list {
		if m := len(chains) - 1; m >= 0 && s.rise < chains[m].fall {
			chains[m].join(s)
			continue
		}
		chains = append(chains, s)
	}
	return chains
}

// received counts a reception that has ended at a tap. A whole frame for one station was counted
// when it was delivered.
func (n *Network) received(i int32, r *reception) {
	if r.own || r.dead {
		return
	}
	st := &n.stations[i]
	judged, _ := n.receive(st.rules, r.fall-r.rise-r.headerFound(), r.bit, r.signals > 1 || r.jammed)
	if r.soon && judged == mac.Whole {
		return
	}
	n.countReception(&st.sums.Counters, judged, &r.frame, 1)
}

// countReception counts receptions that are alike, or takes them back.
func (n *Network) countReception(c *mac.Counters, judged mac.Reception, f *medium.Frame, times uint64) {
	switch judged {
	case mac.Fragment:
		c.Fragments += times
	case mac.FCSError:
		c.FrameCheckSequenceErrors += times
	case mac.AlignmentError:
		c.AlignmentErrors += times
	case mac.TooLong:
		c.FrameTooLongErrors += times
	case mac.Whole:
		if n.known.Group(f.Destination) {
			tally.ReceiveGroup(c, f, times)
		}
	}
}

// settlePassed counts the receptions of the signals of a repeater's channel that have passed all
// its listeners.
func (n *Network) settlePassed(c *channel) {
	if !c.hub {
		return
	}
	for _, k := range c.signals {
		s := n.at(k)
		if s.count || !n.passed(c, s) {
			continue
		}
		s.count = true
		for _, i := range c.active { // they would say so only when they end
			if st := &n.stations[i]; !st.full && n.hears(s, i) && st.tx.start < s.end+st.pos && st.heardUntil() > s.start+st.pos {
				n.muteAt(i, s)
			}
		}
		n.countSignal(c, s)
	}
}

// countSignal counts the receptions of a signal on a repeater's channel.
func (n *Network) countSignal(c *channel, s *signal) {
	if s.end == s.start { // an output may end as it begins, and nobody hears it
		return
	}
	length := s.end - s.start - s.header
	if s.only >= 0 {
		if len(s.mute) == 0 && len(s.early) == 0 {
			st := &n.stations[s.only]
			judged, _ := n.receive(st.rules, length, s.bit, s.jammed)
			if judged != mac.Whole || len(s.soon) == 0 {
				n.countReception(&st.sums.Counters, judged, &s.frame, 1)
			}
		}
		return
	}
	for k := range c.classes {
		x := &c.classes[k]
		judged, _ := n.receive(x.rules, length, s.bit, s.jammed)
		n.countReception(&x.counts, judged, &s.frame, 1)
	}
	for which, list := range [...][]int32{s.skip, s.mute, s.early} {
		for _, i := range list {
			if which == 2 && slices.Contains(s.mute, i) {
				continue // it was never going to count it
			}
			st := &n.stations[i]
			judged, _ := n.receive(st.rules, length, s.bit, s.jammed)
			n.countReception(&st.sums.Counters, judged, &s.frame, ^uint64(0))
		}
	}
	for _, i := range s.soon {
		if slices.Contains(s.mute, i) || slices.Contains(s.early, i) {
			continue
		}
		st := &n.stations[i]
		if judged, _ := n.receive(st.rules, length, s.bit, s.jammed); judged == mac.Whole {
			n.countReception(&st.sums.Counters, judged, &s.frame, ^uint64(0))
		}
	}
}

// mute records that a station behind a repeater does not count what it heard while it sent, at the
// end of its transmission.
func (n *Network) mute(i int32) {
	st := &n.stations[i]
	c := &n.channels[st.channel]
	if !c.hub || st.full {
		return
	}
	for _, k := range c.signals {
		s := n.at(k)
		if !s.count && s.start+st.pos < st.heardUntil() && (!s.ended || s.end+st.pos > st.tx.start) && n.hears(s, i) {
			n.muteAt(i, s)
		}
	}
}

// muteAt records that a station does not count a signal. A station's signals do not overlap, so
// that those before its last one are settled.
func (n *Network) muteAt(i int32, s *signal) {
	if st := &n.stations[i]; s.number > st.muted {
		st.muted = s.number
		s.mute = append(s.mute, i)
	}
}
