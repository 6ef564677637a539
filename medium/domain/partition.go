package domain

import "github.com/csmacd/csmacd/medium"

// A port whose collisions follow each other is partitioned, and takes part again after a long enough activity without a
// collision (9.6.6). A port that is silent and has no count that matters is not watched.

// watchPort adds a port to the list of those that take part in anything.
func (n *Network) watchPort(r *repeater, p int32) {
	x := &n.ports[p]
	if x.watched {
		return
	}
	x.watched = true
	x.active, x.collision, x.input = false, false, false
	x.count = r.collisionsAt(x)
	n.recallStretch(r, p)
	r.watched = append(r.watched, p)
}

// collisionsAt returns the number of consecutive collisions at a port that may not be watched.
func (r *repeater) collisionsAt(x *port) int {
	if x.clears != r.clears {
		return 0
	}
	return x.count
}

// clearsWithAll reports whether a port that is silent now has its count cleared by every main output from
// now on that is long enough.
func (n *Network) clearsWithAll(r *repeater, x *port) bool {
	apart := x.own == r.activity && r.state != idle && r.state != resting
	return x.enabled && !apart && r.Variation != RandomVariation
}

// settleRepeater updates the ports of a repeater that take part in anything, at the end of an
// instant.
func (n *Network) settleRepeater(k int32) {
	r := &n.repeaters[k]
	kept := r.watched[:0]
	for _, p := range r.watched {
		n.settlePort(r, p)
		x := &n.ports[p]
		x.clears = r.clears
		if x.active || x.partitioned || x.isolated || x.falses > 0 || x.due || x.sqe.on || x.count > 0 && !n.clearsWithAll(r, x) {
			kept = append(kept, p)
			continue
		}
		x.watched = false
	}
	r.watched = kept
	n.settleTimers(k)
}

// settlePort updates what is remembered of a port, at the end of an instant.
func (n *Network) settlePort(r *repeater, p int32) {
	x := &n.ports[p]
	now := n.now
	in, out := x.receives(), r.sends(x)
	if x.sqe.on {
		n.awaitSQE(r, p, out && !r.masked)
	}
	if in && !x.input {
		x.collided, x.late = false, false
	}
	x.tied = x.tied && in && !x.cut && !out // from the first bit of jam on, the port sends and receives
	collision := n.inCollision(r, x) || x.tied
	if x.active && !x.collision && now-x.cleanFrom >= r.Reconnect {
		x.immune, x.count = true, 0
	}
	if !x.active && (in || out) {
		x.active, x.stretch, x.cleanFrom, x.immune, x.hit = true, now, now, false, collision
	}
	x.collided = x.collided || in && collision
	if out && !x.sending {
		x.sending, x.sentFrom, x.sentHit = true, now, false
	}
	x.sentHit = x.sentHit || out && collision
	// What ends now has ended before a test of the collision signal that begins now.
	if x.sending && !out {
		x.sending = false
		if r.ReconnectSend && now-x.sentFrom >= r.Reconnect && !x.sentHit {
			n.reconnect(r, p)
		}
	}
	if x.active && !in && !out {
		x.active = false
		if !r.ReconnectSend && now-x.stretch >= r.Reconnect && !x.hit {
			n.reconnect(r, p)
		}
	}
	switch {
	case collision && !x.collision:
		x.collision, x.collidedAt, x.hit = true, now, true
		x.late = x.late || in && now-x.rose > lateEvent*n.bit
		if !x.partitioned && !(x.immune && (in || out)) {
			x.count++
			x.due = x.due || r.PartitionAfter > 0 && x.count >= r.PartitionAfter
			if x.due && (r.state == resting || r.state == idle) {
				n.partition(r, p)
			}
		}
	case !collision && x.collision:
		x.collision, x.cleanFrom = false, now
	}
	if !in && x.input {
		if x.enabled {
			n.endInput(r, x)
		}
		n.releaseInput(x)
		if x.signals == 0 {
			x.chained = 0
		}
	}
	x.input = in
}

// partition partitions a port.
func (n *Network) partition(r *repeater, p int32) {
	x := &n.ports[p]
	x.partitioned, x.due, x.count = true, false, 0
	x.counters.AutoPartitions++
	n.tell(medium.Partition, p)
}

// reconnect ends the partition of a port. If it has input, its repeater decides again in this
// instant.
func (n *Network) reconnect(r *repeater, p int32) {
	x := &n.ports[p]
	x.count = 0
	if x.partitioned {
		x.partitioned = false
		n.reconnectIsland(r.number)
		n.tell(medium.Reconnect, p)
		if x.receives() {
			n.reconnected = append(n.reconnected, x.repeater)
		}
	}
}

// inCollision reports whether a port is in collision: a link port if it sends and receives at once,
// a port on a cable if two signals or more, its own included, are at its tap, and any port while its
// transceiver tests its collision signal.
func (n *Network) inCollision(r *repeater, x *port) bool {
	if x.sqe.running > 0 && x.enabled {
		return true
	}
	if !x.receives() || x.cut {
		return false
	}
	return x.cable >= 0 && x.signals > 1 || r.sends(x)
}
