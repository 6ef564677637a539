package domain

import (
	"slices"

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

// opening is what begins a reception: signals that rise at one instant.
type opening struct {
	at     phy.Time
	count  int32
	frame  medium.Frame // of the first station; Number 0: there is none
	header phy.Time     // the longest
	sent   bool         // by a station: one of the signals
}

func (o *opening) add(s *signal) {
	o.count++
	o.header = max(o.header, s.header)
	if s.frame.Number > 0 && (o.frame.Number == 0 || s.frame.Source < o.frame.Source) {
		o.frame = s.frame
	}
	o.sent = o.sent || s.ofStation()
}

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
	DataRateMismatches       uint64 // always 0: all clocks are exact
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

// rise processes the leading edge of a signal at a port.
func (n *Network) rise(p int32, k uint32) {
	x := &n.ports[p]
	r := &n.repeaters[x.repeater]
	s := n.at(k)
	if s.none() {
		n.pool.drop(k)
		return
	}
	x.last = s.number
	if x.signals == 0 && !(x.chained > 0 && x.fell == n.now) {
		n.releaseInput(x)
		x.rose, x.first, x.holding, x.header = n.now, k, true, 0
		x.chained, x.jammed, x.unmarked, x.cut, x.ignored, x.tied = 0, false, false, false, false, false
		n.pool.hold(k)
	}
	if x.rose == n.now {
		x.header = max(x.header, s.header)
	}
	if x.risen.at != n.now {
		x.risen = opening{at: n.now}
	}
	x.risen.add(s)
	x.signals++
	x.groups = append(x.groups, s.group)
	x.chained++
	x.begin()
	n.watchPort(r, p)
	if r.state != idle && r.state != resting && !x.partitioned && !x.isolated && x.enabled {
		n.groups.join(r.group, s.group, &n.sums)
	}
	n.ask(x.repeater)
	n.pool.drop(k)
}

// begin begins a reception if all that is at the tap has risen now.
func (x *port) begin() {
	if x.signals > 0 && x.signals == x.risen.count {
		x.chain = x.risen
	}
}

// fall processes the trailing edge of a signal at a port.
func (n *Network) fall(p int32, k uint32) {
	x := &n.ports[p]
	switch s := n.at(k); {
	case !s.none():
		x.jammed, x.unmarked = x.jammed || s.jammed, x.unmarked || s.unmarked
		n.sinks(x, s)
	case s.number == x.last: // it rose in an earlier round
		x.chained--
		x.risen.count--
		n.sinks(x, s)
	}
	if x.cable < 0 {
		n.abandon(k) // a signal on a link has no other listener
	}
	n.pool.drop(k)
}

// sinks takes a signal off what is at a port.
func (n *Network) sinks(x *port, s *signal) {
	x.signals--
	if k := slices.Index(x.groups, s.group); k >= 0 {
		x.groups = slices.Delete(x.groups, k, k+1)
	}
	x.fell = n.now
	if x.risen.at == n.now {
		x.begin()
	}
	n.ask(x.repeater)
}

func (n *Network) releaseInput(x *port) {
	if x.holding {
		n.pool.drop(x.first)
		x.holding = false
	}
}

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
		if x.active || x.partitioned || x.isolated || x.falses > 0 || x.due || x.count > 0 && !n.clearsWithAll(r, x) {
			kept = append(kept, p)
			continue
		}
		x.watched = false
	}
	r.watched = kept
	n.settleTimers(k)
}

func (n *Network) settlePort(r *repeater, p int32) {
	x := &n.ports[p]
	now := n.now
	in, out := x.receives(), r.sends(x)
	if in && !x.input {
		x.collided, x.late = false, false
	}
	x.tied = x.tied && in && !x.cut && !out // from the first bit of jam on, the port sends and receives
	collision := n.inCollision(r, x) || x.tied
	if x.active && !x.collision && now-x.cleanFrom >= r.Reconnect {
		x.immune, x.count = true, 0
	}
	if was := x.active; !was && (in || out) {
		x.active, x.stretch, x.cleanFrom, x.immune, x.hit = true, now, now, false, false
	}
	if out && !x.sending {
		x.sending, x.sentFrom, x.sentHit = true, now, false
	}
	x.sentHit = x.sentHit || out && collision
	switch {
	case collision && !x.collision:
		x.collision, x.collidedAt, x.hit = true, now, true
		if in && !x.collided {
			x.collided = true
		}
		x.late = x.late || in && now-x.rose > lateEvent*n.bit
		if !x.partitioned && !x.immune {
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
}

// endInput counts an input that has ended.
func (n *Network) endInput(r *repeater, x *port) {
	bit, header := n.bit, x.header
	if x.holding {
		s := n.at(x.first)
		if s.bit > 0 {
			bit = s.bit
		}
		if s.flawed && x.chained == 1 {
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
	if long := max(r.Lockup, r.Jabber); long > 0 && x.length > long {
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
		n.tell(medium.Reconnect, p)
		if x.receives() {
			n.reconnected = append(n.reconnected, x.repeater)
		}
	}
}

// inCollision reports whether a port is in collision: a link port if it sends and receives at once,
// a port on a cable if two signals or more, its own included, are at its tap.
func (n *Network) inCollision(r *repeater, x *port) bool {
	if !x.receives() || x.cut {
		return false
	}
	return x.cable >= 0 && x.signals > 1 || r.sends(x)
}

// tell emits an event of a port.
func (n *Network) tell(k medium.Kind, p int32) {
	if n.watch.kinds.Has(k) {
		x := &n.ports[p]
		n.emit(medium.Event{Kind: k, Station: n.numberOf(p), ID: x.repeater, Port: int16(x.number)})
	}
}
