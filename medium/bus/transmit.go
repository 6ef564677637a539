package bus

import (
	"fmt"
	"math"
	"sort"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// transmit puts the first bit of a station's frame on the cable, and determines which signals it
// collides with.
func (n *Network) transmit(i int32) {
	st := &n.stations[i]
	st.waitedUntil(n.now)
	st.state = sending
	n.rounds.stuck = false
	n.sums.Attempts++
	n.newGeneration(i)
	if n.air.active == 0 {
		n.sums.Shares.Begin(n.now)
	}
	q := n.queue.head(st)
	n.air.settle()
	s, number := n.air.begin(i)
	s.start, s.end, s.pos = n.now, n.now+st.rules.Duration(int(q.frame.Size)), st.pos
	s.frame, s.queued, s.attempt, s.again = q.frame, q.at, st.collisions+1, n.pass > 0
	n.meet(s, number)
	if extended {
		n.lead(s, number)
	}
	n.air.active++
	switch {
	case s.detect < s.end && !st.rules.NoCollision:
		n.expectDetection(i, s.detect, number)
	case extended && n.firm != nil && n.firm.on:
		n.firm.expectEnd(number, s.end)
	default:
		n.agenda.Push(agenda.New(s.end, settling, i, txEnd, 0, number))
	}
	n.note(medium.TxStart, i, &q.frame, s.attempt)
	n.watch.rise(n, number)
}

// meet determines the first foreign carrier that the sender of the last signal meets, and the senders
// for which this signal is the first foreign carrier.
func (n *Network) meet(s *signal, number uint32) {
	if !n.detects {
		return
	}
	if extended {
		n.metBy(s, number)
	}
	me, a := s.frame.Source, &n.air
	if extended && n.star {
		n.meetFirst(s)
		return
	}
	for k := len(a.signals) - 2; k >= a.old; k-- { // older ones have passed
		if k < len(a.past) && a.past[k].at(n, me) <= s.start {
			return // and so have all these
		}
		y := &a.signals[k]
		if y.frame.Source == me {
			continue
		}
		d := n.away(y, me, s.pos)
		if !y.ended || y.end+d > s.start {
			s.met(max(s.start, y.start+d), a.first+uint32(k))
		}
		switch {
		case !extended:
			n.meets(y, a.first+uint32(k), s.start+d, number)
		case s.tied && s.detect == s.start:
			return // it meets none sooner
		}
	}
}

// meetFirst is the first half of meet on a star. What begins first is heard first, by all others.
func (n *Network) meetFirst(s *signal) {
	me, a := s.frame.Source, &n.air
	passed := sort.Search(len(a.past)-a.old, func(k int) bool { return a.past[a.old+k].at(n, me) > s.start })
	for k := a.old + passed; k < len(a.signals)-1 && !s.tied; k++ {
		y := &a.signals[k]
		if y.frame.Source == me || y.ended && y.end+n.delay <= s.start {
			continue
		}
		at := max(s.start, y.start+n.delay)
		if at > s.detect {
			return
		}
		s.met(at, a.first+uint32(k))
	}
}

// meets takes note of an instant at which a signal's sender hears another signal.
func (n *Network) meets(y *signal, number uint32, at phy.Time, other uint32) {
	if i := y.frame.Source; !y.ended && !y.collided && y.met(at, other) && at < y.end && !n.stations[i].rules.NoCollision {
		n.expectDetection(i, at, number)
	}
}

// expectDetection adds to the agenda the instant at which a sender detects a collision.
func (n *Network) expectDetection(i int32, at phy.Time, number uint32) {
	if extended && n.firm != nil && n.firm.on {
		_, end := n.stations[i].rules.JamAfter(n.air.at(number).start, at)
		n.firm.expectEnd(number, end)
		return
	}
	p := detecting
	if at == n.now {
		p += n.pass
	}
	n.agenda.Push(agenda.New(at, p, i, detection, 0, number))
}

// met records that a signal's sender meets another signal at an instant. It reports whether that is
// earlier than what it met so far.
func (s *signal) met(at phy.Time, other uint32) bool {
	switch {
	case at < s.detect:
		s.detect, s.via, s.tied = at, other, false
		return true
	case at == s.detect:
		s.tied = true
	}
	return false
}

// detect processes the instant at which the first foreign carrier reaches the tap of a transmitting
// station.
func (n *Network) detect(e agenda.Entry) {
	if e.Job() == jamStart {
		s := n.air.at(e.Arg)
		n.note(medium.JamStart, e.Station(), &s.frame, s.attempt)
		return
	}
	if !n.air.held(e.Arg) {
		return
	}
	s := n.air.at(e.Arg)
	if s.ended || s.collided || s.detect != n.now {
		return // it has met an earlier signal since
	}
	i := e.Station()
	p := &n.stations[i].rules.Params
	s.collided = true
	s.late = p.Late(s.start, n.now)
	var jam phy.Time
	jam, s.end = p.JamAfter(s.start, n.now)
	n.link(e.Arg)
	n.agenda.Push(agenda.New(s.end, settling, i, txEnd, 0, e.Arg))
	n.note(medium.Collision, i, &s.frame, s.attempt).Late = s.late
	switch {
	case !n.watch.kinds.Has(medium.JamStart):
	case jam == n.now:
		n.note(medium.JamStart, i, &s.frame, s.attempt)
	default:
		n.agenda.Push(agenda.New(jam, detecting, i, jamStart, 0, e.Arg))
	}
}

// endTransmission processes the instant after the last bit of a transmission: its outcome is known.
func (n *Network) endTransmission(e agenda.Entry) {
	if !n.air.held(e.Arg) {
		return
	}
	s := n.air.at(e.Arg)
	if s.ended || s.end != n.now {
		return // it was cut short, or goes on with jam
	}
	i := e.Station()
	s.ended = true
	n.ended = append(n.ended, i)
	n.air.active--
	n.air.ends.add(s)
	n.quiet = max(n.quiet, s.end+n.farthest(i))
	n.sums.Shares.End(s.start, s.end, s.collided, n.air.active == 0)
	n.watch.fall(n, e.Arg)
	n.note(medium.TxEnd, i, &s.frame, s.attempt).OK = !s.collided
	if s.collided {
		n.collided(i, n.markOf(i), s.start, s.late)
		return
	}
	n.digest.Add(&n.markOf(i).name, s.start, s.end, 0)
	n.disturb(s)
	n.sent(i, &s.frame)
	n.expectDelivery(i, s, e.Arg)
	n.expectHanding(i, s, e.Arg)
	n.depart(i)
}

// collided processes the end of an attempt that met a collision: the station backs off, or discards
// the frame.
func (n *Network) collided(i int32, m *stationDigest, start phy.Time, late bool) {
	st := &n.stations[i]
	st.collisions++
	if late {
		st.late++
	}
	next := st.rules.After(int(st.collisions), late)
	n.digest.Add(&m.name, start, n.now, 1|uint64(next)<<1)
	if next == mac.Retry {
		st.fresh = st.rules.GapAfterBackoff
		if n.backOff(i, int(st.collisions), 0) {
			return
		}
		next = mac.ExcessiveCollisions // the policy gives up
	}
	n.discard(i, next)
}

// discard drops the frame at the head of a station's queue after its last attempt.
func (n *Network) discard(i int32, next mac.Next) {
	st := &n.stations[i]
	why := medium.ExcessiveCollisions
	if next == mac.LateCollision {
		why = medium.LateCollision
	}
	f := n.queue.head(st).frame
	n.count(i, &n.sumsOf(i).Counters, &f, next, 1)
	n.drop(i, f, st.collisions, why)
	n.depart(i)
}

// backOff draws a delay of at least least after the k-th collision of the current frame, and adds
// its end to the agenda. It returns false if the policy gives up.
func (n *Network) backOff(i int32, k int, least phy.Time) bool {
	until, ok := n.drawBackoff(i, k, least)
	if !ok {
		return false
	}
	st := &n.stations[i]
	st.state, st.ready = backing, until
	if until == n.now {
		n.makeReady(i)
	} else {
		n.agenda.Push(agenda.New(until, settling, i, backoffEnd, 0, 0))
	}
	return true
}

// drawBackoff draws a delay as backOff does, and returns its end.
func (n *Network) drawBackoff(i int32, k int, least phy.Time) (until phy.Time, ok bool) {
	st := &n.stations[i]
	p := &st.rules.Params
	var wait phy.Time
	var slots int32
	if t := st.rules.table; t != nil {
		slots = int32(t.Draw(k, &st.rng))
		wait = phy.Time(min(slots, st.rules.most)) * p.SlotTime
	} else {
		delay, stop := n.askPolicy(i, k, n.now)
		if stop {
			if err := n.failed(i); err != nil && n.err == nil {
				n.err = fmt.Errorf("station %q at %v: %w", n.names[i], n.now, err)
			}
			return 0, false
		}
		slots = int32(min(delay, math.MaxInt32))
		wait = phy.Time(min(float64(delay*float64(p.SlotTime))+0.5, float64(phy.Forever)))
	}
	wait = min(max(wait, least), phy.Forever) + p.BackoffDelay
	until = n.now + min(wait, phy.Forever)
	if n.watch.kinds.Has(medium.Backoff) {
		n.showBackoff(i, k, slots, until)
	}
	return until, true
}

// showBackoff shows a backoff to observers.
func (n *Network) showBackoff(i int32, k int, slots int32, until phy.Time) {
	st := &n.stations[i]
	var window int32
	if t := st.rules.table; t != nil {
		window = rangeOf(t.Window(k))
	} else if w, ok := st.rules.policy.(interface{ Window(int) backoff.Window }); ok {
		window = rangeOf(w.Window(k))
	}
	if w := &n.watch; extended && w.atOnce {
		e := w.crash.ended
		e.At, e.Kind, e.Slots, e.Range, e.Until = n.now, medium.Backoff, slots, window, until
		w.tell(e)
		e.Slots, e.Range, e.Until = 0, 0, 0
		return
	}
	e := n.watch.add(n.now, settling, medium.Backoff, i, &n.queue.head(st).frame, max(st.collisions, 1))
	e.Slots, e.Range, e.Until = slots, window, until
}

// rangeOf returns the number of slots that is above every draw of a window.
func rangeOf(w backoff.Window) int32 { return int32(w.Low + w.Size) }

// sent processes the end of a frame whose sender met no collision.
func (n *Network) sent(i int32, f *medium.Frame) {
	n.countSent(i, n.sumsOf(i), f)
	n.note(medium.Sent, i, f, n.stations[i].collisions+1)
}

// countSent counts a frame whose sender met no collision.
func (n *Network) countSent(i int32, sums *stationSums, f *medium.Frame) {
	st := &n.stations[i]
	n.count(i, &sums.Counters, f, mac.Retry, 1)
	n.sums.Send(&sums.Station, i, st.collisions, n.now-st.headAt, 1)
}

// count updates a station's counters for frames that leave in the same way.
func (n *Network) count(i int32, c *mac.Counters, f *medium.Frame, next mac.Next, frames uint64) {
	st := &n.stations[i]
	d := f.Destination
	c.LateCollisions += uint64(st.late)
	c.Transmitted(mac.Sent{
		Octets: int(f.Size), Collisions: int(st.collisions), Deferred: st.deferred,
		ExcessiveDeferral: st.excessive, Next: next,
		Broadcast: d == medium.Broadcast, Multicast: n.known.Multicast(d),
	}, frames)
}
