package domain

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// faults stand between the medium and the MAC of a station that has, or had, a fault: what it is told
// is not what is on its tap. A station without one has nil.
type faults struct {
	now, next  flags // next, until it takes effect
	deaf       []interval
	babble     babble
	jabber     jabber
	ppm        float64
	fresh      *rules   // its rules, if its clock is exact
	clocks     []clock  // those that it has had, in order of time; none: one
	received   uint64   // the last signal that it received whole as one for its address
	recognizes phy.Time // since when it has been promiscuous; Forever: it is not

	suspended []int32 // sources in a closed loop that wait for power
}

// flags are the faults that a station has.
type flags uint16

const (
	deaf        flags = 1 << iota // hears no foreign carrier and receives nothing
	noCollision                   // detects no collision
	mute                          // nothing that it sends gets out, and it sees no carrier of its own
	down                          // its link is cut
	off                           // no power
	gone                          // removed
	jabbering                     // its line gets a signal without end
	cutOff                        // by its transceiver, because it jabbers
	unjabbing                     // the same, after it has stopped
	noSQE                         // no test of the collision signal
)

// silent are the faults with which nothing that a station sends gets out, blind those with which it
// detects no collision, and closed those with which it hears nothing.
const (
	silent = mute | down | off | gone | cutOff | unjabbing
	blind  = noCollision | mute | down | off | gone | unjabbing
	closed = deaf | down | off | gone
)

// interval is a time in which a station hears nothing. While it lasts, it ends at Forever.
type interval struct {
	from, to phy.Time
	dead     bool // it begins because the station has no power: what it was receiving is lost
}

// has reports whether a station has one of some faults.
func (st *station) has(f flags) bool { return st.fault != nil && st.fault.now&f != 0 }

// collisionAsserted reports whether the transceiver of a station tells it that there is a collision,
// because it jabbers.
func (st *station) collisionAsserted() bool { return st.has(cutOff) }

// faulty makes a station one that may have faults.
func (n *Network) faulty(i int32) *faults {
	st := &n.stations[i]
	if st.fault == nil {
		st.fault = &faults{recognizes: phy.Forever}
		c := &n.channels[st.channel]
		c.faulty = append(c.faulty, i)
	}
	return st.fault
}

// sensedAt is signalsAt for what the station is told: without what it does not hear.
func (n *Network) sensedAt(i int32, signals []uint32, f func(x sounding)) {
	st := &n.stations[i]
	if st.fault == nil || len(st.fault.deaf) == 0 {
		n.signalsAt(i, signals, f)
		return
	}
	n.signalsAt(i, signals, func(x sounding) {
		if x.own || x.stray {
			f(x)
			return
		}
		rest := x
		for _, d := range st.fault.deaf {
			if d.to <= rest.rise || d.from >= rest.fall {
				continue
			}
			if heard := rest; d.from > rest.rise {
				heard.fall, heard.clipped, heard.dead = d.from, true, d.dead
				if heard.fall >= st.tap.upTo {
					f(heard)
				}
			}
			rest.rise, rest.clipped, rest.again = d.to, true, false
		}
		if rest.rise < rest.fall && rest.fall >= st.tap.upTo {
			f(rest)
		}
	})
}

// deafDuring reports whether a station does not hear all of the time between two instants.
func (st *station) deafDuring(from, to phy.Time) bool {
	return st.fault != nil && slices.ContainsFunc(st.fault.deaf, func(d interval) bool { return d.from < to && d.to > from })
}

// settleSending ends what the faults of a station that take effect now end on the medium.
func (n *Network) settleSending(i int32) {
	st := &n.stations[i]
	f := st.fault
	if f.next&silent != 0 && f.now&silent == 0 && st.state == sending {
		n.hushStation(i)
	}
}

// settleFaults makes the faults of a station take effect.
func (n *Network) settleFaults(i int32) {
	st := &n.stations[i]
	f := st.fault
	if f.babble.fresh {
		n.expectBabble(i)
	}
	was := f.now
	if f.now = f.next; f.now == was {
		return
	}
	switch {
	case f.now&closed != 0 && was&closed == 0:
		f.deaf = append(f.deaf, interval{n.now, phy.Forever, f.now&(off|gone) != 0})
		n.stopHearing(i)
	case f.now&closed == 0 && was&closed != 0:
		f.deaf[len(f.deaf)-1].to = n.now
		n.expectShut(i)
	}
	if f.now&blind == 0 && was&blind != 0 && st.state == sending && !st.tx.collided && !st.full {
		n.meet(i)
	}
	if f.now&(off|gone) != 0 && was&(off|gone) == 0 {
		n.loseQueue(i)
	}
	if f.now&(off|gone) == 0 && was&(off|gone) != 0 {
		n.forgetCarrier(i)
		n.resumeSources(i)
	}
	n.settleJabber(i, was)
}

// hushStation ends what a station has on the medium. The station goes on.
func (n *Network) hushStation(i int32) {
	st := &n.stations[i]
	c, k := &n.channels[st.channel], st.tx.signal
	s := n.at(k)
	if s.ended || s.hushed || n.endsNow(k) && st.fault.next&(off|gone) == 0 {
		return
	}
	n.hush(c, k)
}

// stopHearing ends the receptions of a station that hears nothing from now on.
func (n *Network) stopHearing(i int32) {
	st := &n.stations[i]
	c := &n.channels[st.channel]
	n.expectShut(i)
	c.changed = true
	if st.state == waiting && !slices.Contains(n.ready, i) && !slices.Contains(c.waiters, i) {
		st.turn++ // the instant at which it was to start is void
		if at, _ := n.clear(i); at < phy.Forever {
			n.release(i, at)
		} else {
			n.await(i)
			c.waiters = append(c.waiters, i)
		}
	}
}

// expectShut makes an observed station stop hearing others at this instant, or hear them again, when
// what ends now has ended.
func (n *Network) expectShut(i int32) {
	if n.watch.heard != nil && n.watch.heard[i].on {
		n.agenda.Push(agenda.New(n.now, showing, i, tapShut, 0, 0))
	}
}

// clipped reports whether a station has not heard all of a signal that has reached its tap.
func (n *Network) clipped(i int32, s *signal) bool {
	d := n.distance(i, s)
	end := n.now
	if s.ended {
		end = min(end, s.end+d)
	}
	st := &n.stations[i]
	return st.fault != nil && (!s.ended || s.end+d > n.now || st.deafDuring(s.start+d, max(end, s.start+d+1)))
}

// judgeCarrier notes whether the carrier that a station senses was missing at any time of its
// transmission up to an instant, and whether it was ever there.
func (n *Network) judgeCarrier(i int32, until phy.Time) {
	st := &n.stations[i]
	tx := &st.tx
	spans := n.lost[:0]
	if tx.hushedAt > tx.start {
		spans = append(spans, span{rise: tx.start, fall: tx.hushedAt})
	}
	n.sensedAt(i, n.signalsOf(i), func(x sounding) {
		if !x.own && x.rise < until && x.fall > tx.start {
			spans = append(spans, span{rise: x.rise, fall: x.fall})
		}
	})
	n.lost = spans
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Compare(a.rise, b.rise) })
	at := max(tx.start, tx.judged)
	for _, s := range spans {
		if s.rise > at {
			break
		}
		at = max(at, s.fall)
	}
	tx.missed, tx.seen = tx.missed || at < until, tx.seen || len(spans) > 0
	tx.judged = until
}

// noteCarrier records at the end of an attempt whether it counts as a CarrierSenseError, if it is the
// last one (5.2.4.2).
func (n *Network) noteCarrier(i int32) {
	tx := &n.stations[i].tx
	n.judgeCarrier(i, n.now)
	tx.lost = tx.missed && (!tx.seen || !tx.collided)
}

// loseQueue drops the frames of a station without power.
func (n *Network) loseQueue(i int32) {
	st := &n.stations[i]
	attempts := st.collisions
	if st.state == sending {
		n.breakOff(i)
		attempts++
	}
	c := &n.channels[st.channel]
	c.waiters = slices.DeleteFunc(c.waiters, func(j int32) bool { return j == i })
	n.ready = slices.DeleteFunc(n.ready, func(j int32) bool { return j == i })
	st.turn++
	st.state = empty
	held := st.queued > 0
	for st.queued > 0 {
		q := *n.queue.head(st)
		n.discard(i, q.frame, attempts, medium.Aborted)
		attempts = 0
		n.forgetLeaving(n.queue.frames[st.tail].next)
		n.queue.remove(st)
		n.suspend(i, q.source)
	}
	if held {
		n.holding--
	}
}

// breakOff ends the transmission of a station that loses its power.
func (n *Network) breakOff(i int32) {
	st := &n.stations[i]
	tx := &st.tx
	c := &n.channels[st.channel]
	n.active--
	if !st.full {
		c.active = slices.DeleteFunc(c.active, func(j int32) bool { return j == i })
	}
	tx.end, tx.ended = n.now, true
	n.sums.Shares.End(tx.start, tx.end, true, n.active == 0)
	n.digest.Add(&st.name, tx.start, n.now, 1)
	n.emit(medium.Event{Kind: medium.TxEnd, Station: i, Frame: n.at(tx.signal).frame, Attempt: st.collisions + 1})
	n.abandon(tx.signal)
	n.pool.drop(tx.signal)
}

// forgetCarrier makes the deference of a station begin anew.
func (n *Network) forgetCarrier(i int32) {
	st := &n.stations[i]
	n.digestTap(&n.channels[st.channel], i, n.now)
	st.tap.deference, st.tap.fresh, st.tap.carrier = mac.Deference{}, 0, span{}
	st.tx.made = st.tx.made && !st.full // its gap is over
}

// suspend stops a source in a closed loop until its station has power again.
func (n *Network) suspend(i, k int32) {
	if k < 0 {
		return
	}
	switch s := &n.sources[k]; {
	case s.Spec.ClosedLoop():
		f := n.stations[i].fault
		f.suspended = append(f.suspended, k)
	case s.Spec.Kind == traffic.KindOwn:
		n.expect(i, k, s.Departed(n.now))
	}
}

// sleeps reports whether a source of a station without power makes no frame: one in a closed loop, and
// every source of a station that was removed.
func (n *Network) sleeps(i, k int32) bool {
	if n.stations[i].has(gone) {
		return true
	}
	if n.sources[k].Spec.ClosedLoop() {
		n.suspend(i, k)
		return true
	}
	return false
}

// resumeSources makes the sources go on that waited for power.
func (n *Network) resumeSources(i int32) {
	f := n.stations[i].fault
	for _, k := range f.suspended {
		s := &n.sources[k]
		n.expect(i, k, max(n.now, s.Departed(n.now)))
	}
	f.suspended = f.suspended[:0]
}

// exactRules returns the rules that a station has, or would have if its clock were exact.
func (st *station) exactRules() *rules {
	if st.fault != nil && st.fault.fresh != nil {
		return st.fault.fresh
	}
	return st.rules
}

// ownRules copies the rules of a station and changes the copy.
func (n *Network) ownRules(i int32, change func(*rules)) {
	st := &n.stations[i]
	f := n.faulty(i)
	r := *st.exactRules()
	change(&r)
	r.table, _ = r.policy.(*backoff.Table)
	f.fresh = &r
	if st.rules = &r; f.ppm != 0 {
		st.rules = skewed(&r, f.ppm)
	}
	if r.table == nil && n.memories == nil {
		n.memories = make([]backoff.State, len(n.stations))
	}
}
