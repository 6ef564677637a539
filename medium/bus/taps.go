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

// taps holds what each station's tap has heard up to an instant, computed for each tap separately.
// It is needed only if the signals on the cable are not received in the same way at every tap, and
// to read the counters in the middle of a transmission. Otherwise the receptions follow from the
// signals ([Network.settleAll]).
type taps struct {
	dirty bool     // the taps hold state that does not follow from the kept signals
	since bool     // the same, but nothing else than how stations defer
	upTo  phy.Time // everything that fell before this instant is digested
	each  []tap

	heard  []reception // scratch: what a tap has heard
	sorted [2]int      // from where on in heard a list in order of time begins, and another one
	order  []inOrder   // scratch
	chains []reception // scratch
	loose  []*signal   // scratch: of [Network.sweep]
	alive  alive
	places places
}

// tap is the state of one station's tap.
type tap struct {
	deference mac.Deference
	fresh     phy.Time  // the start of a gap of the station's own after a backoff, as far as digested
	carrier   span      // of digested signals; carrier that has not fallen yet continues it
	reception reception // of digested signals; a reception that has not ended continues it
}

// reception is a chain of overlapping signals at a tap, [rise, fall).
type reception struct {
	rise, fall phy.Time
	signals    int32        // 2 if there are more
	own        bool         // the station's own transmission is part of it
	damaged    bool         // by jam, by bit errors, or because there are several signals
	flawed     bool         // bit errors damaged it, and nothing else
	frame      medium.Frame // if there is one signal
	header     phy.Time     // of the first signal; the longest, if several begin together
	found      phy.Time     // if flawed, what the receiver takes for the header
}

// headerFound returns what the receiver takes for the header.
func (r *reception) headerFound() phy.Time {
	if r.flawed {
		return r.found
	}
	return r.header
}

// digestTaps computes what every tap heard before the instant h. All starts and ends so far are
// before h.
func (n *Network) digestTaps(h phy.Time) {
	t := &n.taps
	n.beginDigest()
	n.digestAllReceptions(h)
	for i := range t.each {
		n.digestCarrier(int32(i), h)
	}
	t.upTo = h
}

// beginDigest makes taps hold what does not follow from the kept signals: nothing so far.
func (n *Network) beginDigest() {
	t := &n.taps
	if t.each == nil {
		t.each = make([]tap, len(n.stations))
	}
	if t.dirty {
		return
	}
	for i := range t.each {
		tap := &t.each[i]
		if tap.carrier, tap.reception = (span{}), (reception{}); !t.since {
			tap.deference, tap.fresh = mac.Deference{}, 0
		}
	}
	t.upTo = 0
	t.dirty, t.since = true, false
}

// remember reports whether the taps hold how stations defer because of signals that are no longer
// kept.
func (t *taps) remember() bool { return t.dirty || t.since }

// rememberAll computes how every station defers after the first k signals, which have passed every
// tap, so that they can be dropped.
func (n *Network) rememberAll(k int) {
	t := &n.taps
	if t.each == nil {
		t.each = make([]tap, len(n.stations))
	}
	for i := range t.each {
		st, tap := &n.stations[i], &t.each[i]
		if !t.remember() {
			tap.deference, tap.fresh = mac.Deference{}, 0
		}
		if st.rules.NoCarrierSense {
			continue
		}
		fresh := st.fresh && st.state == waiting
		if fresh {
			tap.fresh = max(tap.fresh, st.rules.FreshFrom(st.ready))
		}
		spans, all := n.recent(int32(i), k)
		if !all {
			tap.deference = mac.Deference{}
		}
		for _, s := range spans {
			if fresh {
				tap.fresh, _ = s.freshGap(&st.rules.Params, n.now, tap.fresh)
			}
			if s.own {
				tap.deference.Transmitted(s.fall)
			} else {
				tap.deference.Sense(&st.rules.Params, s.rise, s.fall)
			}
		}
	}
	t.since = true
}

// digestOnly counts what every tap heard of some signals, which have passed every tap before the
// instant h, and of what it held. The taps then hold nothing.
func (n *Network) digestOnly(signals []signal, h phy.Time) {
	t, kept := &n.taps, n.air.signals
	n.beginDigest()
	n.air.signals = signals
	n.digestAllReceptions(h)
	n.air.signals = kept
	t.dirty = false
}

// digestReceptions counts those of the chains at a tap that ended before the instant h.
func (n *Network) digestReceptions(i int32, chains []reception, h phy.Time) {
	tap := &n.taps.each[i]
	for k := range chains {
		switch s := &chains[k]; {
		case s.fall < h:
			n.received(i, s)
			tap.reception = reception{}
		case s.rise < h:
			tap.reception = n.taps.fold(s.rise, h)
		}
	}
}

// digestCarrier works out how a station defers after the carrier that fell at its tap before the instant
// h.
func (n *Network) digestCarrier(i int32, h phy.Time) {
	tap := &n.taps.each[i]
	p := &n.stations[i].rules.Params
	if p.NoCarrierSense {
		return // it never asks for carrier
	}
	open := span{}
	fresh := n.stations[i].fresh && n.stations[i].state == waiting
	if fresh {
		tap.fresh = max(tap.fresh, p.FreshFrom(n.stations[i].ready))
	}
	spans, all := n.recent(i, len(n.air.signals))
	if !all {
		tap.deference = mac.Deference{}
	}
	for _, s := range spans {
		switch {
		case s.fall >= h:
		case fresh:
			tap.fresh, _ = s.freshGap(p, n.now, tap.fresh)
		default:
			tap.fresh = max(tap.fresh, s.fall)
		}
		switch {
		case s.fall >= h && s.rise < h:
			open = n.foldCarrier(i, s.rise, h)
			open.again = s.again && open.rise == s.rise
		case s.fall >= h:
		case s.own:
			tap.deference.Transmitted(s.fall)
		default:
			tap.deference.Sense(p, s.rise, s.fall)
		}
	}
	tap.carrier = open
}

// signalsAt calls f for each kept signal that a tap has not digested.
func (n *Network) signalsAt(i int32, f func(s *signal, rise, fall phy.Time)) {
	for k := range n.air.signals {
		s := &n.air.signals[k]
		d := n.distance(i, s.frame.Source)
		rise, fall := s.start+d, phy.Forever
		if s.ended {
			fall = s.end + d
		}
		if fall >= n.taps.upTo {
			f(s, rise, fall)
		}
	}
}

// foldCarrier joins the part that fell before h of the interval of carrier that rose at rise and
// goes on.
func (n *Network) foldCarrier(i int32, rise, h phy.Time) span {
	a := &n.air
	open := n.taps.each[i].carrier
	if open.fall < rise {
		open = span{}
	}
	a.settle()
	k := sort.Search(len(a.past), func(k int) bool { return a.past[k].at(n, i) >= h })
	fall := a.pastOf(k-1).at(n, i)
	for ; k < len(a.signals); k++ {
		s := &a.signals[k]
		if f := s.end + n.distance(i, s.frame.Source); s.ended && f < h {
			fall = max(fall, f)
		}
	}
	if fall <= rise {
		return open // all that has fallen was before the interval
	}
	if open.fall == open.rise {
		open.rise = rise
	}
	open.rise, open.fall = min(open.rise, rise), max(open.fall, fall)
	for s := a.lastOf(i); s != nil && s.start >= rise; s = a.beforeOf(s) {
		open.own = open.own || s.ended && s.end < h
	}
	return open
}

// fold joins the part that fell before h of the chain that rose at rise and goes on, of what a tap has heard.
func (t *taps) fold(rise, h phy.Time) (open reception) {
	for k := range t.heard {
		if r := &t.heard[k]; r.rise >= rise && r.fall < h {
			open.join(r)
		}
	}
	return open
}

// heardAs returns the reception of one signal at a tap.
func (n *Network) heardAs(s *signal, rise, fall phy.Time, own bool) reception {
	return reception{
		rise: rise, fall: fall, signals: 1, own: own, damaged: s.damaged(), frame: s.frame,
		header: n.header(&s.frame), flawed: s.flawed, found: s.header,
	}
}

// inOrder is where a reception stands among others, in order of time: they are large to move.
type inOrder struct {
	rise  phy.Time
	index int32
}

// join adds a signal or a chain to a chain.
func (r *reception) join(s *reception) {
	if r.signals == 0 {
		*r = *s
		return
	}
	switch {
	case s.rise < r.rise:
		r.header = s.header
	case s.rise == r.rise:
		r.header = max(r.header, s.header)
	}
	r.rise, r.fall = min(r.rise, s.rise), max(r.fall, s.fall)
	r.own = r.own || s.own
	r.signals, r.damaged = 2, true
	r.frame, r.flawed, r.found = medium.Frame{}, false, 0
}

// receptions returns the chains of overlapping signals at a tap that are not digested, in order.
// The slice is valid until the next call.
func (n *Network) receptions(i int32) []reception {
	heard := n.taps.heard[:0]
	if open := n.taps.each[i].reception; open.signals > 0 {
		heard = append(heard, open)
	}
	n.signalsAt(i, func(s *signal, rise, fall phy.Time) {
		heard = append(heard, n.heardAs(s, rise, fall, s.frame.Source == i))
	})
	n.taps.heard, n.taps.sorted = heard, [2]int{len(heard), len(heard)}
	return n.taps.chain()
}

// chain returns the chains of what a tap has heard.
func (t *taps) chain() []reception {
	heard, order := t.heard, t.order[:0]
	left, right := t.sorted[0], t.sorted[1]
	for k := range heard[:left] {
		order = append(order, inOrder{heard[k].rise, int32(k)})
	}
	slices.SortFunc(order, func(a, b inOrder) int {
		if a.rise == b.rise {
			return int(a.index - b.index)
		}
		return cmp.Compare(a.rise, b.rise)
	})
	if extended {
		order = t.mergeInto(order, left, right)
		order = t.mergeInto(order, right, len(heard))
	}
	chains := t.chains[:0]
	for _, o := range order {
		s := &heard[o.index]
		if m := len(chains) - 1; m >= 0 && s.rise < chains[m].fall {
			chains[m].join(s)
			continue
		}
		chains = append(chains, *s)
	}
	t.order, t.chains = order, chains
	return chains
}

// mergeInto merges what a tap has heard from one index on and before another, which is in order of time, into the rest.
func (t *taps) mergeInto(order []inOrder, from, to int) []inOrder {
	k := len(order) - 1
	order = slices.Grow(order, to-from)[:len(order)+to-from]
	for at := len(order) - 1; to > from; at-- {
		if k >= 0 && order[k].rise > t.heard[to-1].rise {
			order[at] = order[k]
			k--
		} else {
			to--
			order[at] = inOrder{t.heard[to].rise, int32(to)}
		}
	}
	return order
}

// received counts a reception that has ended at a tap. A whole frame for one station was counted
// when it was delivered.
func (n *Network) received(i int32, r *reception) {
	if !r.own {
		n.receivedAs(i, r.fall-r.rise-r.headerFound(), r.damaged, &r.frame)
	}
}

// receivedAs counts a reception of a length after the header.
func (n *Network) receivedAs(i int32, length phy.Time, damaged bool, frame *medium.Frame) {
	c := &n.sumsOf(i).Counters
	judged, _ := n.stations[i].rules.Receive(length, damaged)
	switch {
	case judged != mac.Whole:
		c.Received(judged)
	case n.known.Group(frame.Destination):
		tally.ReceiveGroup(c, frame, 1)
	}
}
