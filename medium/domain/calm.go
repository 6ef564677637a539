package domain

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Between faults a network is as it was without: it is run by contention rounds, up to the instant of the next change, or at
// which a station babbles. They begin again when all stations have heard what was sent after the last change, and nobody babbles.

// calm is what contention rounds know of the changes of a network.
type calm struct {
	barred  bool // a change has been planned after which the network may be another for good
	others  bool // other changes than of bit errors have been planned
	known   bool // whether a fault is effective since the last changes:
	clean   bool // none is, other than bit errors and that stations are deaf or off, detect no collision, babble at times, or have no SQE test:
	deaf    []deafStation
	unseen  bool       // there are stations that detect no collision
	babbles []int32    // the stations that babble at times
	changed phy.Time   // the instant of the last changes so far
	planned []phy.Time // the instants of all that are planned, in order
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
	v.others = v.others || c.Kind != medium.BitErrors
	at, _ := slices.BinarySearch(v.planned, c.At)
	v.planned = slices.Insert(v.planned, at, c.At)
}

// settleChanges notes that the changes of this instant have been made.
func (n *Network) settleChanges() {
	v := &n.rounds.calm
	v.known, v.changed = false, n.now
	for len(v.planned) > 0 && v.planned[0] <= n.now {
		v.planned = v.planned[1:]
	}
}

// next returns the instant of the next change; Forever: none is planned.
func (v *calm) next() phy.Time {
	if len(v.planned) == 0 {
		return phy.Forever
	}
	return v.planned[0]
}

// untilFault returns the instant up to which the network is as it is now, except for what MACs send: that of the next change, or at which a station
// babbles again.
func (n *Network) untilFault() phy.Time {
	v := &n.rounds.calm
	at := v.next()
	if v.known {
		for _, i := range v.babbles {
			if next := n.stations[i].fault.babble.at; next >= n.now {
				at = min(at, next)
			}
		}
	}
	return at
}

// isCalm reports whether no fault is effective with which there are no contention rounds.
func (n *Network) isCalm() bool {
	v := &n.rounds.calm
	if !v.known {
		v.known, v.deaf, v.unseen, v.babbles = true, v.deaf[:0], false, v.babbles[:0]
		v.clean = n.faultless()
	}
	return v.clean
}

// faultless is isCalm after changes: rounds know of bit errors, and of stations that hear nothing or detect no collision, which it finds.
func (n *Network) faultless() bool {
	for k := range n.channels {
		c := &n.channels[k]
		if !c.wire.intact() {
			return false
		}
		for _, i := range c.faulty {
			f := n.stations[i].fault
			if (f.now|f.next)&^(deaf|off|noSQE|noCollision) != 0 {
				return false
			}
			if f.babble.rate > 0 {
				n.rounds.calm.babbles = append(n.rounds.calm.babbles, i)
			}
			n.rounds.calm.unseen = n.rounds.calm.unseen || f.now&noCollision != 0
			if f.now&closed != 0 {
				n.rounds.calm.deaf = append(n.rounds.calm.deaf, deafStation{station: i, off: f.now&off != 0})
			}
		}
	}
	for p := range n.ports {
		if x := &n.ports[p]; x.shut != 0 || x.shutNext != 0 || x.sqe.on || x.sqe.next {
			return false
		}
	}
	switch v := &n.rounds.calm; {
	case v.unseen && !n.lone, len(v.deaf) > 0 && len(n.repeaters) > 1:
		return false
	default:
		return !v.unseen && len(v.deaf) == 0 || !n.hasNoisyCable()
	}
}

// hasNoisyCable reports whether a cable, or a link between a repeater and a cable, has bit errors.
func (n *Network) hasNoisyCable() bool {
	return slices.ContainsFunc(n.channels, func(c channel) bool { return c.noise.Errs() || c.back.Errs() }) ||
		slices.ContainsFunc(n.ports, func(x port) bool { return x.noise.Errs() })
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
