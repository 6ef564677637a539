package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// clear returns the first instant, now or later, at which a waiting station may start, judged by
// the signals so far. It is Forever or later if that depends on a signal that has not ended.
// justFell reports whether the instant is now because a gap of 0 follows a fall of carrier at this
// very instant; by rule 10 the start is then in the second pass.
func (n *Network) clear(i int32) (t phy.Time, justFell bool) {
	st := &n.stations[i]
	p := &st.rules.Params
	t = n.now
	if st.full {
		return n.clearOfOwn(st)
	}
	if p.NoCarrierSense {
		return t, false
	}
	if st.fresh {
		q := max(st.rulesAt(st.ready).FreshFrom(st.ready), st.tap.fresh)
		for _, s := range n.carrier(i) {
			next, ok := s.freshGap(st.rulesAt(q), t, q)
			if ok {
				break
			}
			q = next
		}
		gap := st.rulesAt(q).Gap
		return max(t, q+gap), gap == 0 && q == t
	}
	if extended {
		if at, fell, ok := n.soonClear(i); ok {
			return at, fell
		}
	}
	d := st.tap.deference
	var lastFall phy.Time = -1
	for _, s := range n.lastCarrier(i) {
		if s.own {
			d.Transmitted(s.fall)
		} else {
			p := st.rulesAt(d.Fall())
			if d.Starts(p, t, s.rise) || d.LooksAgain(p, t, s.rise, s.fall) {
				continue // the gap ignores it, unless the station has sent since, after a gap of its own
			}
			d.Sense(p, s.rise, s.fall)
		}
		lastFall = s.fall
	}
	p = st.rulesAt(d.Fall())
	return d.Clear(p, t), p.Gap == 0 && lastFall == t
}

// clearOfOwn is clear for a full-duplex end: its gap follows its own frames only, and a PAUSE frame
// makes it wait.
func (n *Network) clearOfOwn(st *station) (t phy.Time, justFell bool) {
	t = max(n.now, st.paused)
	if queued := n.queue.head(st); n.isPause(&queued.frame) {
		t = n.now // PAUSE frames are not held
	}
	if !st.tx.made || st.rules.NoCarrierSense {
		return t, false
	}
	fall := st.tx.end
	gap := st.rulesAt(fall).Gap
	t = max(t, fall+gap)
	return t, gap == 0 && fall == t
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
	if st.state != waiting {
		return
	}
	p := &st.rules.Params
	at, justFell := n.clear(i)
	switch {
	case at > n.now && p.NonPersistent && !st.full:
		n.senseLater(i)
	case at >= phy.Forever:
		n.await(i)
		c := &n.channels[st.channel]
		c.waiters = append(c.waiters, i)
	case at > n.now:
		n.release(i, at)
	case justFell && n.pass == 0:
		n.agenda.Push(agenda.New(n.now, startingAgain, i, release, 0, st.turn))
		return
	case p.Align > 0 && n.now%p.Align != 0:
		n.release(i, n.now-n.now%p.Align+p.Align)
	case p.Persist != 0 && st.rng.Uint64() >= p.Persist:
		n.release(i, n.now+p.PersistSlot)
	default:
		n.starts = append(n.starts, i)
		return
	}
	n.defers(i)
}

// defers tells observers, once, that a station waits for its next attempt.
func (n *Network) defers(i int32) {
	if st := &n.stations[i]; !st.deferring && n.watch.kinds.Has(medium.Defer) {
		st.deferring = true
		n.emit(medium.Event{Kind: medium.Defer, Station: i, Frame: n.queue.head(st).frame, Attempt: st.collisions + 1})
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
		n.agenda.Push(agenda.New(n.now+slot, settling, i, backoffEnd, 0, st.turn))
	}
}

// release adds to the agenda the instant at which a waiting station may start, to be checked again
// then.
func (n *Network) release(i int32, at phy.Time) {
	n.agenda.Push(agenda.New(at, starting, i, release, 0, n.stations[i].turn))
}

// reconsiderAll checks the stations that wait for signals to end, after some have ended. Those that may
// start now do so in a phase.
func (n *Network) reconsiderAll(start phase) {
	for k := range n.channels {
		if c := &n.channels[k]; c.changed {
			n.reconsider(c, start)
		}
	}
}

// reconsider checks the stations that wait for the signals of a channel to end.
func (n *Network) reconsider(c *channel, start phase) {
	c.changed = false
	if len(c.waiters) == 0 {
		return
	}
	kept := c.waiters[:0]
	for _, i := range c.waiters {
		if extended && n.stillAwaits(i) {
			kept = append(kept, i)
			continue
		}
		switch at, justFell := n.clear(i); {
		case at >= phy.Forever:
			n.await(i)
			kept = append(kept, i)
		case at == n.now && justFell:
			n.agenda.Push(agenda.New(at, startingAgain, i, release, 0, n.stations[i].turn))
		case at == n.now:
			n.agenda.Push(agenda.New(at, start, i, release, 0, n.stations[i].turn))
		default:
			n.release(i, at)
		}
	}
	c.waiters = kept
}

// hold makes a full-duplex station wait for the end of a pause, from now on.
func (n *Network) hold(i int32, quanta uint16) {
	st := &n.stations[i]
	st.paused = n.now + phy.Time(quanta)*pauseQuantum*st.rules.BitTime
	if st.state != waiting || slices.Contains(n.ready, i) {
		return
	}
	st.turn++ // the instant at which it was to start is void
	at, _ := n.clear(i)
	if at == n.now {
		n.agenda.Push(agenda.New(at, startingAgain, i, release, 0, st.turn))
		return
	}
	n.release(i, at)
	n.defers(i)
}

// present reports whether foreign carrier is at a station's tap now.
func (n *Network) present(i int32) bool {
	if n.stations[i].collisionAsserted() {
		return true
	}
	for _, k := range n.passing(i) {
		if n.foreign(i, n.at(k)) {
			return true
		}
	}
	return false
}

// passing returns the signals that may be at a station's tap now.
func (n *Network) passing(i int32) []uint32 {
	c := &n.channels[n.stations[i].channel]
	if c.hub && !c.dirty {
		return c.signals[c.old:]
	}
	return c.onWay(n.now)
}

// foreign reports whether a signal from elsewhere is at a station's tap now.
func (n *Network) foreign(i int32, s *signal) bool {
	d := n.distance(i, s)
	return s.start+d <= n.now && (!s.ended || s.end+d > n.now) && n.hears(s, i) && !s.none()
}
