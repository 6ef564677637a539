package clause148

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// reception is what the MAC receives of one chain of elements: RX_DV from its first frame to its end.
type reception struct {
	span
	first arrival // its first frame; of several, that of the lowest node
	own   bool    // the node sends a frame in it
	whole bool    // it is one frame, sent as a whole
	body  phy.Time
}

// reception returns what the MAC receives of a chain; ok is false if it receives nothing of it. The chain of
// a frame of one's own is not received.
func (n *node) reception(c *chain) (r reception, ok bool) {
	frames := 0
	for _, a := range c.members {
		r.body = max(r.body, later(a.to, -a.tail))
		if a.kind != frameElement {
			continue
		}
		mine := a.node == n
		r.own = r.own || mine
		switch {
		case frames == 0:
			r.first = a
		case a.from == r.first.from && (mine || r.first.node != n && a.node.number < r.first.node.number):
			r.first = a
		}
		frames++
	}
	if frames == 0 || r.first.node == n {
		return r, false
	}
	r.span = span{r.first.from + n.latency.RxOn, later(c.to, n.latency.RxOff)}
	r.whole = len(c.members) == 1 && r.first.whole
	return r, r.from < r.to
}

// receive writes what the MAC receives at this instant.
func (n *node) receive() {
	list := n.arrivals()
	for _, c := range chains(list) {
		r, ok := n.reception(&c)
		if !ok {
			continue
		}
		frame := r.first.frame
		if n.m.now == r.from && !n.powerOff {
			n.mac.Write(medium.Event{Kind: medium.RxStart, From: frame.Source, Frame: frame})
		}
		if n.m.now == r.to && !n.powerOff && n.poweredAt <= r.first.from {
			n.receiveDataDecap(&r)
		}
	}
}

// receiveDataDecap is the function ReceiveDataDecap (4.2.9) for a reception that ends now.
func (n *node) receiveDataDecap(r *reception) {
	rules := n.mac.Rules()
	bits := int(max(0, r.body-r.first.from-rules.Header-endOfFrame) / bit)
	if r.whole {
		bits = 8 * int(r.first.frame.Size)
	}
	octets, excessBits := bits/8, bits%8
	why := medium.NoReason
	switch {
	case r.own:
		why = medium.Damaged
	case octets < rules.MinFrame:
		why = medium.Fragment
	case octets > rules.MaxFrame:
		why = medium.TooLong
	case !r.whole:
		why = medium.Damaged
	}
	frame := r.first.frame
	if !r.own {
		n.mac.Received(why, octets, excessBits, frame.Destination)
	}
	n.mac.Write(medium.Event{Kind: medium.RxEnd, From: frame.Source, Frame: frame,
		OK: why == medium.NoReason, Octets: int32(octets), Why: why})
}
