package t1s

import (
	"fmt"
	"math"
	"slices"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// makeReady makes a station's frame wait for its next attempt from now on.
func (n *Network) makeReady(i int32) {
	st := &n.nodes[i].station
	st.state = waiting
	st.ready = n.now
	st.deferring = false
	if n.quick.on && n.nodes[i].quick.state == plca.Idle {
		n.hear(i, n.now-phy.Picosecond)
		if n.planStart(i) > n.now { // no carrier keeps it from a start in this instant
			n.heed(i)
		}
		return
	}
	n.planStart(i)
	n.ask(i)
}

// planStart adds the start of a waiting station to the agenda, as far as it is known. It returns the instant.
func (n *Network) planStart(i int32) (at phy.Time) {
	st := &n.nodes[i].station
	st.turn++
	switch at = n.startOf(st); {
	case at >= phy.Forever:
	case n.quick.on && n.plans(&n.quick.start, at, i):
	default:
		n.push(at, starting, i, release, st.turn, 0)
	}
	return at
}

// startOf returns when a waiting station starts, or [phy.Forever] if that is not known yet.
func (n *Network) startOf(st *station) phy.Time {
	p := &st.rules.Params
	at := max(n.now, st.ready)
	switch {
	case p.NoCarrierSense:
	case !st.busy:
		at = st.past.Clear(p, at)
	case st.past.Starts(p, st.ready, st.rise):
		at = max(at, st.past.Clear(p, st.ready))
	default:
		return phy.Forever
	}
	return at
}

// begin starts an attempt.
func (n *Network) begin(i int32) {
	x := &n.nodes[i]
	st := &x.station
	st.waitedUntil(n.now)
	st.state = sending
	st.turn++
	n.sums.Attempts++
	n.active++
	q := st.queue.head()
	st.tx = transmission{start: n.now, end: n.now + st.rules.Duration(int(q.frame.Size))}
	if n.watch.kinds.Has(medium.TxStart) {
		n.emit(medium.Event{Kind: medium.TxStart, Station: i, Frame: q.frame, Attempt: st.collisions + 1})
	}
	n.clock(i)
	switch {
	case n.quick.on && n.quick.kind == quickStart && n.quick.from == i:
		n.quick.ends = st.tx.end
	case !n.quick.on: // there it ends in its turn, or collides before it
		n.push(st.tx.end, settling, i, txEnd, st.turn, 0)
	}
}

// clock makes the MII take what the MAC of a node sends, at the next edge of its clock.
func (n *Network) clock(i int32) {
	x := &n.nodes[i]
	if n.quick.on {
		if x.state == sending {
			n.quickBegin(i)
		}
		return
	}
	n.ask(i)
	if edge := n.edgeAfter(x, n.now); edge > n.now {
		n.push(edge, clocking, i, clockEdge, 0, 0)
		return
	}
	n.take(i)
}

// edgeAfter returns the first edge of the clock of a node's MII, from an instant on.
func (n *Network) edgeAfter(x *node, t phy.Time) phy.Time {
	c := x.latency.MII
	if c == 0 {
		return t
	}
	past := (t - x.phase) % c
	if past < 0 {
		past += c
	}
	if past == 0 {
		return t
	}
	return t - past + c
}

// take makes the MII have what the MAC sends now.
func (n *Network) take(i int32) {
	x := &n.nodes[i]
	if on := x.state == sending; on != x.txen {
		x.txen = on
		n.stir(i)
	}
}

// ask makes the MAC of a node look at its carrier at the end of the instant.
func (n *Network) ask(i int32) {
	if n.quick.on {
		return
	}
	if x := &n.nodes[i]; !x.asks {
		x.asks = true
		n.asking = append(n.asking, i)
	}
}

// sense makes the MAC of a node see its carrier and its collision, as they are after this instant.
func (n *Network) sense(i int32) {
	x := &n.nodes[i]
	st := &x.station
	p := &st.rules.Params
	if st.carrier = x.sub.Carrier; st.carrier != x.tap.carrier {
		x.tap.carrier = st.carrier
		kind := medium.CarrierOff
		if st.carrier {
			kind = medium.CarrierOn
		}
		n.emit(medium.Event{Kind: kind, Station: i})
	}
	if tx := &st.tx; st.state == sending {
		tx.lost = tx.lost || tx.seen && !st.carrier
		tx.seen = tx.seen || st.carrier
	}
	busy := st.carrier || st.state == sending
	switch {
	case busy && !st.busy:
		st.busy, st.rise, st.own = true, n.now, st.state == sending
		if st.state == waiting {
			n.planStart(i)
		}
	case busy:
		st.own = st.own || st.state == sending
	case st.busy:
		st.busy = false
		if st.own {
			st.past.Transmitted(n.now)
		} else {
			st.past.Sense(p, st.rise, n.now)
		}
		if st.state == waiting {
			n.planStart(i)
		}
	}
	if st.state == sending && x.sub.SignalError && !st.tx.collided && !p.NoCollision && n.now < st.tx.end {
		n.collide(i)
	}
	if st.state == waiting && !st.deferring && n.watch.kinds.Has(medium.Defer) {
		st.deferring = true
		n.emit(medium.Event{Kind: medium.Defer, Station: i, Frame: st.queue.head().frame, Attempt: st.collisions + 1})
	}
}

// collide processes a collision that a sending MAC is told of.
func (n *Network) collide(i int32) {
	x := &n.nodes[i]
	st := &x.station
	tx := &st.tx
	p := &st.rules.Params
	tx.collided = true
	tx.late = p.Late(tx.start, n.now)
	var jam phy.Time
	jam, tx.end = p.JamAfter(tx.start, n.now)
	if x.sub.TXEN {
		if x.had {
			x.physical++
		}
		e := &n.elements[x.out.element]
		e.damaged, e.crashed = true, true
		if n.crashing == 0 {
			n.sums.Collisions++
		}
		n.crashing++
	}
	frame := st.queue.head().frame
	if !n.quick.on || !n.plans(&n.quick.stop, tx.end, i) {
		n.push(tx.end, settling, i, txEnd, st.turn, 0)
	}
	if n.watch.kinds.Has(medium.Collision) {
		n.emit(medium.Event{Kind: medium.Collision, Station: i, Frame: frame, Attempt: st.collisions + 1, Late: tx.late, OK: !x.sub.TXEN})
	}
	switch {
	case !n.watch.kinds.Has(medium.JamStart):
	case jam == n.now:
		n.emit(medium.Event{Kind: medium.JamStart, Station: i, Frame: frame, Attempt: st.collisions + 1})
	default:
		n.push(jam, showing, i, jamStart, st.turn, 0)
	}
}

// finish processes the instant after the last bit of an attempt.
func (n *Network) finish(i int32) {
	x := &n.nodes[i]
	st := &x.station
	tx := &st.tx
	st.turn++
	n.active--
	if !n.quick.on {
		x.went = *st.queue.head()
	}
	frame := st.queue.head().frame
	if n.watch.kinds.Has(medium.TxEnd) {
		n.emit(medium.Event{Kind: medium.TxEnd, Station: i, Frame: frame, Attempt: st.collisions + 1, OK: !tx.collided})
	}
	st.state = empty // until the next frame, or the next attempt, is looked at
	n.clock(i)
	if tx.collided {
		n.retry(i)
		return
	}
	if !tx.seen || tx.lost {
		st.sums.Counters.CarrierSenseErrors++
	}
	end := n.lastBit(i)
	n.digest.Add(&st.name, tx.start, end, 0)
	n.count(i, &frame, mac.Retry)
	n.sums.Send(&st.sums, i, st.collisions, end-st.headAt, 1)
	if n.quick.on {
		n.quick.element.sent = end
	} else if x.out.sort == data && !x.out.ending {
		n.elements[x.out.element].sent = end
	} else { // it went nowhere: PLCA was switched on or off in the middle of it
		q := st.queue.head()
		n.conclude(&element{frame: q.frame, queued: q.at, sent: end}, false)
	}
	if n.watch.kinds.Has(medium.Sent) {
		n.emit(medium.Event{Kind: medium.Sent, Station: i, Frame: frame, Attempt: st.collisions + 1})
	}
	n.depart(i)
}

// lastBit returns the instant at which the MII has passed on the last bit of a frame that the MAC has sent
// whole now.
func (n *Network) lastBit(i int32) phy.Time {
	x := &n.nodes[i]
	if n.quick.on {
		return n.quick.fell
	}
	return n.edgeAfter(x, n.now) + x.sub.Held()
}

// retry processes the end of an attempt that met a collision: the station backs off, or discards the
// frame.
func (n *Network) retry(i int32) {
	st := &n.nodes[i].station
	tx := &st.tx
	st.collisions++
	if tx.late {
		st.late++
	}
	next := st.rules.After(int(st.collisions), tx.late)
	n.digest.Add(&st.name, tx.start, n.now, 1|uint64(next)<<1)
	if next == mac.Retry {
		if n.backOff(i, int(st.collisions)) {
			return
		}
		next = mac.ExcessiveCollisions // the policy gives up
	}
	why := medium.ExcessiveCollisions
	if next == mac.LateCollision {
		why = medium.LateCollision
	}
	f := st.queue.head().frame
	n.count(i, &f, next)
	n.discard(i, f, st.collisions, why)
	n.depart(i)
}

// backOff draws a delay after the k-th collision of the current frame, and adds its end to the agenda. It
// returns false if the policy gives up.
func (n *Network) backOff(i int32, k int) bool {
	st := &n.nodes[i].station
	p := &st.rules.Params
	var wait phy.Time
	var slots int32
	if t := st.rules.table; t != nil {
		slots = int32(t.Draw(k, &st.rng))
		wait = phy.Time(min(slots, st.rules.most)) * p.SlotTime
	} else {
		policy, memory := st.rules.policy, &st.memory
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
	wait = min(wait, phy.Forever) + p.BackoffDelay
	until := n.now + min(wait, phy.Forever)
	if n.watch.kinds.Has(medium.Backoff) {
		var window int32
		if w, ok := st.rules.policy.(interface{ Window(int) backoff.Window }); ok {
			window = int32(w.Window(k).Low + w.Window(k).Size)
		}
		n.emit(medium.Event{Kind: medium.Backoff, Station: i, Frame: st.queue.head().frame,
			Attempt: max(st.collisions, 1), Slots: slots, Range: window, Until: until})
	}
	st.state = backing
	st.turn++
	if until == n.now {
		n.makeReady(i)
	} else {
		n.push(until, settling, i, backoffEnd, st.turn, 0)
	}
	return true
}

// count updates the counters for a frame that leaves.
func (n *Network) count(i int32, f *medium.Frame, next mac.Next) {
	st := &n.nodes[i].station
	c := &st.sums.Counters
	c.LateCollisions += uint64(st.late)
	c.Transmitted(mac.Sent{
		Octets: int(f.Size), Collisions: int(st.collisions), Deferred: st.deferred,
		ExcessiveDeferral: st.excessive, Next: next,
		Broadcast: f.Destination == medium.Broadcast, Multicast: n.known.Multicast(f.Destination),
	}, 1)
}

// stir makes the machines of a node look at their inputs in this round.
func (n *Network) stir(i int32) {
	if x := &n.nodes[i]; !x.stirs {
		x.stirs = true
		n.stirred = append(n.stirred, i)
	}
}

// wakeAt makes the machines of a node look at the instant.
func (n *Network) wakeAt(i int32, at phy.Time) {
	if at = min(at, phy.Forever); at != n.alarms.of(i) {
		n.alarms.set(i, at)
	}
}

// settle makes all transitions of a node that are possible now, and makes its PCS follow.
func (n *Network) settle(i int32, settled bool) {
	x := &n.nodes[i]
	x.stirs = false
	in := n.inputs(i)
	in.Settled = settled
	s := &x.sub
	ok, unsent := s.Status.OK, s.Unsent(n.now, x.latency.MII)
	s.Settle(n.now, &x.params, &in)
	if unsent && s.Held() == 0 && x.out.sort == data && !x.out.ending {
		n.elements[x.out.element].damaged = true // what the delay line had is lost: PLCA is off, or COL emptied it
	}
	if in.MCD {
		x.cmd = s.Control.Cmd
	}
	if note := &s.Notes; note.Beacon || note.Turn || note.Status {
		n.note(i, ok)
	}
	if s.State == plca.Hold && s.Fills(n.now, &in) && !slices.Contains(n.filling, i) {
		n.filling = append(n.filling, i)
	}
	n.transmit(i)
	at := s.Wake(n.now, &x.params, &in)
	if x.cmd != s.Control.Cmd {
		at = min(at, in.Edge)
	}
	n.wakeAt(i, at)
	if s.Carrier != x.carrier || s.SignalError {
		n.ask(i)
	}
}

// note shows what has happened in the machines of a node.
func (n *Network) note(i int32, ok bool) {
	x := &n.nodes[i]
	note := &x.sub.Notes
	if note.Beacon {
		n.share.beat(n.now, i)
		if n.quick.able && i == n.quick.head {
			n.quick.enter = n.now + n.quick.insync
		}
		n.emit(medium.Event{Kind: medium.Beacon, Station: i})
	}
	if note.Turn {
		n.emit(medium.Event{Kind: medium.Turn, Station: i, ID: int32(note.TurnID), OK: note.TurnUsed})
	}
	if note.Status {
		if ok {
			x.okTime += n.now - max(x.okSince, n.sums.Since)
		} else {
			x.okSince = n.now
		}
		n.emit(medium.Event{Kind: medium.PLCAStatus, Station: i, OK: x.sub.Status.OK})
	}
}
