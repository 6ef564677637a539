package clause4

// deferenceState is the state of the process Deference.
type deferenceState uint8

const (
	notDeferring deferenceState = iota
	channelBusy                 // waiting for the end of carrier and own transmission
	gapPart1                    // interPacketGapPart1
	gapPart2                    // interPacketGapPart2
)

// String names the state.
func (d deferenceState) String() string {
	return [...]string{"not deferring", "channel busy", "gap part 1", "gap part 2"}[d]
}

// deferenceTimers is the part of the process Deference (4.2.8) that waits for time to pass: the
// ends of the two parts of the gap. Part 2 is followed by "deferring := false"; the Pascal then
// holds until frameWaiting is false. The order of the phases has the same effect: a waiting frame
// starts in the phase after this one, whatever the carrier.
func (s *station) deferenceTimers() {
	if s.deferring == gapPart1 && s.m.now >= s.partEnd {
		s.deferring = gapPart2
		s.partEnd += s.gapOf.gap - s.gapOf.part1
	}
	if s.deferring == gapPart2 && s.m.now >= s.partEnd {
		s.deferring = notDeferring
		s.partEnd = never
	}
}

// deference is the part of the process Deference (4.2.8, 4.2.3.2.1) that looks at the channel. It
// reports whether a gap of no length has begun, and has therefore ended.
func (s *station) deference() (again bool) {
	if s.full {
		return s.fullDuplexDeference()
	}
	if s.deferring == notDeferring && (s.carrierSense || s.transmitting) || s.inGap() && s.transmitting {
		// By the standard no station transmits in a gap. In an experiment a station may, if it does
		// not hear carrier, or waits for a gap of its own.
		s.deferring = channelBusy
		s.wasTransmitting = false
		s.partEnd = never
	}
	switch s.deferring {
	case channelBusy:
		// "while carrierSense or transmitting": the station's own transmission is carrier too.
		s.wasTransmitting = s.wasTransmitting || s.transmitting
		if !s.carrierSense && !s.transmitting {
			again = s.startGap()
		}
	case gapPart1:
		// After a transmission of its own the station only waits; otherwise carrier starts the
		// timer again (4.2.3.2.2).
		switch {
		case s.wasTransmitting:
		case s.carrierSense:
			s.partEnd = never
		case s.partEnd == never:
			s.gapOf, s.partEnd = s.n, s.m.now+s.n.part1
		}
	}
	return s.freshGap() || again
}

func (s *station) inGap() bool { return s.deferring == gapPart1 || s.deferring == gapPart2 }

// startGap starts the interpacket gap.
func (s *station) startGap() (again bool) {
	s.deferring, s.gapOf = gapPart1, s.n
	s.partEnd = s.m.now + s.n.part1
	if s.n.part1 == 0 { // there is no part in which carrier could be seen
		s.deferring = gapPart2
		s.partEnd = s.m.now + s.n.gap
	}
	return s.n.gap == 0
}

// freshGap is not part of the standard: it is the gap that textbooks and some simulators add after
// each backoff. The attempt starts once the station's tap has been silent for a whole gap, all of
// it after the backoff except its lead.
func (s *station) freshGap() (again bool) {
	switch {
	case s.link != waiting || !s.wantsFreshGap():
	case s.carrierSense:
		if !s.n.BlindAfter {
			s.freshSince = never
		}
	case s.freshSince == never:
		s.freshSince = max(s.silentSince, s.sentUntil, s.waitSince-s.at(s.waitSince).lead)
		return s.at(s.freshSince).gap == 0
	}
	return false
}

// wantsFreshGap reports whether the attempt waits for a gap of its own.
func (s *station) wantsFreshGap() bool { return s.n.GapAfterBackoff && s.attempts > 0 }

// mayStart reports whether a waiting frame may start: "while deferring do nothing" of
// TransmitLinkMgmt is over.
func (s *station) mayStart() bool {
	switch {
	case s.paused():
		return false
	case s.n.NoCarrierSense:
		return true
	case s.full:
		return s.deferring == notDeferring
	case s.wantsFreshGap():
		return s.freshSince != never && s.m.now >= s.freshSince+s.at(s.freshSince).gap
	}
	return s.deferring == notDeferring && !(s.n.NoBlindStart && s.carrierGoesOn())
}

// fullDuplexDeference is the same at a full-duplex end (4.2.8): the gap follows the station's own
// frames, and carrier means nothing. A pause that a frame has ended now has ended before phase 2 too.
func (s *station) fullDuplexDeference() (again bool) {
	switch {
	case s.transmitting:
		s.deferring = channelBusy
	case s.deferring == channelBusy:
		s.deferring = gapPart2
		s.partEnd = s.m.now + s.n.gap
		return s.n.gap == 0
	}
	again, s.released = s.released, false
	return again
}

// carrierGoesOn is not part of the standard either: there stations start at the end of part 2
// whatever the carrier. It reports whether there was carrier just before and still is, as far as
// that can be known before the stations that start now have started.
func (s *station) carrierGoesOn() bool {
	if !s.carrierSense {
		return false
	}
	ends := s.m.ends()
	for path := range s.heard {
		mine := path == int(s.number) || path%ends == int(s.number) && path/ends == s.m.cable.ways
		if (mine || !s.hearsNobody()) && s.m.goesOnAt(int(s.number), path) != silence {
			return true
		}
	}
	return false
}
