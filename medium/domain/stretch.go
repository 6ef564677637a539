package domain

import "github.com/csmacd/csmacd/phy"

// The partition state machine measures stretches of input or output. Outputs that touch are one stretch.
// That of a port that is not watched is found when the port is watched again.

// stretchMain begins a stretch of main output, or goes on with that of an output that ends now. The
// ports that took no part in that output have a stretch of their own.
func (n *Network) stretchMain(r *repeater) {
	if r.mainEnd != n.now {
		r.stretches++
		r.since = n.now
		return
	}
	for _, p := range r.apart {
		x := &n.ports[p]
		if x.joined = r.stretches; x.ended != n.now {
			x.since = n.now
		}
	}
}

// sentSince returns the instant at which the stretch of output of a port began: the one that goes on, or
// that ended now. It is now if the port has not sent before.
func (n *Network) sentSince(r *repeater, x *port) phy.Time {
	switch main := x.own != r.mainOf && (r.mainOn || r.mainEnd == n.now); {
	case x.on, !main && x.ended == n.now, main && x.joined == r.stretches:
		return x.since
	case main:
		return r.since
	}
	return n.now
}

// recallStretch sets the stretch of output of a port that was not watched so far, as it was before
// this instant.
func (n *Network) recallStretch(r *repeater, p int32) {
	x := &n.ports[p]
	x.sending, x.immune, x.hit, x.sentHit = false, false, false, false
	if from := n.sentSince(r, x); from < n.now {
		x.active, x.stretch, x.cleanFrom, x.sending, x.sentFrom = true, from, from, true, from
	}
}
