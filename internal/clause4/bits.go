package clause4

import "github.com/csmacd/csmacd/medium"

// The process BitTransmitter (4.2.8) is
//
//	if transmitting then
//	  PhysicalSignalEncap
//	  while transmitting do
//	    TransmitBit(outgoingFrame[currentTransmitBit])
//	    if newCollision then StartJam else NextBit
//
// where TransmitBit takes one bit time. What follows the end of a bit is done in two halves.
// NextBit, which may end the transmission, is done when the bit ends (phase 1). StartJam is done
// after a collision that begins at this instant has been detected (phase 5), so that a collision on
// a boundary between two bits jams from that boundary on.

// atBitBoundary reports whether one bit of this transmission begins now, or the last one has just
// ended. The bits are the station's own, counted from its start.
func (s *station) atBitBoundary() bool { return (s.m.now-s.started)%s.sent.bit == 0 }

// endOfBit does what follows TransmitBit in PhysicalSignalEncap and in BitTransmitter.
func (s *station) endOfBit() {
	if !s.transmitting || !s.atBitBoundary() {
		return
	}
	switch {
	case s.inHeader:
		// PhysicalSignalEncap: all bits of the header are sent in any case.
		s.currentTransmitBit++
		if s.currentTransmitBit > s.n.headerBits {
			s.inHeader = false
			s.currentTransmitBit = 1
		}
	case s.newCollision: // StartJam, in phase 5
	default: // NextBit
		s.currentTransmitBit++
		s.transmitting = s.currentTransmitBit <= s.lastTransmitBit
	}
}

// watchForCollision is the procedure WatchForCollision (4.2.8), followed by the other half of
// BitTransmitter. The first foreign signal at the tap sets transmitSucceeding to false, and is
// therefore the only collision of the transmission.
func (s *station) watchForCollision() {
	if !s.transmitting {
		return
	}
	if s.transmitSucceeding && s.collisionDetect && !s.n.NoCollision {
		// The Pascal counts bits after the header: currentTransmitBit > slotTime - headerSize.
		if s.m.now-s.started > s.sent.lateAfter {
			s.lateCollision = true
			s.lateCount++
		}
		s.newCollision = true
		s.transmitSucceeding = false
		s.writeAttempt(medium.Event{Kind: medium.Collision, Late: s.lateCollision})
	}
	if s.newCollision && s.atBitBoundary() && (!s.inHeader || s.n.CutHeader) {
		s.startJam()
	}
}

// noteCarrier notes whether there is carrier while the station transmits (5.2.4.2).
func (s *station) noteCarrier() {
	if !s.transmitting {
		return
	}
	s.sawOff = s.sawOff || !s.carrierSense && (s.sawOn || !s.lateCarrier)
	s.sawOn = s.sawOn || s.carrierSense
}

// startJam is the procedure StartJam (4.2.8, 4.2.3.2.4): the transmission goes on for jamSize bits
// from here, even if its frame would have ended sooner.
func (s *station) startJam() {
	s.inHeader = false
	s.currentTransmitBit = 1
	s.lastTransmitBit = s.n.jamBits
	s.newCollision = false
	s.writeAttempt(medium.Event{Kind: medium.JamStart})
}
