package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// shutting is why a port of a repeater takes no part.
type shutting uint8

const (
	portOff  shutting = 1 << iota // it is disabled
	linkDown                      // its link is cut
)

// shutPort makes a port take no part for a reason, or not, from the end of the changes of this instant
// on.
func (n *Network) shutPort(p int32, why shutting, on bool) {
	x := &n.ports[p]
	if on {
		x.shutNext |= why
	} else {
		x.shutNext &^= why
	}
	if why == portOff && x.station >= 0 {
		n.set(x.station, isolated, on)
	}
}

// settleShut makes a port take part again, or no longer. Input that is there then is ignored up to its
// end. The port sends again from the next activity of its repeater on.
func (n *Network) settleShut(p int32) {
	x := &n.ports[p]
	r := &n.repeaters[x.repeater]
	x.shut = x.shutNext
	enabled := x.shut == 0
	if enabled == x.enabled {
		return
	}
	n.watchPort(r, p)
	if x.signals > 0 {
		x.cut = true
		if r.state == repeating && r.port == p {
			r.whole = false
		}
	}
	if !enabled {
		if r.sends(x) {
			if x.own == r.activity {
				n.endSingle(r, p, true)
			} else {
				n.separate(r, p)
				n.silencePort(r, p, true)
				n.tellOutput(r, medium.RepeatEnd, p, false)
			}
		} else {
			x.beginAt = phy.Forever
		}
	} else if r.state != idle && r.state != resting {
		n.separate(r, p) // it does not join what is being sent
	}
	x.enabled = enabled
	n.ask(x.repeater)
}
