package domain

import (
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/noise"
	"github.com/csmacd/csmacd/phy"
)

// port is a port of a repeater.
type port struct {
	to             string
	repeater       int32
	number         int32 // among the ports of its repeater
	enabled        bool
	shut, shutNext shutting // why it is not, since the run began
	cable          int32    // the channel that it is plugged in; -1: a link
	station        int32    // at the other end of its link; -1: none
	far            int32    // the port at the other end of its link; -1: none
	delay          phy.Time
	pos            phy.Time     // on its cable
	end, mid       phy.Time     // the variability of packets of stations, and of others, that it receives
	rng            backoff.Rand // of the variability of what it sends

	// What it receives.
	signals  int32    // number of foreign signals at its tap
	groups   []uint32 // of these signals
	rose     phy.Time // when its input began
	first    uint32   // the signal with which its input began; it has a reference to it
	holding  bool     // whether it has one
	header   phy.Time // of its first signal; the longest, if several began together
	bit      phy.Time // of its first sender, if its clock is not exact; else 0
	chain    opening  // of the latest reception: of the input, or of what came at once where signals ended
	risen    opening  // of the signals that rose at this instant
	last     uint64   // the number of the last one
	chained  int      // number of signals in this input
	jammed   bool     // one of them was jammed
	unmarked bool     // one of them had no start-of-stream delimiter
	fell     phy.Time // when its last input ended
	cut      bool     // its input lasts too long, and counts as none
	ignored  bool     // its input was there when the port was enabled, and counts as none
	tied     bool     // its input began together with that of another port
	watched  bool     // it is in its repeater's list
	input    bool     // it had input at the end of the last instant
	collided bool     // the input met a collision
	late     bool     // which came late

	// What it sends.
	own     uint32      // the activity in which its output begins or ends at instants of its own
	on      bool        // it sends, if it has instants of its own
	started phy.Time    // when its output began
	since   phy.Time    // when the stretch of output began, if it is not that of the repeater
	joined  uint32      // the stretch of its repeater that it joined later
	beginAt phy.Time    // when it begins; Forever: it is not planned
	endAt   phy.Time    // when it ends
	later   phy.Time    // how much later its packet is at random
	ended   phy.Time    // when its output ended
	asJam   bool        // its output begins, or began, as jam
	told    uint32      // the activity in which its jam was shown
	noise   *noise.Line // of what it sends to the port at the other end of its link
	out     uint32      // the signal that it sends, + 1

	sqe sqeTest // of its transceiver

	// Its carrier integrity (27.3.2.1.1).
	falses   int // consecutive false carriers
	isolated bool

	// Its partition (9.6.6).
	collision   bool     // it was in collision at the end of the last instant
	collidedAt  phy.Time // since when
	count       int      // of consecutive collisions, ...
	clears      uint32   // ... if its repeater has not cleared those of all its ports since
	due         bool     // it is partitioned as soon as the repeater is silent
	partitioned bool
	active      bool     // input or output is on since stretch
	stretch     phy.Time // when the stretch of input or output began
	sending     bool
	sentFrom    phy.Time // when the stretch of output began
	cleanFrom   phy.Time // since when there is no collision in this stretch
	immune      bool     // the stretch has cleared the count; its collisions do not count any more
	hit         bool     // there was a collision in this stretch
	sentHit     bool     // there was one in the stretch of output

	counters PortCounters
}

// portTaps is the number of the first port among the taps. Stations are before it, and others
// can join later.
const portTaps int32 = 1 << 27

// tapOf returns the number that a port has among the taps.
func (n *Network) tapOf(p int32) int32 { return portTaps + p }

// numberOf returns the number that events have for a port: ports follow the stations.
func (n *Network) numberOf(p int32) int32 { return int32(len(n.stations)) + p }

// usable reports whether a port's input counts for its repeater.
func (x *port) usable() bool { return x.receives() && !x.partitioned && !x.isolated && !x.cut }

// receives reports whether a port has input.
func (x *port) receives() bool { return x.signals > 0 && x.enabled && !x.ignored }

// ask makes a repeater decide in this instant.
func (n *Network) ask(k int32) {
	r := &n.repeaters[k]
	if !r.asked {
		r.asked = true
		n.deciding = append(n.deciding, k)
	}
	if !r.touched {
		r.touched = true
		n.touched = append(n.touched, k)
	}
}

// tell emits an event of a port.
func (n *Network) tell(k medium.Kind, p int32) {
	if n.watch.kinds.Has(k) {
		x := &n.ports[p]
		n.emit(medium.Event{Kind: k, Station: n.numberOf(p), ID: x.repeater, Port: int16(x.number)})
	}
}
