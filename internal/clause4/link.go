package clause4

import (
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// linkState is the state of the function TransmitLinkMgmt.
type linkState uint8

const (
	noFrame    linkState = iota // not called
	waiting                     // frameWaiting, while deferring
	underWay                    // while transmitting
	backingOff                  // in BackOff
)

// String names the state.
func (l linkState) String() string {
	return [...]string{"no frame", "waiting", "under way", "backing off"}[l]
}

// transmitLinkMgmt is the function TransmitLinkMgmt (4.2.8) without StartTransmit:
//
//	attempts := 0; transmitSucceeding := false; lateCollisionCount := 0
//	while (attempts < attemptLimit) and not transmitSucceeding do
//	  if attempts > 0 then BackOff
//	  frameWaiting := true
//	  while deferring do deferred := true
//	  frameWaiting := false
//	  StartTransmit
//	  while transmitting do WatchForCollision
//	  attempts := attempts + 1
//
// It is called again for the next frame at the instant at which it returns.
func (s *station) transmitLinkMgmt() {
	if s.link == underWay && !s.transmitting {
		s.settle()
	}
	if s.link == backingOff && s.m.now >= s.backOffEnd {
		s.frameWaiting()
	}
	if s.link == noFrame && len(s.queue) > 0 {
		s.frame = s.queue[0]
		s.queue = s.queue[1:]
		s.attempts, s.lateCount = 0, 0
		s.deferred, s.excessive = false, false
		s.frameWaiting()
	}
}

// settle does what follows a transmission.
func (s *station) settle() {
	if s.signal().whole = s.transmitSucceeding; s.signal().whole {
		s.signal().wrong = s.m.errorsOf(int(s.number), s.signal())
	}
	s.sending, s.sentUntil = silence, s.m.now
	if s.noSQE && !s.full && s.m.bit == phy.Ethernet10.BitTime { // 7.2.4.6
		s.counters.SQETestErrors++
	}
	s.writeAttempt(medium.Event{Kind: medium.TxEnd, OK: s.transmitSucceeding})
	switch {
	case s.transmitSucceeding:
		s.leave(medium.Event{Kind: medium.Sent})
	case s.attempts == s.n.AttemptLimit:
		s.leave(medium.Event{Kind: medium.Dropped, Why: medium.ExcessiveCollisions})
	case s.lateCollision && s.n.LateDiscard:
		s.leave(medium.Event{Kind: medium.Dropped, Why: medium.LateCollision})
	default:
		s.backOff()
	}
}

// leave is the return of TransmitLinkMgmt.
func (s *station) leave(e medium.Event) {
	s.layerMgmtTransmitCounters(e.Why)
	s.writeAttempt(e)
	s.link = noFrame
}

// backOff is the procedure BackOff (4.2.8, 4.2.3.2.5): truncated binary exponential backoff, from
// the end of the jam, whatever the carrier.
func (s *station) backOff() {
	maxBackOff := 1
	for i := 0; i < s.attempts && i < s.n.BackoffLimit; i++ {
		maxBackOff *= 2
	}
	slots := 0
	if s.draw != nil {
		slots = s.draw(s.attempts)
	}
	s.link = backingOff
	s.backOffEnd = s.m.now + instant(slots)*s.n.slot + s.n.backOffMore
	s.writeAttempt(medium.Event{Kind: medium.Backoff, Slots: int32(slots), Range: int32(maxBackOff),
		Until: s.m.time(s.backOffEnd)})
}

// frameWaiting is "frameWaiting := true": an attempt begins to wait.
func (s *station) frameWaiting() {
	s.link = waiting
	s.waitSince = s.m.now
	s.waitNoted = false
	s.freshSince = never
}

// startTransmit is "frameWaiting := false" and the procedure StartTransmit (4.2.8),
// once the attempt may start.
func (s *station) startTransmit() {
	if s.link != waiting || !s.mayStart() {
		return
	}
	waited := s.m.now - s.waitSince
	if s.attempts == 0 && waited > 0 {
		s.deferred = true
	}
	if waited > s.n.maxDefer { // maxDeferTime, 30.3.1.1.20
		s.excessive = true
	}
	s.attempts++
	s.link = underWay
	s.started, s.sent = s.m.now, s.n
	s.transmitting = true
	s.transmitSucceeding = true
	s.newCollision, s.lateCollision = false, false
	s.sawOn, s.sawOff = false, false
	s.currentTransmitBit = 1
	s.lastTransmitBit = 8 * int(s.frame.Size)
	s.inHeader = s.n.headerBits > 0
	s.sending = s.m.newSignal(signal{frame: s.frame, header: instant(s.n.headerBits) * s.n.bit, bit: s.n.bit, start: s.m.now, source: int(s.number)})
	s.writeAttempt(medium.Event{Kind: medium.TxStart})
}

// noteDeferral writes, once for each attempt, that it has to wait. It is called after everything
// else that can happen at this instant.
func (s *station) noteDeferral() {
	if s.link != waiting || s.waitNoted {
		return
	}
	s.waitNoted = true
	s.write(medium.Event{Kind: medium.Defer, Frame: s.frame, Attempt: uint8(s.attempts + 1)})
}
