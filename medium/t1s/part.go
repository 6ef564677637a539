package t1s

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// Ahead is [bus.Network.Ahead] for this network. It calls known for frames on their way, and coming
// for none: unknown is soonest.
//
// [bus.Network.Ahead]: https://pkg.go.dev/github.com/csmacd/csmacd/medium/bus#Network.Ahead
func (n *Network) Ahead(station int, known func(f *medium.Frame, at phy.Time), coming func(to int32, at phy.Time)) (soonest, unknown phy.Time) {
	x := &n.nodes[station]
	soonest = n.Next() + n.shortest - mayLose // of what has not begun to be sent
	for k := range n.elements {
		if e := &n.elements[k]; e.sort == data && e.taps > 0 && !e.damaged && e.source != int32(station) {
			if n.arrival(x, e) > n.now {
				known(&e.frame, n.earliest(x, e))
			}
		}
	}
	return soonest, soonest
}

// arrival returns the instant at which a frame that is on its way arrives at a node, if it arrives whole: it
// ends as the MAC and the delay line of its sender say, or has ended.
func (n *Network) arrival(x *node, e *element) phy.Time {
	from := &n.nodes[e.source]
	end := e.end
	if !e.ended {
		end = n.dataEnd(from, e) + endCode
		// COMMIT may follow, or the tail: what is later is known when the frame ends.
		if from.latency.Tail > 0 && !from.sub.Control.Committed {
			end += from.latency.Tail
		}
	}
	return end + n.way(from, x)
}

// earliest returns an instant before which a frame that is on its way does not arrive whole at a node. The PHY takes the
// last nibble a period of its clock before TX_EN falls. If PLCA or the power is switched off in that period, TX_EN
// falls at once. The sender's next frame may begin in place of the tail, without a gap if it had no power meanwhile.
func (n *Network) earliest(x *node, e *element) phy.Time {
	from := &n.nodes[e.source]
	end := e.end
	if !e.ended {
		end = n.dataEnd(from, e)
		if !from.out.ending {
			end = max(end-from.latency.MII, n.now)
		}
		end += endCode
	}
	return max(end+n.way(from, x), n.Next(), n.now+1)
}

// way returns the time from what a node sends to RX_DV of another node.
func (n *Network) way(from, to *node) phy.Time {
	return from.latency.Tx + max(to.pos-from.pos, from.pos-to.pos) + to.latency.RxOff
}

// dataEnd returns the instant at which TX_EN falls after a frame that is being sent.
func (n *Network) dataEnd(from *node, e *element) phy.Time {
	if from.out.ending {
		return from.out.fell
	}
	if e.sent > 0 {
		return e.sent
	}
	if at, ok := from.sub.Flushed(); ok { // HOLD may have been left only after the MAC was done
		return at
	}
	return n.edgeAfter(from, from.tx.end) + from.sub.Held()
}

// Arriving calls the hooks for the frames whose last bit arrives at the very instant up to which
// the network has been run. Whether they are whole is settled by what happened before it.
func (n *Network) Arriving() {
	if n.hooks == nil || n.asked == n.now+1 {
		return // they have been called
	}
	n.asked = n.now + 1
	for i := range n.nodes {
		if n.hooks[i] == nil {
			continue
		}
		x := &n.nodes[i]
		if k, ok := n.arriving(int32(i)); ok {
			x.early = k
			n.hooks[i](n.now, n.elements[k].frame)
		}
	}
}

// arriving returns the frame whose reception at a node ends at this very instant, if it is whole.
func (n *Network) arriving(i int32) (k uint32, ok bool) {
	x := &n.nodes[i]
	t := &x.tap
	r := &t.receptions
	if r.first == len(r.list) || x.off || x.onAt > r.list[r.first].start {
		return 0, false
	}
	v := r.list[r.first]
	e := &n.elements[v.element]
	if v.ended {
		ok = v.until == n.now && !v.own && !v.damaged
	} else {
		c := &t.chain
		ok = c.elements == 1 && !c.own && !e.damaged && n.arrival(x, e) == n.now
	}
	judged, _ := x.rules.Receive(phy.Time(8*e.frame.Size)*plca.Bit, false)
	return v.element, ok && judged == mac.Whole
}

// Quiet returns the instant at which the last edge so far has left the last tap.
func (n *Network) Quiet() phy.Time { return n.quiet }

// Frames counts the frames of stations, without those in transit.
func (n *Network) Frames() medium.PartFrames {
	return n.sums.Part(len(n.nodes), func(i int) (*tally.Station, uint64) {
		return &n.nodes[i].sums, uint64(n.nodes[i].queue.count)
	})
}

// Delivered returns the numbers of a station's frames and octets that were delivered here, without
// those in transit.
func (n *Network) Delivered(station int) (frames, octets uint64) {
	s := &n.nodes[station].sums
	return s.Delivered, s.Octets
}
