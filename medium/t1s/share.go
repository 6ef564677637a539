package t1s

import "github.com/csmacd/csmacd/phy"

// shares measures the time in which the line carries BEACON, COMMIT without BEACON, and nothing, by what
// nodes send, and the cycles.
type shares struct {
	since   phy.Time
	last    phy.Time
	sending [4]int32 // nodes that send each sort
	beacon  phy.Time
	commit  phy.Time
	silent  phy.Time

	began                    phy.Time // of the last beacon
	by                       int32    // its sender
	beaten                   bool     // there was one
	cycles                   uint64
	shortest, longest, whole phy.Time
}

// change records that a node sends something else.
func (s *shares) change(now phy.Time, from, to sort) {
	s.upTo(now)
	s.sending[from]--
	s.sending[to]++
}

// upTo counts the time up to an instant.
func (s *shares) upTo(now phy.Time) {
	d := now - s.last
	switch {
	case s.sending[beacon] > 0:
		s.beacon += d
	case s.sending[commit] > 0:
		s.commit += d
	case s.sending[data] == 0:
		s.silent += d
	}
	s.last = now
}

// beat records that a coordinator begins a beacon.
func (s *shares) beat(now phy.Time, by int32) {
	if s.beaten && s.by == by {
		s.cycle(now-s.began, 1)
	}
	s.began, s.by, s.beaten = now, by, true
}

// lastBeacon returns when the last beacon began, or -1 if there was none.
func (s *shares) lastBeacon() phy.Time {
	if !s.beaten {
		return -1
	}
	return s.began
}

// cycle counts a number of cycles of one length.
func (s *shares) cycle(length phy.Time, times uint64) {
	if s.cycles == 0 || length < s.shortest {
		s.shortest = length
	}
	s.longest = max(s.longest, length)
	s.whole += length * phy.Time(times)
	s.cycles += times
}

// restart forgets the time before an instant.
func (s *shares) restart(now phy.Time) {
	*s = shares{since: now, last: now, sending: s.sending, began: s.began, by: s.by, beaten: s.beaten}
}
