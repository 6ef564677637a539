package domain

import "github.com/csmacd/csmacd/phy"

// shutting is why a port of a repeater takes no part.
type shutting uint8

const (
	portOff  shutting = 1 << iota // it is disabled
	linkDown                      // its link is cut
)

// shutFor makes a port take no part for a reason, or not, from the end of the changes of this instant on.
func (x *port) shutFor(why shutting, on bool) {
	if on {
		x.shutNext |= why
	} else {
		x.shutNext &^= why
	}
}

// disused reports whether a port is disabled for good.
func (x *port) disused() bool { return !x.enabled && x.shut == 0 && x.shutNext == 0 }

// settleShut makes a port take part again, or no longer. Input that is there then is ignored up to its
// end. The port sends again from the next activity of its repeater on, or from the next jam.
func (n *Network) settleShut(p int32) {
	x := &n.ports[p]
	r := &n.repeaters[x.repeater]
	x.shut = x.shutNext
	enabled := x.shut == 0
	if enabled == x.enabled {
		return
	}
	n.watchPort(r, p)
	x.ignored = enabled && x.signals > 0
	if !enabled {
		if r.state == repeating && r.port == p && !r.over {
			r.whole = false
		}
		if r.sends(x) {
			if x.own == r.activity {
				n.endSingle(r, p, true)
			} else {
				n.leaveMain(r, p)
			}
		} else {
			x.beginAt = phy.Forever
		}
	} else if r.state != idle && r.state != resting {
		n.separate(r, p) // it does not join what is being sent, but a jam that begins later
	}
	if x.enabled = enabled; !enabled {
		n.replan(r)
	}
	if x.cable >= 0 {
		n.measureChannel(&n.channels[x.cable])
	}
	n.ask(x.repeater)
}
