package domain

import (
	"cmp"
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Deliver makes the network call f for each frame that a station hears whole, whatever the frame's
// destination, at the instant at which its last bit arrives. It is [bus.Network.Deliver] for this
// network.
//
// [bus.Network.Deliver]: https://pkg.go.dev/github.com/csmacd/csmacd/medium/bus#Network.Deliver
func (n *Network) Deliver(station int, f func(at phy.Time, f medium.Frame)) {
	n.catchUp()
	if n.hooks == nil {
		n.hooks = make([]func(phy.Time, medium.Frame), len(n.stations))
	}
	n.hook(int32(station))
	n.hooks[station] = f
}

// DeliverOnly limits the calls of a station's hook to the frames for which wants returns true. It is
// asked when a frame has been sent to its end, and what it does not want costs nothing.
func (n *Network) DeliverOnly(station int, wants func(f *medium.Frame) bool) {
	n.wants = append(n.wants, make([]func(*medium.Frame) bool, len(n.stations)-len(n.wants))...)
	n.wants[station] = wants
}

// hooked reports whether a station has a hook.
func (n *Network) hooked(j int32) bool { return n.hooks != nil && n.hooks[j] != nil }

// wanted reports whether the hook of a station is to be called for a frame.
func (n *Network) wanted(j int32, f *medium.Frame) bool {
	return int(j) >= len(n.wants) || n.wants[j] == nil || n.wants[j](f)
}

// expectHanding adds to the agenda the instants at which the last bit of a signal that ended now
// reaches the stations that have a hook.
func (n *Network) expectHanding(c *channel, k uint32) {
	s := n.at(k)
	for _, j := range c.hooked {
		if n.hears(s, j) && n.wanted(j, &s.frame) {
			n.pool.hold(k)
			n.inFlight++
			n.push(n.now+n.distance(j, s), handing, j, k)
		}
	}
}

// hand passes a frame to the hook of a station whose tap its last bit has reached.
func (n *Network) hand(j int32, k uint32) {
	n.inFlight--
	s := n.at(k)
	called := slices.Contains(n.early, early{j, s.number})
	if called || n.heardWhole(k, j) {
		n.recognize(j, s)
		if !called && n.hooked(j) {
			n.handed = append(n.handed, handOver{n.now, j, s.frame})
		}
	}
	n.pool.drop(k)
}

// handOver is the instant at which a station with a hook has a frame.
type handOver struct {
	at      phy.Time
	station int32
	frame   medium.Frame
}

// callHooks passes on what has been handed over, in order of time and then of stations.
func (n *Network) callHooks() {
	if len(n.handed) == 0 {
		return
	}
	slices.SortStableFunc(n.handed, func(a, b handOver) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.station, b.station)) })
	for k := range n.handed {
		h := &n.handed[k]
		n.hooks[h.station](h.at, h.frame)
	}
	n.handed = n.handed[:0]
}
