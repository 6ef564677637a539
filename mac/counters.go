package mac

// Counters are the counters of one station. Their names are those of IEEE 802.3 clause 30, as
// `ethtool -S --groups eth-mac` prints them; Fragments is of RMON (RFC 2819). Those of a
// transmission are updated once, when the frame leaves the station; those of a reception when the
// reception ends at the station's tap. Octets are counted from the end of the length/type field to
// the FCS: the frame's size less 18.
type Counters struct {
	FramesTransmittedOK         uint64
	SingleCollisionFrames       uint64 // sent after exactly one collision
	MultipleCollisionFrames     uint64 // sent after more than one
	FramesReceivedOK            uint64 // addressed to this station or to a group
	FrameCheckSequenceErrors    uint64
	AlignmentErrors             uint64
	FrameTooLongErrors          uint64
	OctetsTransmittedOK         uint64
	OctetsReceivedOK            uint64
	FramesWithDeferredXmissions uint64 // the first attempt was deferred, and succeeded
	LateCollisions              uint64 // counts attempts, not frames
	FramesAbortedDueToXSColls   uint64
	FramesWithExcessiveDeferral uint64
	MulticastFramesXmittedOK    uint64 // broadcast not included
	BroadcastFramesXmittedOK    uint64
	MulticastFramesReceivedOK   uint64
	BroadcastFramesReceivedOK   uint64
	CarrierSenseErrors          uint64 // own carrier lost or never seen: needs a fault
	Fragments                   uint64
	SQETestErrors               uint64 `json:",omitempty"` // at 10 Mb/s half duplex; needs a fault
}

// Overhead is the number of octets of a frame that OctetsTransmittedOK and OctetsReceivedOK do not
// count: two addresses, length/type and FCS.
const Overhead = 18

// Received counts one reception that was not a whole frame addressed to this station.
func (c *Counters) Received(r Reception) {
	switch r {
	case Fragment:
		c.Fragments++
	case FCSError:
		c.FrameCheckSequenceErrors++
	case AlignmentError:
		c.AlignmentErrors++
	case TooLong:
		c.FrameTooLongErrors++
	}
}

// Sent describes how a frame left a station.
type Sent struct {
	Octets            int
	Collisions        int
	Deferred          bool // the first attempt was deferred
	ExcessiveDeferral bool
	Next              Next // Retry: it was sent; otherwise the reason for which it was discarded
	Multicast         bool
	Broadcast         bool
}

// Transmitted counts a number of frames that left the station in the same way (4.2.8
// LayerMgmtTransmitCounters).
func (c *Counters) Transmitted(s Sent, frames uint64) {
	if s.ExcessiveDeferral {
		c.FramesWithExcessiveDeferral += frames
	}
	switch s.Next {
	case ExcessiveCollisions:
		c.FramesAbortedDueToXSColls += frames
		return
	case LateCollision:
		return
	}
	c.FramesTransmittedOK += frames
	c.OctetsTransmittedOK += frames * uint64(max(0, s.Octets-Overhead))
	switch {
	case s.Collisions == 1:
		c.SingleCollisionFrames += frames
	case s.Collisions > 1:
		c.MultipleCollisionFrames += frames
	case s.Deferred:
		c.FramesWithDeferredXmissions += frames
	}
	switch {
	case s.Broadcast:
		c.BroadcastFramesXmittedOK += frames
	case s.Multicast:
		c.MulticastFramesXmittedOK += frames
	}
}
