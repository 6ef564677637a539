package soft

import (
	"time"

	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/seqnum"
)

// ACKDelay is how long an acknowledgement of a [Flow] with DelayedACK waits for a second segment.
const ACKDelay = 40 * time.Millisecond

// acks delays the acknowledgements of one end of a flow's connections (RFC 9293 3.8.6.3): the stack acknowledges
// each segment at once, and every second of these acknowledgements leaves its host, or one that has waited for [ACKDelay].
// Those that tell of a gap, of its end, or of the end of the connection do not wait (RFC 5681 4.2).
type acks struct {
	port  uint16       // of the client of the connection
	last  seqnum.Value // acknowledged by the stack
	known bool
	quick bool   // the next one does not wait
	held  []byte // a frame that waits; nil: there is none
}

// arrived takes note of a segment that the host gets.
func (a *acks) arrived(s segment) {
	if s.Flags().Intersects(header.TCPFlagSyn | header.TCPFlagFin) {
		a.quick = true
	}
}

// hold decides on a segment that the stack sends. It reports whether the segment has to wait. One that
// waited before is forgotten: this one says more.
func (a *acks) hold(port uint16, s segment, frame []byte) bool {
	if port != a.port {
		*a = acks{port: port, quick: true}
	}
	ack := seqnum.Value(s.AckNumber())
	pure := s.Flags() == header.TCPFlagAck && s.size == 0
	news := !a.known || a.last.LessThan(ack)
	wait := pure && news && !a.quick && a.held == nil
	a.quick = pure && !news
	a.last, a.known, a.held = ack, true, nil
	if wait {
		a.held = frame
	}
	return wait
}
