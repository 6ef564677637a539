package domain

import (
	"fmt"
	"math"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/agenda"
	"github.com/csmacd/csmacd/phy"
)

// transmit sends the first bit of a station's frame.
func (n *Network) transmit(i int32) {
	st := &n.stations[i]
	st.waitedUntil(n.now)
	st.state = sending
	st.turn++
	n.sums.Attempts++
	n.rounds.spoken(i)
	if n.active == 0 {
		n.sums.Shares.Begin(n.now)
	}
	n.active++
	q := n.queue.head(st)
	tx := &st.tx
	*tx = transmission{start: n.now, end: n.now + st.rules.Duration(int(q.frame.Size)), again: n.pass > 0, made: true, group: n.groups.add()}
	s := signal{start: n.now, end: phy.Forever, pos: st.pos, header: st.rules.Header, frame: q.frame, source: i, only: none,
		group: tx.group, again: tx.again}
	if st.rules.BitTime != n.bit {
		s.bit = st.rules.BitTime
	}
	s.flight = n.launch(&q.frame, q.at)
	k := n.pool.signal(s)
	tx.signal = k
	c := &n.channels[st.channel]
	if !st.full {
		if !st.rules.NoCollision {
			n.meet(i)
		}
		c.active = append(c.active, i)
	}
	n.emit(medium.Event{Kind: medium.TxStart, Station: i, Frame: q.frame, Attempt: st.collisions + 1})
	switch {
	case st.has(silent):
		n.at(k).hushed, tx.hushed, tx.hushedAt = true, true, n.now
	case c.hub:
		n.edge(st.port, portRise, k, st.pos)
		n.watch.ownRise(n, i, k)
	default:
		n.pool.hold(k)
		n.sound(st.channel, k)
		tx.hushed, tx.hushedAt = n.at(k).hushed, n.now
	}
	n.agenda.Push(agenda.New(tx.end, settling, i, txEnd, 0, st.turn))
}

// meet adds to the agenda the instant at which a station that starts now meets foreign carrier of
// signals that began before.
func (n *Network) meet(i int32) {
	first := phy.Forever
	st := &n.stations[i]
	c := &n.channels[st.channel]
	switch {
	case st.collisionAsserted():
		first = n.now
	case c.sounding > 0 || n.now <= max(n.quiet, c.lastEnd+c.span): // else nothing is on its way
		n.signalsAt(i, c.onWay(n.now), func(x sounding) {
			if !x.own && !x.stray && x.fall > n.now {
				first = min(first, max(n.now, x.rise))
			}
		})
	}
	n.expectDetection(i, first)
}

// expectDetection adds to the agenda an instant at which a sending station may detect a collision.
func (n *Network) expectDetection(i int32, at phy.Time) {
	st := &n.stations[i]
	if at >= phy.Forever || st.rules.NoCollision || st.has(blind) || at >= st.tx.end && st.tx.end > n.now {
		return
	}
	p := detecting
	if at == n.now {
		p += n.pass
	}
	n.agenda.Push(agenda.New(at, p, i, detection, 0, st.turn))
}

// detect processes the instant at which the first foreign carrier reaches the tap of a sending
// station.
func (n *Network) detect(e agenda.Entry) {
	i := e.Station()
	st := &n.stations[i]
	tx := &st.tx
	if st.turn != e.Arg || st.state != sending {
		return
	}
	if e.Job() == jamStart {
		n.emit(medium.Event{Kind: medium.JamStart, Station: i, Frame: n.at(tx.signal).frame, Attempt: st.collisions + 1})
		return
	}
	if tx.collided || n.now >= tx.end || st.has(blind) || !n.present(i) {
		return
	}
	p := st.rulesAt(tx.start)
	tx.collided = true
	tx.late = p.Late(tx.start, n.now)
	var jam phy.Time
	jam, tx.end = p.JamAfter(tx.start, n.now)
	for _, k := range n.passing(i) {
		if s := n.at(k); n.foreign(i, s) {
			n.groups.join(tx.group, s.group, &n.sums)
		}
	}
	n.groups.detect(tx.group, &n.sums)
	frame := n.at(tx.signal).frame
	n.agenda.Push(agenda.New(tx.end, settling, i, txEnd, 0, st.turn))
	n.emit(medium.Event{Kind: medium.Collision, Station: i, Frame: frame, Attempt: st.collisions + 1, Late: tx.late})
	switch {
	case !n.watch.kinds.Has(medium.JamStart):
	case jam == n.now:
		n.emit(medium.Event{Kind: medium.JamStart, Station: i, Frame: frame, Attempt: st.collisions + 1})
	default:
		n.agenda.Push(agenda.New(jam, detecting, i, jamStart, 0, st.turn))
	}
}

// endTransmission processes the instant after the last bit of a transmission: its outcome is known.
func (n *Network) endTransmission(e agenda.Entry) {
	i := e.Station()
	st := &n.stations[i]
	tx := &st.tx
	if st.turn != e.Arg || st.state != sending || tx.end != n.now {
		return // it was cut short, or goes on with jam
	}
	st.turn++
	tx.ended = true
	n.active--
	k := tx.signal
	s := n.at(k)
	c := &n.channels[st.channel]
	if s.jammed = s.jammed || tx.collided || s.hushed; !s.jammed {
		n.disturb(c.lineOf(s), s)
	}
	if tx.hushed && !st.full {
		n.noteCarrier(i)
	}
	if st.has(noSQE) && n.bit == phy.Ethernet10.BitTime && !st.full {
		st.sums.Counters.SQETestErrors++
	}
	if !st.full {
		at := slices.Index(c.active, i)
		c.active = append(c.active[:at], c.active[at+1:]...)
	}
	n.sums.Shares.End(tx.start, tx.end, tx.collided, n.active == 0)
	frame := s.frame
	n.emit(medium.Event{Kind: medium.TxEnd, Station: i, Frame: frame, Attempt: st.collisions + 1, OK: !tx.collided})
	switch {
	case !c.hub:
		if n.silence(st.channel, k); s.hushed {
			c.changed = true
		}
		s = n.at(k)
	default:
		s.end, s.ended = n.now, true
		n.quiet = max(n.quiet, n.now+st.pos)
		n.edge(st.port, portFall, k, st.pos)
		n.watch.ownFall(n, i, k)
		c.changed = true // its own carrier fell
		n.mute(i)
	}
	defer n.pool.drop(k)
	if tx.collided {
		n.abandon(k)
		n.collided(i, tx.start, tx.late)
		return
	}
	n.digest.Add(&st.name, tx.start, tx.end, 0)
	n.sent(i, &frame)
	x := &n.flights[s.flight-1]
	x.sent, x.end = true, n.now
	n.reachedAll(x)
	if !c.hub {
		n.expectJudgement(c, k)
	}
	n.leave(i)
}

// collided processes the end of an attempt that met a collision: the station backs off, or discards
// the frame.
func (n *Network) collided(i int32, start phy.Time, late bool) {
	st := &n.stations[i]
	st.collisions++
	if late {
		st.late++
	}
	next := st.rules.After(int(st.collisions), late)
	n.digest.Add(&st.name, start, n.now, 1|uint64(next)<<1)
	if next == mac.Retry {
		st.fresh = st.rules.GapAfterBackoff
		if n.backOff(i, int(st.collisions), 0) {
			return
		}
		next = mac.ExcessiveCollisions // the policy gives up
	}
	why := medium.ExcessiveCollisions
	if next == mac.LateCollision {
		why = medium.LateCollision
	}
	f := n.queue.head(st).frame
	n.count(i, &f, next, 1)
	n.discard(i, f, st.collisions, why)
	n.leave(i)
}

// backOff draws a delay of at least least after the k-th collision of the current frame, and adds
// its end to the agenda. It returns false if the policy gives up.
func (n *Network) backOff(i int32, k int, least phy.Time) bool {
	st := &n.stations[i]
	p := &st.rules.Params
	var wait phy.Time
	var slots int32
	if t := st.rules.table; t != nil {
		slots = int32(t.Draw(k, &st.rng))
		wait = phy.Time(min(slots, st.rules.most)) * p.SlotTime
	} else {
		policy, memory := st.rules.policy, &n.memories[i]
		if memory.Attempt = k; k == 1 {
			memory.Previous = 0
		}
		memory.Elapsed = float64(n.now-st.headAt) / float64(p.SlotTime)
		delay, stop := policy.Next(memory, &st.rng)
		if stop {
			if f, ok := policy.(backoff.Err); ok && n.err == nil && f.Err(memory) != nil {
				n.err = fmt.Errorf("station %q at %v: %w", n.names[i], n.now, f.Err(memory))
			}
			return false
		}
		slots = int32(min(delay, math.MaxInt32))
		wait = phy.Time(min(float64(delay*float64(p.SlotTime))+0.5, float64(phy.Forever)))
	}
	wait = min(max(wait, least), phy.Forever) + p.BackoffDelay
	until := n.now + min(wait, phy.Forever)
	if n.watch.kinds.Has(medium.Backoff) {
		var window int32
		if w, ok := st.rules.policy.(interface{ Window(int) backoff.Window }); ok {
			of := w.Window(k)
			window = int32(of.Low + of.Size)
		}
		n.emit(medium.Event{Kind: medium.Backoff, Station: i, Frame: n.queue.head(st).frame,
			Attempt: max(st.collisions, 1), Slots: slots, Range: window, Until: until})
	}
	st.state, st.ready = backing, until
	if until == n.now {
		n.makeReady(i)
	} else {
		n.backoffs.Push(agenda.New(until, settling, i, backoffEnd, 0, st.turn))
	}
	return true
}

// sent processes the end of a frame whose sender met no collision.
func (n *Network) sent(i int32, f *medium.Frame) {
	st := &n.stations[i]
	n.count(i, f, mac.Retry, 1)
	n.sums.Send(&st.sums, i, st.collisions, n.now-st.headAt, 1)
	if n.watch.kinds.Has(medium.Sent) {
		n.emit(medium.Event{Kind: medium.Sent, Station: i, Frame: *f, Attempt: st.collisions + 1})
	}
}

// count updates the counters for frames that leave and are alike.
func (n *Network) count(i int32, f *medium.Frame, next mac.Next, frames uint64) {
	st := &n.stations[i]
	c := &st.sums.Counters
	d := f.Destination
	c.LateCollisions += uint64(st.late) * frames
	if st.tx.lost {
		c.CarrierSenseErrors += frames
	}
	c.Transmitted(mac.Sent{
		Octets: int(f.Size), Collisions: int(st.collisions), Deferred: st.deferred,
		ExcessiveDeferral: st.excessive, Next: next,
		Broadcast: d == medium.Broadcast, Multicast: n.known.Multicast(d),
	}, frames)
}

// durationOf returns how long the frame at the head of a station's queue lasts.
func (n *Network) durationOf(i int32) phy.Time {
	st := &n.stations[i]
	return st.rules.Duration(int(n.queue.head(st).frame.Size))
}
