package clause4

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
)

// pauseAddress is the destination of PAUSE frames, 01-80-C2-00-00-01. The quanta are the frame's Ref.
var pauseAddress = medium.AddressDestination(0)

// pauseQuantum is the unit of a pause, in bits (31B.2).
const pauseQuantum = 512

// Pause returns what Frame.To is for a PAUSE frame with a number of quanta.
func Pause(quanta uint16) int { return -2 - int(quanta) }

func isPause(f medium.Frame) bool { return f.Destination == pauseAddress }

// pauseArrival queues a PAUSE frame, which MAC control passes to the MAC before all data frames. It
// does not stop a frame that has started.
func (s *station) pauseArrival(f medium.Frame) {
	if s.link == waiting && !isPause(s.frame) {
		s.queue = slices.Insert(s.queue, 0, s.frame)
		s.link = noFrame
	}
	k := 0
	for k < len(s.queue) && isPause(s.queue[k]) {
		k++
	}
	s.queue = slices.Insert(s.queue, k, f)
}

// receivePause is the reception of a PAUSE frame (31B.3.3). The time that it asks for replaces what
// is left of the one before; none at all ends it.
func (s *station) receivePause(f medium.Frame) {
	if s.obeys {
		s.pausedUntil = s.m.now + instant(f.Ref)*pauseQuantum*s.n.bit
		s.released = f.Ref == 0
	}
}

// paused reports whether the waiting frame is held. PAUSE frames are not.
func (s *station) paused() bool { return s.m.now < s.pausedUntil && !isPause(s.frame) }
