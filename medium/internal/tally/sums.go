package tally

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Sums are the figures of a run of a CSMA/CD medium so far, without the warm-up.
type Sums struct {
	Since phy.Time // the end of the warm-up

	Offered, Sent, Delivered, Lost, Dropped uint64
	Attempts, Collisions                    uint64
	OfferedOctets, DeliveredOctets          uint64
	TransitLost                             uint64 // of those lost: in transit to or from another part of a larger network
	Shares                                  Shares
	Access, Delay                           Delays

	part *medium.Part
}

// Station holds the figures of a station.
type Station struct {
	Counters                            mac.Counters
	Offered, Dropped, Delivered, Octets uint64
	Numbered                            uint32   // number of frames so far, including the warm-up
	Frames                              []uint64 // number of frames sent, by collisions

	accessCount          uint64
	accessSum, accessMax phy.Time
}

// Init makes s ready for use. part is the part that the medium has in a larger network, or nil.
func (s *Sums) Init(part *medium.Part) {
	s.part = part
	if part == nil { // the larger network keeps the delays of its parts
		s.Access.Init()
		s.Delay.Init()
	}
}

// Release returns the memory of s. It must not be used after that.
func (s *Sums) Release() {
	s.Access.Release()
	s.Delay.Release()
}

// Restart resets everything at the end of the warm-up.
func (s *Sums) Restart(now phy.Time) {
	s.Access.Reset()
	s.Delay.Reset()
	s.Shares.Restart(now)
	*s = Sums{Since: now, Shares: s.Shares, Access: s.Access, Delay: s.Delay, part: s.part}
}

// Restart resets everything except the frames' numbers.
func (st *Station) Restart() {
	clear(st.Frames)
	*st = Station{Numbered: st.Numbered, Frames: st.Frames}
}

// Offer counts a frame that joins the queue of a station, and returns its number.
func (s *Sums) Offer(st *Station, size int32) uint32 {
	s.Offered++
	s.OfferedOctets += uint64(size)
	st.Offered++
	st.Numbered++
	return st.Numbered
}

// Drop counts a frame that leaves its station without having been sent.
func (s *Sums) Drop(st *Station, f *medium.Frame, now phy.Time) {
	s.Dropped++
	st.Dropped++
	if s.part.Port(f.Source) {
		s.part.Transit(medium.Transit{Frame: *f, Fate: medium.Discarded, At: now, Sent: now})
	}
}

// Send counts frames that a station has sent, each after the same number of collisions and with the
// same access delay.
func (s *Sums) Send(st *Station, i int32, collisions uint8, access phy.Time, frames uint64) {
	s.Sent += frames
	st.Frames[collisions] += frames
	switch {
	case s.part == nil:
		s.Access.Add(access, frames)
	case !s.part.Port(i):
		s.part.Access = appendTimes(s.part.Access, access, frames)
	}
	st.accessCount += frames
	st.accessSum += phy.Time(frames) * access
	st.accessMax = max(st.accessMax, access)
}

// Deliver counts frames like this one, of a station, that have been received with the same delay.
func (s *Sums) Deliver(st *Station, f *medium.Frame, delay phy.Time, frames uint64) {
	s.Delivered += frames
	s.DeliveredOctets += frames * uint64(f.Size)
	if s.part.InTransit(f) {
		return // the larger network counts it
	}
	st.Delivered += frames
	st.Octets += frames * uint64(f.Size)
	if s.part == nil {
		s.Delay.Add(delay, frames)
	} else {
		s.part.Delays = appendTimes(s.part.Delays, delay, frames)
	}
}

// Decide counts a frame of a station that was sent, and that was delivered or lost, unless it was sent
// during the warm-up. It reports whether it counts as delivered.
func (s *Sums) Decide(st *Station, f *medium.Frame, sent, delay phy.Time, delivered bool) bool {
	switch {
	case sent < s.Since:
		return false
	case delivered:
		s.Deliver(st, f, delay, 1)
		return true
	}
	s.Lost++
	if s.part.InTransit(f) {
		s.TransitLost++
	}
	return false
}

// appendTimes appends a time as often as there are frames.
func appendTimes(list []phy.Time, t phy.Time, frames uint64) []phy.Time {
	for range frames {
		list = append(list, t)
	}
	return list
}

// Octets returns the number of octets of a frame that the octet counters count.
func Octets(size int32) uint64 { return uint64(max(0, size-mac.Overhead)) }

// Receive counts frames of one size for individual addresses that a station has received whole.
func Receive(c *mac.Counters, size int32, frames uint64) {
	c.FramesReceivedOK += frames
	c.OctetsReceivedOK += frames * Octets(size)
}

// ReceiveGroup counts frames like this one, for a group, that a station has received whole, or takes
// them back if the number is negative.
func ReceiveGroup(c *mac.Counters, f *medium.Frame, frames uint64) {
	Receive(c, f.Size, frames)
	if f.Destination == medium.Broadcast {
		c.BroadcastFramesReceivedOK += frames
	} else {
		c.MulticastFramesReceivedOK += frames
	}
}

// Tally returns the counts so far. queued is the number of frames in all queues.
func (s *Sums) Tally(queued uint64, bit phy.Time) medium.Tally {
	return medium.Tally{
		FramesOffered: s.Offered, FramesSent: s.Sent, FramesDelivered: s.Delivered, FramesDropped: s.Dropped,
		Attempts: s.Attempts, Collisions: s.Collisions, FramesQueued: queued, Carried: phy.Time(8*s.DeliveredOctets) * bit,
	}
}

// EachDelay calls its functions with the distributions of the access delay and of the delay, as
// [Delays.Each] does.
func (s *Sums) EachDelay(access, delay func(ns int64, frames uint64)) {
	s.Access.Each(access)
	s.Delay.Each(delay)
}

// Part counts the frames of the stations of a part, without those in transit. station returns the
// figures of one of its stations, and the number of frames in its queue.
func (s *Sums) Part(stations int, station func(i int) (st *Station, queued uint64)) (f medium.PartFrames) {
	f.Lost = s.Lost - s.TransitLost
	for i := range stations {
		if s.part.Port(int32(i)) {
			continue
		}
		st, queued := station(i)
		f.Offered += st.Offered
		f.Sent += st.Counters.FramesTransmittedOK
		f.Delivered += st.Delivered
		f.Dropped += st.Dropped
		f.Queued += queued
	}
	return f
}

// Result returns the figures of a station with a number of frames in its queue. CollisionsPerFrame is
// that of the sums, or nil: [Sums.Result] copies it.
func (st *Station) Result(name string, queued uint64) medium.Station {
	r := medium.Station{
		Name: name, Counters: st.Counters, CollisionsPerFrame: st.Frames,
		FramesOffered: st.Offered, FramesQueued: queued, FramesDropped: st.Dropped,
		FramesDelivered: st.Delivered, OctetsDelivered: st.Octets,
		AccessDelay: medium.StationDelays{Count: st.accessCount, Max: st.accessMax.Microseconds()},
	}
	if st.accessCount > 0 {
		r.AccessDelay.Mean = float64(st.accessSum) / float64(st.accessCount) / float64(phy.Microsecond)
	}
	return r
}
