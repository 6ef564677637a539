package clause4

import "github.com/csmacd/csmacd/medium"

// overhead is the number of octets of a frame that the octet counters do not count: two addresses,
// length or type, FCS (30.3.1.1.8, 30.3.1.1.14).
const overhead = 6 + 6 + 2 + 4

// layerMgmtTransmitCounters is the procedure of that name (4.2.8). It is called once for each
// frame, when the frame leaves. why is the reason, or NoReason if the frame was sent.
func (s *station) layerMgmtTransmitCounters(why medium.Why) {
	c := &s.counters
	lost := s.sawOff && s.transmitSucceeding
	if !s.full && (lost || !s.sawOn && s.attempts > 0) {
		c.CarrierSenseErrors++
	}
	c.LateCollisions += uint64(s.lateCount)
	if s.excessive {
		c.FramesWithExcessiveDeferral++
	}
	if why == medium.ExcessiveCollisions {
		c.FramesAbortedDueToXSColls++
	}
	if why != medium.NoReason {
		return
	}
	c.FramesTransmittedOK++
	c.OctetsTransmittedOK += uint64(max(0, int(s.frame.Size)-overhead))
	switch {
	case s.frame.Destination == medium.Broadcast:
		c.BroadcastFramesXmittedOK++
	case isPause(s.frame) && !s.alone:
		c.MulticastFramesXmittedOK++
	}
	switch collisions := s.attempts - 1; {
	case collisions == 1:
		c.SingleCollisionFrames++
	case collisions > 1:
		c.MultipleCollisionFrames++
	case s.deferred:
		c.FramesWithDeferredXmissions++
	}
}

// layerMgmtReceiveCounters is the procedure of that name (4.2.9), plus the fragments of RMON, which
// the standard discards without a count.
func (s *station) layerMgmtReceiveCounters(why medium.Why, octets, excessBits int, to int32) {
	c := &s.counters
	switch why {
	case medium.Fragment:
		c.Fragments++
	case medium.TooLong:
		c.FrameTooLongErrors++
	case medium.Damaged:
		if excessBits > 0 {
			c.AlignmentErrors++
		} else {
			c.FrameCheckSequenceErrors++
		}
	case medium.NoReason:
		if to != s.number && to != medium.Broadcast && (to != pauseAddress || s.alone) {
			return // RecognizeAddress
		}
		c.FramesReceivedOK++
		c.OctetsReceivedOK += uint64(max(0, octets-overhead))
		switch to {
		case medium.Broadcast:
			c.BroadcastFramesReceivedOK++
		case pauseAddress:
			c.MulticastFramesReceivedOK++
		}
	}
}
