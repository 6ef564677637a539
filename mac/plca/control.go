package plca

import "github.com/csmacd/csmacd/phy"

// ControlState is a state of the control state diagram (Figure 148-3). RECOVER and NEXT take
// no time, so that a node is never found in them.
type ControlState uint8

// The states.
const (
	Disable ControlState = iota
	Resync
	SendBeacon
	Syncing
	WaitTO
	EarlyReceive
	Committing // COMMIT
	Yield
	Receive
	Transmit
	Burst
	Abort
)

// Control is the control state diagram of a node. The zero value is DISABLE.
type Control struct {
	State     ControlState
	CurID     int  // the turn now counted
	Cmd       Cmd  // tx_cmd
	Committed bool // the own turn is in use, and a frame may follow
	Active    bool // plca_active

	bc                                 int // additional frames of this turn
	beacon, detect, to, burst, invalid timer
	quiet                              phy.Time // RESYNC: no carrier since then
	noisy                              bool     // RESYNC: there is carrier
	met                                bool     // an own turn came since the last SYNCING
}

// step takes one transition, if there is one, and reports whether it did.
func (c *Control) step(n *Node, now phy.Time, p *Params, in *Inputs) bool {
	if in.beacon() {
		c.invalid.stop()
	}
	coordinator := n.IDs.Has(0)
	off, invalid := !n.On || n.IDs.Empty() && !p.Dynamic, c.invalid.done(now)
	if c.State == Committing && (off || invalid) {
		n.Counts.Lost++
	}
	switch {
	case off:
		was := c.State
		c.State, c.Cmd, c.Committed, c.CurID, c.Active = Disable, None, false, 0, false
		c.invalid.stop()
		return was != Disable
	case invalid: // RESYNC is held until a BEACON is decoded
		was := c.State
		c.resync(now)
		return was != Resync
	}
	switch c.State {
	case Disable:
		if coordinator {
			c.waitTO(n, now, p, in) // RECOVER: curID stays
		} else {
			c.resync(now)
		}
		return true
	case Resync:
		if in.CRS {
			c.noisy = true
		} else if c.noisy {
			c.noisy, c.quiet = false, now
		}
		switch {
		case coordinator && in.MCD && !in.CRS && !n.TXEN && now >= c.quiet+p.Silence:
			c.State, c.Cmd, c.Active = SendBeacon, Beacon, true
			c.beacon.start(now, BeaconTimer)
			n.Counts.Beacons++
			n.Notes.Beacon = true
		case !coordinator && in.CRS:
			c.earlyReceive(now)
		default:
			return false
		}
	case SendBeacon:
		if !c.beacon.done(now) {
			return false
		}
		c.syncing(n, now, in, coordinator)
	case Syncing:
		if in.CRS {
			return false
		}
		c.waitTO(n, now, p, in)
	case WaitTO:
		switch {
		case in.CRS:
			c.earlyReceive(now)
		case n.IDs.Has(c.CurID):
			c.met = true
			n.Notes.turn(c.CurID, n.Pending && c.Active)
			if n.Pending && c.Active {
				c.State, c.Cmd, c.Committed, c.bc = Committing, Commit, true, 0
				c.to.stop()
			} else {
				n.Counts.Yielded++
				c.State = Yield
			}
		case c.to.done(now):
			c.next(n, now, p, in)
		default:
			return false
		}
	case EarlyReceive:
		beacon := in.beacon() || !in.CRS && !c.detect.done(now)
		switch {
		case in.receiving() && in.CRS:
			if n.IDs.Has(c.CurID) {
				n.Counts.RXInTO++
			}
			c.State = Receive
			n.dynamic.claim = true
		case !coordinator && !in.receiving() && beacon:
			c.syncing(n, now, in, coordinator)
		case in.CRS:
			return false
		case coordinator: // RECOVER
			c.Active = false
			c.waitTO(n, now, p, in)
		case c.detect.done(now):
			c.resync(now)
		default:
			return false
		}
	case Committing:
		switch {
		case n.TXEN:
			n.Counts.Used++
			c.transmit(p)
		case !n.Pending:
			n.Counts.Lost++
			c.abort()
		default:
			return false
		}
	case Yield:
		switch {
		case in.CRS: // before the timer, if both are there
			c.earlyReceive(now)
		case c.to.done(now):
			c.next(n, now, p, in)
		default:
			return false
		}
	case Receive, Abort:
		if in.CRS {
			return false
		}
		c.next(n, now, p, in)
	case Transmit:
		switch {
		case n.TXEN:
			return false
		case c.bc < p.BurstCount:
			c.State, c.Cmd = Burst, Commit
			c.bc++
			c.burst.start(now, p.BurstTimer)
		case in.CRS:
			return false
		default:
			c.next(n, now, p, in)
		}
	case Burst:
		switch {
		case n.TXEN:
			c.transmit(p)
		case c.burst.done(now):
			c.abort()
		default:
			return false
		}
	}
	return true
}

func (c *Control) resync(now phy.Time) {
	c.State, c.Active, c.quiet, c.noisy = Resync, false, now, false
}

func (c *Control) earlyReceive(now phy.Time) {
	c.State = EarlyReceive
	c.to.stop()
	c.detect.start(now, BeaconDetTimer)
}

func (c *Control) syncing(n *Node, now phy.Time, in *Inputs, coordinator bool) {
	if !coordinator {
		n.Counts.Beacons++
		if c.Active && !c.met && !n.IDs.Empty() {
			n.Counts.BeaconsBeforeTO++
		}
	}
	c.State, c.CurID, c.Cmd, c.Active, c.met = Syncing, 0, None, true, false
	if !coordinator && !in.beacon() {
		c.invalid.start(now, InvalidBeaconTimer)
	}
	n.dynamic.synced()
}

// waitTO enters WAIT_TO. What was counted is now a turn of its own.
func (c *Control) waitTO(n *Node, now phy.Time, p *Params, in *Inputs) {
	c.State = WaitTO
	c.to.start(now, p.ToTimer)
	n.dynamic.begin(c.CurID)
}

func (c *Control) transmit(p *Params) {
	c.State, c.Cmd = Transmit, None
	if c.bc >= p.BurstCount {
		c.Committed = false
	}
}

func (c *Control) abort() { c.State, c.Cmd, c.Committed = Abort, None, false }

// next is NEXT, which takes no time.
func (c *Control) next(n *Node, now phy.Time, p *Params, in *Inputs) {
	n.dynamic.end(n, p)
	c.CurID = min(c.CurID+1, NoID)
	c.Committed = false
	if n.IDs.Has(0) && c.CurID >= n.count(p) || c.CurID >= NoID {
		c.resync(now)
		return
	}
	c.waitTO(n, now, p, in)
}

// wake returns the first instant after now at which something may happen by itself.
func (c *Control) wake(n *Node, now phy.Time, p *Params, in *Inputs) phy.Time {
	at := c.invalid.wake(now)
	switch c.State {
	case Resync:
		if n.IDs.Has(0) && !in.CRS && !n.TXEN && !c.invalid.done(now) {
			ready := c.quiet + p.Silence
			if in.Clock > 0 && ready <= in.Edge {
				ready = in.Edge
			} else if in.Clock > 0 {
				ready = in.Edge + (ready-in.Edge+in.Clock-1)/in.Clock*in.Clock
			}
			at = min(at, ready)
		}
	case SendBeacon:
		at = min(at, c.beacon.wake(now))
	case WaitTO, Yield:
		at = min(at, c.to.wake(now))
	case EarlyReceive:
		at = min(at, c.detect.wake(now))
	case Burst:
		at = min(at, c.burst.wake(now))
	}
	return at
}
