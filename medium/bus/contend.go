package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
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

// freshGap is [mac.Params.FreshGap] for an interval of carrier. A gap that begins at the instant at
// which it rose in the second pass had begun in the first.
func (s *span) freshGap(p *mac.Params, t, q phy.Time) (next phy.Time, ok bool) {
	rise := s.rise
	if s.again {
		rise++
	}
	return p.FreshGap(t, q, rise, s.fall)
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
	n.hearing.spansOf = -1
	if at, ok := n.glance(i); ok {
		return at, false
	}
	if st.fresh {
		q := p.FreshFrom(st.ready)
		if n.taps.remember() {
			q = max(q, n.taps.each[i].fresh)
		}
		spans, _ := n.recent(i, len(n.air.signals))
		for _, s := range spans {
			next, ok := s.freshGap(p, t, q)
			if ok {
				break
			}
			q = next
		}
		return max(t, q+p.Gap), p.Gap == 0 && q == t
	}
	var d mac.Deference
	var lastFall phy.Time = -1
	var known *remembered
	if extended {
		known = n.hearing.rememberedBy(i)
	}
	spans, all, follow := n.lookBack(i, len(n.air.signals), known)
	switch {
	case extended && follow:
		d = known.deference
	case all && n.taps.remember():
		d = n.taps.each[i].deference
	}
	n.hearing.spansOf = i
	fallen := -1
	if extended {
		fallen = worthKeeping(p, spans, t)
	}
	for k, s := range spans {
		if extended && k == fallen {
			n.hearing.remember(n, i, d, spans[k-1].fall)
		}
		if s.own {
			d.Transmitted(s.fall)
		} else {
			if d.Starts(p, t, s.rise) || d.LooksAgain(p, t, s.rise, s.fall) {
				continue // the gap ignores it, unless the station has sent since, after a gap of its own
			}
			d.Sense(p, s.rise, s.fall)
		}
		lastFall = s.fall
	}
	if extended && fallen == len(spans) {
		n.hearing.remember(n, i, d, spans[fallen-1].fall)
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
func (n *Network) consider(i int32) { n.decide(i, false) }

// decide is consider. If the station is known to be free now, the carrier need not be asked for.
func (n *Network) decide(i int32, free bool) {
	st := &n.stations[i]
	p := &st.rules.Params
	at, justFell := n.now, false
	if !free {
		at, justFell = n.clear(i)
	}
	switch {
	case at > n.now && p.NonPersistent:
		n.senseLater(i)
	case at >= phy.Forever:
		n.waitOn(i)
	case at > n.now && !st.fresh && p.GapPart1 == 0 && !p.NoBlindStart && at < n.now+p.Gap:
		// Its gap has begun, and ignores all carrier.
		n.releaseIn(starting, i, at, surely)
	case at > n.now:
		n.release(i, at)
	case justFell && n.pass == 0:
		n.releaseIn(startingAgain, i, n.now, 0)
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
		st.state, st.ready = backing, n.now+slot
		n.agenda.Push(agenda.New(n.now+slot, settling, i, backoffEnd, 0, 0))
	}
}

// surely marks the release of a station that will be free then, whatever happens.
const surely = 1

// release adds to the agenda the instant at which a waiting station may start, to be checked again
// then.
func (n *Network) release(i int32, at phy.Time) { n.releaseIn(starting, i, at, 0) }

// releaseIn is release in a phase of the instant. other may be surely.
func (n *Network) releaseIn(p agenda.Phase, i int32, at phy.Time, other int32) {
	n.released++
	n.agenda.Push(agenda.New(at, p, i, release, other, 0))
}

// reconsider checks the stations that wait for transmissions to end, after some have ended. A station
// without a gap may start at once. Where there are such stations, carrier that falls later than now at a tap need
// not fall at all: the next frame may begin in the second pass. Those who wait there are checked after it, by
// [Network.reconsiderLater].
func (n *Network) reconsider() {
	switch {
	case n.waiters.number == 0 || n.covered() || n.goesOn():
		n.ended = n.ended[:0]
	case n.allGaps || len(n.ended) > 1:
		n.checkAll(n.ended)
		n.ended = n.ended[:0]
	case n.bunched && (!extended || !n.postpone(n.ended, true)):
		n.checkWaiters(func(i int32) bool { return n.distance(i, n.ended[0]) == 0 })
	}
}

// reconsiderLater checks the stations that reconsider has left, unless a signal that had reached every
// tap has ended, and another one follows it at once, from the same place.
func (n *Network) reconsiderLater() {
	i, a := n.ended[0], &n.air
	followed := false
	for k := len(a.signals) - 1; k >= 0; k-- {
		s := &a.signals[k]
		if n.distance(i, s.frame.Source) > 0 {
			continue
		}
		if followed && s.end == n.now && s.start+n.span <= n.now {
			return // no station elsewhere has heard a fall
		}
		if !followed && (s.ended || s.start < n.now) {
			break
		}
		followed = true
	}
	n.checkAll(n.ended)
}

// goesOn reports whether each station whose transmission has ended sends another one at once, whatever it hears, so that
// no carrier falls. At its own place carrier has fallen for those that decide at this instant, before it sends. It matters to a
// station whose gap ends now, and that would not have started into the carrier that rose in it.
func (n *Network) goesOn() bool {
	for _, i := range n.ended {
		st := &n.stations[i]
		if p := &st.rules.Params; st.state != waiting || !p.NoCarrierSense || p.Align > 0 || p.Persist > 0 {
			return false
		}
		if n.seeing && n.nearest(i) == 0 {
			return false
		}
	}
	return true
}

// covered reports whether a transmission that goes on has reached every tap, so that no station's
// carrier falls.
func (n *Network) covered() bool { return n.coveredAt(n.now) }

// coveredAt reports whether a transmission that goes on has reached every tap by an instant.
func (n *Network) coveredAt(t phy.Time) bool {
	a := &n.air
	a.settle()
	return len(a.past) < len(a.signals) && a.signals[len(a.past)].start+n.span <= t
}
