package clause4

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// arrival is a frame that is not queued yet.
type arrival struct {
	at    instant
	frame medium.Frame
}

// station holds the variables of one station, under the names of 4.2.7 and 4.2.8 if the standard
// has one.
type station struct {
	m        *model
	number   int32
	name     string
	full     bool    // a full-duplex end
	n        numbers // of its clock now
	clocks   []clock
	ether    phy.Address // zero: that of its number
	draw     func(attempt int) int
	counters mac.Counters

	// The MAC control sublayer (annex 31B).
	obeys       bool // PAUSE frames
	pausedUntil instant
	released    bool // a PAUSE frame has ended the pause at this instant

	// The queue above the MAC.
	arrivals []arrival
	queue    []medium.Frame

	// Transmit link management.
	link       linkState
	frame      medium.Frame // the frame of TransmitLinkMgmt
	attempts   int          // number of its transmissions that have begun
	waitSince  instant      // when this attempt's wait began
	waitNoted  bool         // the Defer event of this attempt has been written
	deferred   bool         // the first attempt was deferred
	excessive  bool         // an attempt waited too long
	lateCount  int          // lateCollisionCount
	backOffEnd instant
	freshSince instant // the gap after a backoff: the instant from which it counts

	// The transmitter.
	transmitting       bool
	transmitSucceeding bool
	newCollision       bool
	lateCollision      bool // of this attempt
	inHeader           bool // PhysicalSignalEncap has not returned yet
	currentTransmitBit int
	lastTransmitBit    int
	started            instant
	sent               numbers      // those with which it is sent
	sentUntil          instant      // when the last transmission ended
	sending            signalNumber // what is put on the cable from this instant to the next

	// Deference.
	deferring       deferenceState
	wasTransmitting bool
	partEnd         instant
	gapOf           numbers // with which the gap is measured

	// The receiver.
	carrierSense    bool           // at the tap, own signal included
	silentSince     instant        // when carrier last ended
	wasBusy         bool           // it has
	collisionDetect bool           // a foreign signal at the tap
	raw             []signalNumber // by path: the signal at the tap
	heard           []signalNumber // the same as the receiver is told
	reception       reception

	faults
	wasOff bool
	sawOn  bool // carrier, in this attempt
	sawOff bool // none, in this attempt

	alone       bool // a MAC by itself, which has no PAUSE frames: their number is another address
	lateCarrier bool // carrier begins later than a transmission does, by the latencies of a PHY
}

// frameArrival queues the frames that arrive now.
func (s *station) frameArrival() {
	for len(s.arrivals) > 0 && s.arrivals[0].at <= s.m.now {
		f := s.arrivals[0].frame
		s.arrivals = s.arrivals[1:]
		if s.full && isPause(f) {
			s.pauseArrival(f)
		} else {
			s.queue = append(s.queue, f)
		}
		s.write(medium.Event{Kind: medium.Queued, Frame: f})
		if s.off {
			s.queue = nil
			s.write(medium.Event{Kind: medium.Dropped, Frame: f, Why: medium.Aborted})
		}
	}
}

// nextTimer returns the next instant at which a timer of the station ends or a frame arrives.
func (s *station) nextTimer() instant {
	next := s.nextWait()
	if s.pausedUntil > s.m.now {
		next = min(next, s.pausedUntil)
	}
	if s.transmitting {
		next = min(next, s.nextBit())
	}
	return next
}

// nextBit returns the end of the bit that is sent.
func (s *station) nextBit() instant {
	return s.m.now + s.sent.bit - (s.m.now-s.started)%s.sent.bit
}

// nextWait returns the next instant at which a part of a gap or a backoff ends or a frame arrives.
func (s *station) nextWait() instant {
	next := s.partEnd
	if len(s.arrivals) > 0 {
		next = min(next, s.arrivals[0].at)
	}
	if s.link == backingOff {
		next = min(next, s.backOffEnd)
	}
	if s.link == waiting && s.freshSince != never {
		next = min(next, s.freshSince+s.at(s.freshSince).gap)
	}
	return next
}

// write writes an event of this instant.
func (s *station) write(e medium.Event) {
	e.At = s.m.time(s.m.now)
	e.Station = s.number
	s.m.events = append(s.m.events, e)
}

// writeAttempt writes an event of the current attempt.
func (s *station) writeAttempt(e medium.Event) {
	e.Frame = s.frame
	e.Attempt = uint8(s.attempts)
	s.write(e)
}
