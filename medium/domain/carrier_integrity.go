package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// At 100 Mb/s a carrier begins with a start-of-stream delimiter, which the line code sends in place of the
// first octet of the preamble (24.2.2.1.4). A carrier without it is a false carrier. A repeater isolates
// a port with many of them in a row from the others (27.3.2.1.1).
const (
	streamDelimiter = 8     // bits
	validCarrier    = 450   // bits: a carrier of this length with a delimiter ends the isolation
	idleTime        = 33000 // bits without carrier, which end it too
)

// falseCarrier reports whether the input of a port, which has ended, was a false carrier. What a
// collision damaged is not looked at.
func (r *repeater) falseCarrier(x *port) bool {
	return r.FalseCarriers > 0 && x.unmarked && x.chained == 1
}

// monitor counts an input that has ended, and isolates its port or ends the isolation.
func (n *Network) monitor(r *repeater, x *port, length phy.Time) {
	switch {
	case r.falseCarrier(x):
		if x.falses++; x.falses > r.FalseCarriers && !x.isolated {
			x.isolated = true
			x.counters.Isolates++
			n.tellIsolation(medium.Partition, x)
		}
	case x.isolated && length >= validCarrier*n.bit:
		n.joinAgain(x)
	default:
		x.falses = 0
	}
	if x.isolated {
		n.wake(r, n.now+idleTime*n.bit, idleLong, uint32(r.first+x.number))
	}
}

// idleEnds ends the isolation of a port that has been idle for long enough.
func (n *Network) idleEnds(p int32) {
	if x := &n.ports[p]; x.isolated && x.signals == 0 && n.now-x.fell >= idleTime*n.bit {
		n.joinAgain(x)
	}
}

func (n *Network) joinAgain(x *port) {
	x.isolated, x.falses = false, 0
	n.tellIsolation(medium.Reconnect, x)
}

// tellIsolation emits an event of the isolation of a port.
func (n *Network) tellIsolation(k medium.Kind, x *port) {
	if n.watch.kinds.Has(k) {
		p := n.repeaters[x.repeater].first + x.number
		n.emit(medium.Event{Kind: k, Station: n.numberOf(p), ID: x.repeater, Port: int16(x.number), Why: medium.FalseCarrier})
	}
}
