package tap

import "errors"

// Link is a live station's connection to its host: it takes the frames that the host sends, and
// passes on those that the station receives. A frame is its octets from destination address to the
// end of data, without preamble and FCS. The station pads a frame from the host. A frame for the
// host has its pad, as from a network card.
//
// A Link never blocks, and is used by one goroutine; only Close may be called by another. [Device],
// [Packet], [Stream], [Datagram] and [Host] implement it.
type Link interface {
	// Start is called once, before anything else. The link may call wake, from any goroutine, when
	// Read may have something that FD does not show.
	Start(wake func()) error

	// FD returns a file descriptor that is readable when Read has something, or -1 if there is
	// none, or none at present. It is called before each wait.
	FD() int

	// Read returns the length in octets of the next frame that the host has sent, and copies the
	// frame to p. If p is shorter, the rest of the frame is lost. The error is ErrNothing if no
	// frame is waiting. Any other error means that the link can no longer be used.
	Read(p []byte) (int, error)

	// Write passes a frame to the host. The error is ErrNotTaken if the host did not take it; the
	// frame is then lost. Any other error means that the link can no longer be used.
	Write(frame []byte) error

	// Close closes the link, and removes what was made for it.
	Close() error
}

var (
	// ErrNothing is the error of Read if no frame is waiting.
	ErrNothing = errors.New("no frame is waiting")
	// ErrNotTaken is the error of Write if the host does not take the frame: its interface is down,
	// it does not keep up, or it is not there yet.
	ErrNotTaken = errors.New("the host does not take the frame")
)

// Ailing is a Link that can report a problem with its host, such as a network namespace whose name
// was deleted.
type Ailing interface {
	// Ailment returns a description of the problem, or "". It is called about once a second.
	Ailment() string
}

// Dropper is a Link that counts frames that its host sent and that were lost before they could be
// read, because the queue in front of it was full.
type Dropper interface {
	Dropped() uint64
}

// steady is a Link whose file descriptor stays the same until it is closed.
type steady interface{ steady() }
