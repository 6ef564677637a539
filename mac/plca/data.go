package plca

import "github.com/csmacd/csmacd/phy"

// DataState is a state of the data state diagram (Figure 148-5).
type DataState uint8

// The states.
const (
	Normal DataState = iota
	Idle
	Receiving // RECEIVE
	Hold
	Aborting // ABORT
	Collide
	DelayPending
	Pending
	WaitMAC
	Transmitting // TRANSMIT
	Flush
	WaitIdle
)

// Data is the data state diagram of a node. The zero value is NORMAL.
type Data struct {
	State   DataState
	Pending bool // packetPending

	// What the MAC is told: carrier, and that its transmission collides.
	Carrier, SignalError bool

	// What the PHY gets: bits of a frame. Otherwise it gets tx_cmd.
	TXEN bool

	held            phy.Time // the length of the delay line; in HOLD, the instant of its first bit
	edge            phy.Time // HOLD: the first edge of the clock after that
	flushed         phy.Time // FLUSH: the instant at which the line is empty
	used            phy.Time // the last edge of the clock that left a state, or at which HOLD was entered
	pending, commit timer
}

// Held returns the delay between the MAC and the PHY of the frame that is being sent.
func (d *Data) Held() phy.Time {
	if d.State == Transmitting || d.State == Flush {
		return d.held
	}
	return 0
}

// Flushed returns the instant at which the delay line is empty in FLUSH. ok is false in other states.
func (d *Data) Flushed() (at phy.Time, ok bool) { return d.flushed, d.State == Flush }

// Unsent reports whether the delay line holds bits of the frame that is being sent, at the beginning of an instant. With a
// clock, the PHY takes the last nibble at an edge, a period before the line is empty.
func (d *Data) Unsent(now, clock phy.Time) bool {
	if d.State == Flush && clock > 0 {
		return now <= d.flushed-clock
	}
	return d.State == Transmitting && d.held > 0 || d.State == Flush && d.flushed > now
}

// mcd reports whether the clock has an edge on which the current state may be left: an edge leaves one state.
func (d *Data) mcd(now phy.Time, in *Inputs) bool {
	return in.MCD && (in.Clock == 0 || now > d.used)
}

// step takes one transition, if there is one, and reports whether it did.
func (d *Data) step(n *Node, now phy.Time, in *Inputs) bool {
	ok := n.On && n.Status.OK
	if !ok {
		if d.State != Normal {
			*d = Data{State: Normal, used: d.used}
			d.outputs(in)
			return true
		}
		return d.outputs(in)
	}
	next := d.State
	switch d.State {
	case Normal:
		if !in.CRS && (!n.IDs.Empty()) {
			next = Idle
		}
	case Idle:
		switch {
		case in.TXEN:
			next = Hold
		case in.receiving() && n.Control.Cmd == None:
			next = Receiving
		}
	case Receiving:
		switch {
		case in.TXEN:
			next = Collide
		case !in.receiving():
			next = Idle
		}
	case Hold:
		next = d.hold(n, now, in)
	case Aborting:
		if !in.TXEN {
			next = Idle
		}
	case Collide:
		switch {
		case in.TXEN && in.TXER:
			next = Aborting
		case !in.TXEN:
			next = DelayPending
			d.pending.start(now, PendingTimer)
		}
	case DelayPending:
		if d.pending.done(now) {
			next = Pending
		}
	case Pending:
		if n.Control.Committed {
			next = WaitMAC
			d.commit.start(now, CommitTimer)
		}
	case WaitMAC:
		switch {
		case d.mcd(now, in) && in.TXEN:
			next = Transmitting
		case !in.TXEN && d.commit.done(now):
			next = WaitIdle
		}
	case Transmitting:
		if in.COL {
			d.held = 0
		}
		switch {
		case in.TXEN || !d.mcd(now, in):
		case d.held == 0:
			next = WaitIdle
		default:
			next = Flush
			d.flushed = now + d.held
		}
	case Flush:
		if now >= d.flushed {
			next = WaitIdle
		}
	case WaitIdle:
		switch {
		case !in.CRS && !n.Control.Committed:
			next = Idle
		case d.mcd(now, in) && in.CRS && in.TXEN && n.Control.Committed:
			next = Transmitting
		}
	}
	if next == d.State {
		return d.outputs(in)
	}
	d.enter(n, now, in, next)
	d.outputs(in)
	return true
}

// mostEdges is the number of edges after which the delay line is full: the first nibble enters it with
// the frame.
const mostEdges = phy.Time(DelayLine/(4*Bit) - 1)

// hold returns the state that follows HOLD. The first bit waits in the delay line for the own turn.
func (d *Data) hold(n *Node, now phy.Time, in *Inputs) DataState {
	if in.receiving() && !in.TXER {
		return Collide
	}
	if !d.mcd(now, in) {
		return Hold
	}
	length := now - d.held
	if in.Clock > 0 {
		length = d.nibbles(now, in)
	}
	switch {
	case in.TXER:
		return Aborting
	case in.Clock == 0 && length >= DelayLine:
		return Collide
	case n.Control.Committed:
		d.held = length
		return Transmitting
	case in.Settled && d.Fills(now, in):
		return Collide
	}
	return Hold
}

// nibbles is a, as a time: one nibble, and one for each edge of the clock that was stayed in HOLD.
func (d *Data) nibbles(now phy.Time, in *Inputs) phy.Time { return now - d.edge + in.Clock }

// Fills reports whether an edge of the clock brings the nibble that fills the delay line, if the node stays in HOLD.
// It stays if its turn does not begin at this instant: so [Node.Settle] is to be called again, as the last thing
// that happens at the instant, with Settled.
func (d *Data) Fills(now phy.Time, in *Inputs) bool {
	return d.State == Hold && in.Clock > 0 && d.mcd(now, in) && d.nibbles(now, in) >= mostEdges*in.Clock
}

// enter does the actions of a state.
func (d *Data) enter(n *Node, now phy.Time, in *Inputs, next DataState) {
	if next == Collide && in.TXEN { // else the MAC is through with it
		n.Counts.LogicalCollisions++
	}
	switch {
	case next == Hold, next == Transmitting, d.State == Transmitting, d.State == Flush:
		d.used = now
	}
	switch next {
	case Hold:
		d.Pending = true
		d.held, d.edge = now, in.Edge
	case Pending:
		d.Pending = true
	case Transmitting:
		d.Pending = false
		if d.State != Hold || in.COL {
			d.held = 0
		}
	case Idle, Aborting, Collide, WaitIdle:
		d.Pending = false
		d.held = 0
	}
	d.State = next
}

// outputs sets what follows from the state and the inputs. It reports whether TX_EN changed.
func (d *Data) outputs(in *Inputs) bool {
	was := d.TXEN
	d.TXEN = false
	switch d.State {
	case Normal:
		d.Carrier, d.SignalError, d.TXEN, d.Pending = in.CRS, in.COL && in.TXEN, in.TXEN, false
	case Idle, WaitIdle:
		d.Carrier, d.SignalError = false, false
	case Receiving:
		d.Carrier = in.CRS && (in.RXDV || in.RXCmd != Commit)
	case Hold:
		d.Carrier = true
	case Collide:
		d.Carrier, d.SignalError = true, true
	case DelayPending:
		d.SignalError = false
	case WaitMAC:
		d.Carrier = false
	case Transmitting, Flush:
		d.Carrier, d.SignalError, d.TXEN = true, in.COL, true
	}
	return was != d.TXEN
}

// wake returns the first instant after now at which something may happen by itself, besides edges of the
// clock.
func (d *Data) wake(n *Node, now phy.Time, in *Inputs) phy.Time {
	switch d.State {
	case Hold:
		switch {
		case in.Clock == 0:
			return d.held + DelayLine
		case n.Control.Committed:
			return in.Edge
		}
		return max(in.Edge, d.edge+(mostEdges-1)*in.Clock)
	case DelayPending:
		return d.pending.wake(now)
	case WaitMAC:
		if in.TXEN && !d.mcd(now, in) {
			return in.Edge
		}
		return d.commit.wake(now)
	case Flush:
		return d.flushed
	case Transmitting:
		if !in.TXEN && !d.mcd(now, in) {
			return in.Edge
		}
	case WaitIdle:
		if in.Clock > 0 && in.TXEN && in.CRS && n.Control.Committed && !d.mcd(now, in) {
			return in.Edge
		}
	}
	return phy.Forever
}
