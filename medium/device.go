package medium

import (
	"encoding/json"

	"github.com/csmacd/csmacd/mac"
)

// Domain is what happened in one collision domain of a network, or on a full-duplex link: the figures that [Medium] has for one
// cable. There a copy of a frame is a frame.
type Domain struct {
	Name string `json:"name"`
	Medium
}

// MarshalJSON writes the name among the figures.
func (d Domain) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Name string `json:"name"`
		plain
	}{d.Name, plain(d.Medium)})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (d *Domain) UnmarshalJSON(b []byte) error {
	var x struct {
		Name string `json:"name"`
		plain
	}
	err := json.Unmarshal(b, &x)
	d.Name, d.Medium = x.Name, Medium(x.plain)
	return err
}

// plain is a Medium that is written as it is.
type plain Medium

// MarshalJSON writes the figures. Those of a network leave out what only one line has, such as the
// shares of its time.
func (m Medium) MarshalJSON() ([]byte, error) {
	if m.Kind != Networked {
		return json.Marshal(plain(m))
	}
	return json.Marshal(struct {
		plain
		Throughput     *struct{} `json:"throughput,omitempty"`
		ShareSuccess   *struct{} `json:"share_success,omitempty"`
		ShareCollision *struct{} `json:"share_collision,omitempty"`
		ShareIdle      *struct{} `json:"share_idle,omitempty"`
		OfferedLoad    *struct{} `json:"offered_load,omitempty"`
	}{plain: plain(m)})
}

// The kinds of medium of a network of collision domains, of a domain with repeaters or a link with one
// full-duplex end, and of a link with two, which has no collisions. That of another domain is bus or star.
const (
	Networked  = "network"
	Segmented  = "segments"
	FullDuplex = "full_duplex"
)

// Device is what a repeater or a bridge did.
type Device struct {
	Name  string       `json:"name"`
	Kind  string       `json:"kind"` // "repeater" or "bridge"
	Ports []DevicePort `json:"ports"`
	*BridgeFigures
	*RepeaterFigures
}

// BridgeFigures are the additional figures of a bridge, in frames and in addresses.
type BridgeFigures struct {
	Forwarded uint64 `json:"forwarded"` // sent on by the port where the destination was learned
	Flooded   uint64 `json:"flooded"`   // sent on by all other ports
	Filtered  uint64 `json:"filtered"`  // not sent on: the destination is where the frame came from
	Learned   uint64 `json:"learned"`   // addresses, again after they were forgotten or moved
	Aged      uint64 `json:"aged"`      // addresses that were forgotten
}

// RepeaterFigures are the additional figures of a repeater (RFC 2108).
type RepeaterFigures struct {
	TransmitCollisions uint64 `json:"TransmitCollisions"` // entries into the state TRANSMIT COLLISION
}

// DevicePort is what happened at a port of a repeater or bridge.
type DevicePort struct {
	To          string        `json:"to"`          // what is plugged in
	MAC         *mac.Counters `json:"-"`           // of a bridge's port
	Repeated    *PortCounters `json:"-"`           // of a repeater's port
	Dropped     uint64        `json:"dropped"`     // by a bridge: frames that did not fit the queue, and excessive collisions
	QueueMax    int           `json:"queue_max"`   // the most frames in the queue of a bridge's port
	Partitioned bool          `json:"partitioned"` // a repeater's port, at the end
	Enabled     bool          `json:"enabled"`     // a repeater's port, at the end
	PLCA        *PLCANode     `json:"-"`           // of a bridge's port that is a node of a bus with PLCA
}

// MarshalJSON writes the counters under one name, and of the rest what a port of its kind has.
func (p DevicePort) MarshalJSON() ([]byte, error) {
	if p.MAC != nil {
		return json.Marshal(struct {
			To       string        `json:"to"`
			Counters *mac.Counters `json:"counters"`
			Dropped  uint64        `json:"dropped"`
			QueueMax int           `json:"queue_max"`
			PLCA     *PLCANode     `json:"plca,omitempty"`
		}{p.To, p.MAC, p.Dropped, p.QueueMax, p.PLCA})
	}
	return json.Marshal(struct {
		To          string        `json:"to"`
		Counters    *PortCounters `json:"counters"`
		Partitioned bool          `json:"partitioned"`
		Enabled     bool          `json:"enabled"`
	}{p.To, p.Repeated, p.Partitioned, p.Enabled})
}

// PortCounters are the counters of a repeater's port, of what it received (IEEE 802.3 clause 30.4.3,
// and rptrMonitorPort of RFC 2108).
type PortCounters struct {
	ReadableFrames           uint64 // frames received without an error
	ReadableOctets           uint64 // their octets, from destination address to FCS
	FrameCheckSequenceErrors uint64 // frames of a valid length with a wrong FCS, a whole number of octets
	AlignmentErrors          uint64 // those with bits left over
	FramesTooLong            uint64 // frames longer than 1518 octets
	ShortEvents              uint64 // activity shorter than 82 bits
	Runts                    uint64 // activity longer than that, but shorter than a frame, without a collision
	Collisions               uint64 // activity that met a collision at the port
	LateEvents               uint64 // those that met it more than 512 bits after the activity began
	VeryLongEvents           uint64 // activity longer than the limit of the jabber protection
	DataRateMismatches       uint64 // always 0: a repeater takes the bits of any clock
	AutoPartitions           uint64 // how often the port was partitioned
	Isolates                 uint64 `json:",omitempty"` // how often false carriers isolated the port, at 100 Mb/s
}
