package bus

import (
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// span is an interval of carrier at a station's tap, [rise, fall). own reports whether a
// transmission of the station itself is part of it. again reports whether it rose in the second
// pass of an instant, after the fall of carrier that ended at that instant.
type span struct {
	rise, fall phy.Time
	own        bool
	again      bool
}

// carrier returns the intervals of carrier at a station's tap that the kept signals form, in order.
// Intervals that touch are joined. A signal that has not ended falls at Forever. The slice is valid
// until the next call.
func (n *Network) carrier(i int32) []span {
	if !n.taps.dirty && len(n.air.signals) > few {
		return n.hearing.carrier(n, i)
	}
	return n.carrierOne(i)
}

// carrierOne is carrier, signal by signal.
func (n *Network) carrierOne(i int32) []span {
	spans := n.spans[:0]
	if n.taps.dirty {
		if s := n.taps.each[i].carrier; s.fall > s.rise {
			spans = append(spans, s)
		}
	}
	for k := range n.air.signals {
		s := &n.air.signals[k]
		d := n.distance(i, s.frame.Source)
		fall := phy.Forever
		if s.ended {
			fall = s.end + d
			if n.taps.dirty && fall < n.taps.upTo {
				continue // digested
			}
		}
		x := span{s.start + d, fall, s.frame.Source == i, s.again && d == 0}
		if k < few {
			spans = insert(spans, x)
		} else {
			spans = append(spans, x)
		}
	}
	if len(n.air.signals) > few {
		slices.SortStableFunc(spans, byRise)
	}
	n.spans = spans
	return mergeSpans(spans)
}

// few is the number of signals up to which insertion keeps them in order: they come nearly in
// order.
const few = 16

// insert inserts a span at its place.
func insert(spans []span, s span) []span {
	spans = append(spans, s)
	for k := len(spans) - 1; k > 0 && s.before(&spans[k-1]); k-- {
		spans[k], spans[k-1] = spans[k-1], spans[k]
	}
	return spans
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

// clear returns the first instant, now or later, at which a waiting station may start, judged by
// the signals on the cable. It is Forever or later if that depends on a transmission that has not
// ended. justFell reports whether the instant is now because a gap of 0 follows a fall of carrier
// at this very instant; by rule 10 the start is then in the second pass.
func (n *Network) clear(i int32) (t phy.Time, justFell bool) {
	st := &n.stations[i]
	p := &st.rules.Params
	t = n.now
	if p.NoCarrierSense {
		return t, false
	}
	if st.fresh {
		q := p.FreshFrom(st.ready)
		if n.taps.dirty {
			q = max(q, n.taps.each[i].fresh)
		}
		for _, s := range n.carrier(i) {
			next, ok := p.FreshGap(t, q, s.rise, s.fall)
			if ok {
				break
			}
			q = next
		}
		return max(t, q+p.Gap), p.Gap == 0 && q == t
	}
	var d mac.Deference
	var lastFall phy.Time = -1
	if n.taps.dirty {
		d = n.taps.each[i].deference
	}
	for _, s := range n.carrier(i) {
		if s.own {
			d.Transmitted(s.fall)
		} else {
			if d.Starts(p, t, s.rise) {
				break
			}
			d.Sense(p, s.rise, s.fall)
		}
		lastFall = s.fall
	}
	return d.Clear(p, t), p.Gap == 0 && lastFall == t
}

// makeReady makes a station's frame wait for its next attempt from now on. Whether it starts at
// once is decided after all arrivals and ends of this instant.
func (n *Network) makeReady(i int32) {
	st := &n.stations[i]
	st.state = waiting
	st.ready = n.now
	st.deferring = false
	n.ready = append(n.ready, i)
}

// consider starts a waiting station, or adds to the agenda when to look again.
func (n *Network) consider(i int32) {
	st := &n.stations[i]
	p := &st.rules.Params
	at, justFell := n.clear(i)
	switch {
	case at > n.now && p.NonPersistent:
		n.senseLater(i)
	case at >= phy.Forever:
		n.waiters = append(n.waiters, i)
	case at > n.now:
		n.release(i, at)
	case justFell && n.pass == 0:
		n.agenda.push(newEntry(n.now, startingAgain, i, release, 0, 0))
		return
	case p.Align > 0 && n.now%p.Align != 0:
		n.release(i, n.now-n.now%p.Align+p.Align)
	case p.Persist != 0 && st.rng.Uint64() >= p.Persist:
		n.release(i, n.now+p.PersistSlot)
	default:
		n.starts = append(n.starts, i)
		return
	}
	if !st.deferring && n.watch.kinds.Has(medium.Defer) {
		st.deferring = true
		n.note(medium.Defer, i, &n.queue.head(st).frame, st.collisions+1)
	}
}

// senseLater is for a non-persistent station that has found the medium busy. It draws a delay of at
// least one slot, as after a collision, and then senses again.
func (n *Network) senseLater(i int32) {
	st := &n.stations[i]
	st.deferred = st.deferred || st.collisions == 0
	st.excessive = false
	slot := st.rules.SlotTime
	if !n.backOff(i, max(1, int(st.collisions)), slot) {
		// The policy gives up, but there was no attempt that failed.
		st.state = backing
		n.agenda.push(newEntry(n.now+slot, settling, i, backoffEnd, 0, 0))
	}
}

// release adds to the agenda the instant at which a waiting station may start, to be checked again
// then.
func (n *Network) release(i int32, at phy.Time) {
	n.agenda.push(newEntry(at, starting, i, release, 0, 0))
}

// reconsider checks the stations that wait for transmissions to end, after some have ended.
func (n *Network) reconsider() {
	if len(n.waiters) == 0 || n.covered() {
		return
	}
	kept := n.waiters[:0]
	if len(n.air.signals) > few {
		n.hearing.follow(n)
	}
	for _, i := range n.waiters {
		if len(n.air.signals) > few && n.hearing.hears(n, i) {
			kept = append(kept, i) // carrier goes on
			continue
		}
		switch at, _ := n.clear(i); {
		case at >= phy.Forever:
			kept = append(kept, i)
		case at == n.now:
			n.agenda.push(newEntry(at, startingAgain, i, release, 0, 0))
		default:
			n.release(i, at)
		}
	}
	n.waiters = kept
}

// covered reports whether a transmission that goes on has reached every tap, so that no station's
// carrier falls.
func (n *Network) covered() bool {
	if n.air.active == 0 {
		return false
	}
	for k := range n.air.signals {
		if s := &n.air.signals[k]; !s.ended {
			return s.start+n.span <= n.now
		}
	}
	return false
}
