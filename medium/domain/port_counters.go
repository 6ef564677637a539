package domain

import "github.com/csmacd/csmacd/phy"

// PortCounters are the counters of a port of a repeater, under the names of IEEE 802.3 30.4.3 and
// RFC 2108, without their a and rptrMonitorPort. Each describes what the port received.
type PortCounters struct {
	ReadableFrames           uint64
	ReadableOctets           uint64
	FrameCheckSequenceErrors uint64
	AlignmentErrors          uint64
	FramesTooLong            uint64
	ShortEvents              uint64 // shorter than 82 bits
	Runts                    uint64 // longer than a ShortEvent, shorter than a frame, without a collision
	Collisions               uint64 // events that met a collision at this port
	LateEvents               uint64 // those that did so after 512 bits
	VeryLongEvents           uint64 // longer than the limit of the jabber lockup protection, or of the jabber function
	DataRateMismatches       uint64 // always 0: a repeater takes the bits of any clock
	AutoPartitions           uint64
	Isolates                 uint64 // after false carriers, at 100 Mb/s
}

// Limits of the counters, in bits.
const (
	shortEvent = 82  // RFC 2108 allows 74 to 82
	lateEvent  = 512 // RFC 2108 allows 480 to 565
)

// Sizes of frames for the counters, in octets.
const (
	leastOctets = 64
	mostOctets  = 1518
)

// endInput counts an input that has ended.
func (n *Network) endInput(r *repeater, x *port) {
	bit, header := n.bit, x.header
	if x.bit > 0 {
		bit = x.bit
	}
	if x.holding {
		if s := n.at(x.first); s.flawed && x.chained == 1 {
			header = s.found
		}
	}
	length, unmarked := x.fell-x.rose, r.falseCarrier(x)
	if unmarked {
		header = length // there was no delimiter to find
	}
	n.monitor(r, x, length)
	n.countInput(r, &x.counters, input{length, header, bit, x.chained == 1 && !x.jammed && !unmarked, x.collided, x.late}, 1)
}

// input is what a port received without interruption.
type input struct {
	length, header, bit phy.Time
	whole               bool // one signal that was not jammed
	collided, late      bool // it met a collision, and that came late
}

// countInput counts inputs that are alike.
func (n *Network) countInput(r *repeater, c *PortCounters, x input, times uint64) {
	if r.isVeryLong(x.length) {
		c.VeryLongEvents += times
	}
	short := x.length < shortEvent*n.bit
	if short {
		c.ShortEvents += times
	}
	data := max(0, x.length-x.header)
	switch {
	case short && data < leastOctets*8*x.bit:
	case data >= (mostOctets+1)*8*x.bit:
		c.FramesTooLong += times
	case x.collided:
	case data < leastOctets*8*x.bit:
		c.Runts += times
	case x.whole:
		c.ReadableFrames += times
		c.ReadableOctets += times * uint64(data/x.bit/8)
	case data/x.bit%8 != 0:
		c.AlignmentErrors += times
	default:
		c.FrameCheckSequenceErrors += times
	}
	if x.collided {
		c.Collisions += times
	}
	if x.late {
		c.LateEvents += times
	}
}

// isVeryLong reports whether an input is longer than the limit of the lockup protection (RFC 2108), or than
// that of the jabber function, which takes its place at 100 Mb/s (30.4.3.1.13).
func (r *repeater) isVeryLong(length phy.Time) bool {
	return r.Lockup > 0 && length > r.Lockup || r.Jabber > 0 && length > r.Jabber
}
