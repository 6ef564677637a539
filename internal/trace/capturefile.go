package trace

import (
	"errors"
	"time"
)

// MaxPackets is the most packets that [ReadCapture] takes, and MaxOctets the most octets
// of them that it keeps.
const (
	MaxPackets = 5_000_000
	MaxOctets  = 1 << 30
)

// ErrNotCapture says that a file is neither pcap nor pcapng.
var ErrNotCapture = errors.New("not a capture: neither pcap nor pcapng")

// CaptureFile is what a capture file holds.
type CaptureFile struct {
	Interfaces []string   // the names of those that have one, each once
	Packets    []Captured // in order of time
}

// Captured is a packet of a capture.
type Captured struct {
	At        time.Duration // since the first packet
	Stamp     time.Duration // since 1970; of a capture of ours, simulated time
	Octets    int           // on the wire, from the destination address on, without FCS
	Interface string        // its name, where it has one
	Data      []byte        // those octets, as many as were captured; nil unless they are asked for
}
