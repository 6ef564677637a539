package domain

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// Config describes one collision domain: the segments, the repeaters that join them, and the
// stations.
type Config struct {
	Seed      uint64
	Warmup    phy.Time     // the initial time that the figures do not include
	Until     medium.Until // conditions that end the run
	Segments  []Segment
	Repeaters []Repeater
	Stations  []Station

	// Kind is the kind of the medium in results; "" is that of a network.
	Kind string

	// Timeline lists what changes during the run, in order of time.
	Timeline []medium.Change

	// Changeable makes a network in which [Network.Change] can change everything. Otherwise it cannot
	// change what is on the links of a repeater, other than their bit errors, unless the Timeline changes
	// that too. Every event and counter is the same. A lost frame may be counted at another instant. So may
	// a frame to the address of nobody that some stations received and others did not, and its delay may
	// differ. Repeaters with many stations are slower.
	Changeable bool

	// Part is the part that the network has in a larger one; nil if it is a network by itself.
	Part *medium.Part
}

// Segment is a cable with any number of taps, or a link between two ends.
type Segment struct {
	Name string
	Link bool
	Star bool // a cable on which all stations are Delay apart from each other; it has no ports
	// Delay is that between the ends of a link, or the length of a cable. The first end is at 0, the
	// second at Delay. The length of a cable matters when a terminator is missing; 0 is up to the last
	// tap.
	Delay phy.Time
	// Jabber is the time after which a transceiver cuts a station that jabbers, and Unjab the time after
	// which it returns. 0 and 0 are 50 ms and 500 ms at 10 Mb/s, 2 ms and 16 ms on 10BASE-T1S, and never at other speeds.
	Jabber, Unjab phy.Time
	// Multidrop is set on a bus of 10BASE-T1S, whose transceivers count Unjab from the cut (147.3.2).
	Multidrop bool
	// TransmittingEnd and Middle are the path variability values of clause 13.4.2, as times: what a
	// gap may shrink by in the repeater that receives a packet from the segment. The first is for
	// packets whose first sender is on the segment, the second for others.
	TransmittingEnd, Middle phy.Time
}

// End is the place at which something is plugged into a segment.
type End struct {
	Segment int      // index in Segments
	At      phy.Time // the place on a cable, as its delay from the left end; 0 or Delay on a link
	Full    bool     // full duplex; on a link only, and never at a repeater
}

// Station is a station, or a port of a bridge, with a MAC of its own. Its field At is not used: End
// has the place.
type Station struct {
	bus.Station
	End       End
	ObeyPause bool // PAUSE frames stop its transmissions (annex 31B)
}

// Repeater is a repeater by clause 9 (10 Mb/s) or clause 27 (100 Mb/s). Times that are 0 are 0:
// [DefaultRepeater] has the defaults.
type Repeater struct {
	Name      string
	Delay     phy.Time // from the first bit in to the first bit out
	JamDelay  phy.Time // from a collision to the first bit of jam
	JamEnd    phy.Time // from the end of a collision to the end of jam
	Recovery  phy.Time // after its outputs end, inputs are ignored for this time
	Variation Variation

	PartitionAfter int      // a port is partitioned on this consecutive collision; 0: never
	PartitionLong  phy.Time // or in a collision that lasts this long; 0: never
	Reconnect      phy.Time // activity of this length without a collision clears the count and reconnects
	ReconnectSend  bool     // reconnects on what is sent to the port only
	Lockup         phy.Time // MAU jabber lockup protection (9.6.5): output of this length is interrupted; 0: never
	Jabber         phy.Time // at 100 Mb/s (27.3.2.1.4): input of this length is cut until its carrier ends; 0: never
	FalseCarriers  int      // at 100 Mb/s: more than this number of consecutive false carriers isolate a port (27.3.2.1.1); 0: never

	Ports []Port
}

// Port is a port of a repeater.
type Port struct {
	To       string // what is plugged in, for the names of events and results
	End      End
	Disabled bool // the repeater ignores the port and sends nothing on it
}

// Variation is the way in which successive packets are delayed differently (clause 13.4.2).
type Variation uint8

// The ways.
const (
	NoVariation     Variation = iota
	WorstVariation            // every gap shrinks by the value of the segment
	RandomVariation           // every packet is later by a random time up to the value of the segment
)

// DefaultRepeater returns a repeater of clause 9 at 10 Mb/s, or of clause 27 at 100 Mb/s, without
// name and ports.
func DefaultRepeater(bit phy.Time) Repeater {
	r := Repeater{Delay: 8 * bit, JamDelay: 13 * bit / 2, JamEnd: 5 * bit, PartitionAfter: 32, Reconnect: 512 * bit}
	if bit < phy.Ethernet10.BitTime {
		r.PartitionAfter, r.Jabber, r.FalseCarriers = 61, 57500*bit, 2
		return r
	}
	r.PartitionLong, r.Lockup = 25000*bit, 50000*bit
	return r
}
