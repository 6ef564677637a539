package tap

import "errors"

// Link is a live station's way to its host: it takes the frames that the host sends,
// and hands it those that the station receives. A frame is its octets from destination
// address to the end of data: no preamble, no FCS. A frame from the host is padded by the
// station; one for it has its pad, as a network card passes it on.
//
// A Link never waits, and is used by one goroutine; only Close may come from another.
// [Device] is one, [Stream], [Datagram] and [Host] are others.
type Link interface {
	// Start is called once, before anything else. Whoever implements the link may call
	// wake, from any goroutine, when Read may have something that FD does not tell of.
	Start(wake func()) error

	// FD is the file descriptor that is readable when Read has something, or -1 where
	// there is none, or none at present. It is asked before each wait.
	FD() int

	// Read returns the next frame that the host has sent: its length in octets, even
	// where p holds less, and the rest is lost. The error is ErrNothing where none is
	// waiting; any other means that the link is of no use any more.
	Read(p []byte) (int, error)

	// Write hands the host a frame. The error is ErrNotTaken where the host did not
	// take it, and it is lost; any other means that the link is of no use any more.
	Write(frame []byte) error

	// Close takes the link down, and away what was made for it.
	Close() error
}

var (
	// ErrNothing says that no frame is waiting.
	ErrNothing = errors.New("no frame is waiting")
	// ErrNotTaken says that the host does not take a frame: its interface is down, it
	// does not keep up, or it is not there yet.
	ErrNotTaken = errors.New("the host does not take the frame")
)

// Ailing is a Link that knows when something keeps frames from its host, or the host from
// being entered, that may be mended: an interface that is down.
type Ailing interface {
	// Ailment returns what is wrong, or "". It is asked about once a second.
	Ailment() string
}

// Dropper is a Link that knows of frames that its host sent, and that were lost before
// they could be read: the queue before it was full.
type Dropper interface {
	Dropped() uint64
}
