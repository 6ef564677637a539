package domain

import "github.com/csmacd/csmacd/phy"

// The last port left of a collision is not sent to any more. If another input rises then, it is sent to again. So its station
// hears a second jam, which mostly comes after a silence: then it is a reception of its own, and may end a gap of the
// station that has begun before.

// collisions returns how often a port was in collision in a round in which it was: once more if it was sent to again
// while its input went on.
func (x *treePort) collisions() int {
	if x.resumed && x.fall > x.begin {
		return 2
	}
	return 1
}

// touches reports whether a station heard no silence before the second output of its port.
func (x *treePort) touches(a *attempt) bool { return x.begin+a.pos <= x.silent(a) }

// silent returns the instant from which a station heard nothing before the second output of its port.
func (x *treePort) silent(a *attempt) phy.Time { return max(a.end, x.before+a.pos) }

// staysSilent reports whether a station that heard a silence in a collision starts no attempt before the second output
// of its port ends: its backoff ends later than the gap after the silence began, which ignores all carrier, and than that
// output arrived.
func (n *Network) staysSilent(a *attempt) bool {
	st := &n.stations[a.station]
	x := n.rounds.tree.port(st.port)
	if !x.resumed || x.touches(a) {
		return true
	}
	gap := x.silent(a) + st.rules.Gap
	k := int(st.collisions) + 1
	if k >= st.rules.AttemptLimit || x.end >= phy.Forever || x.end+a.pos <= gap {
		return false
	}
	rng := st.rng // the draw to come
	return a.end+st.backoff(k, &rng) > max(gap, x.begin+a.pos)
}

// hearsAgain counts the second output of a port at its station: a reception of its own, unless the station sends when it comes. After a
// silence, the gap after it is not one after a transmission.
func (n *Network) hearsAgain(a *attempt, x *treePort) {
	if x.begin+a.pos < a.end {
		return
	}
	st := &n.stations[a.station]
	heard, _ := n.receive(st.rules, x.end-x.begin-fewestHeader*n.bit, 0, true)
	n.countReception(&st.sums.Counters, heard, nil, 1)
	if !x.touches(a) {
		n.rounds.sensed = append(n.rounds.sensed, a.station)
	}
}
