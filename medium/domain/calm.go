package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Between faults a network is as it was without: it is run by contention rounds, up to the instant of the next change. They begin
// again when all stations have heard what was sent after the last change.

// calm is what contention rounds know of the changes of a network.
type calm struct {
	barred  bool     // a change has been planned after which the network may be another for good
	now     bool     // no fault is effective
	changed phy.Time // the instant of the last changes so far
	next    phy.Time // the instant of the next one; Forever: none is planned
}

// outlives reports whether a kind of change may leave a network that is not the one that it was.
func outlives(k medium.ChangeKind) bool {
	switch k {
	case medium.BitErrors, medium.Cut, medium.Short, medium.Terminator, medium.Deaf, medium.NoCollision, medium.Mute, medium.Jabber,
		medium.Babble, medium.PowerOff, medium.NoSQE, medium.PortOff, medium.PortSQETest:
		return false
	}
	return true
}

// expectChange notes a change that is planned.
func (n *Network) expectChange(c *medium.Change) {
	v := &n.rounds.calm
	if outlives(c.Kind) {
		n.rounds.able, v.barred = false, true // what they know of stations and cables may become wrong
	}
	v.next = min(v.next, c.At)
}

// settleChanges notes that the changes of this instant have been made.
func (n *Network) settleChanges() {
	v := &n.rounds.calm
	v.changed, v.next = n.now, phy.Forever
	planned := n.changes.All()
	for k := range planned {
		if c := &planned[k]; c.Kind != medium.NoChange {
			v.next = min(v.next, c.At)
		}
	}
	v.now = n.rounds.able && n.faultless()
}

// faultless reports whether no fault is effective.
func (n *Network) faultless() bool {
	for k := range n.channels {
		c := &n.channels[k]
		if c.noise.Errs() || c.back.Errs() || c.wire != nil && (c.wire.now != c.wire.next || c.wire.now != condition{length: c.wire.now.length}) {
			return false
		}
		for _, i := range c.faulty {
			f := n.stations[i].fault
			if f.now != 0 || f.next != 0 || f.babble.rate > 0 || f.jabber.signal > 0 {
				return false
			}
		}
	}
	for p := range n.ports {
		if x := &n.ports[p]; x.shut != 0 || x.shutNext != 0 || x.sqe.on || x.sqe.next || x.noise.Errs() {
			return false
		}
	}
	return true
}

// calmSince reports whether all stations have heard what was sent last, and no fault had to do with it.
func (n *Network) calmSince() bool {
	v := &n.rounds.calm
	for k := range n.channels {
		c := &n.channels[k]
		if signals := c.signals[c.last:]; v.changed > 0 && (len(signals) == 0 || n.at(signals[0]).start <= v.changed) {
			return false
		}
	}
	return true
}
