package trace

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

// MaxPackets is the most packets that [ReadCapture] takes.
const MaxPackets = 5_000_000

// maxSpan is longer than any capture takes, and a time that can be added to itself.
const maxSpan = 100 * 365 * 24 * time.Hour

// ErrNotCapture says that a file is neither pcap nor pcapng.
var ErrNotCapture = errors.New("not a capture: neither pcap nor pcapng")

// Captured is a packet of a capture.
type Captured struct {
	At     time.Duration // since the first packet
	Octets int           // on the wire, from the destination address on, without FCS
}

// ReadCapture reads the packets of a pcap or pcapng file, compressed with gzip or
// not, in order of time. They must be of Ethernet. A packet of which the capture
// holds only a part counts with its length on the wire. A file that is damaged or
// that ends within a packet is an error, which says the number of the packet.
//
// Captures of real networks hold no FCS. Those that [Capture] wrote do, and hold
// every attempt: there the FCS is taken off, and fragments are left out.
func ReadCapture(path string) ([]Captured, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, because(path, err)
	}
	defer f.Close()
	packets, err := readCapture(f)
	if err != nil {
		return nil, because(path, err)
	}
	return packets, nil
}

func readCapture(r io.Reader) (packets []Captured, err error) {
	number := 1 // of the packet being read
	// gopacket trusts a file's numbers in places: a panic there is the file's fault.
	defer func() {
		if p := recover(); p != nil {
			packets, err = nil, fmt.Errorf("packet %d: the file is damaged: %v", number, p)
		}
	}()
	next, err := openCapture(r)
	if err != nil {
		return nil, err
	}
	var first time.Time
	for ; ; number++ {
		at, octets, err := next()
		switch {
		case err == io.EOF:
			return inOrder(packets), nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return nil, fmt.Errorf("packet %d: the file ends within it", number)
		case err != nil:
			return nil, fmt.Errorf("packet %d: %w", number, err)
		case number > MaxPackets:
			return nil, fmt.Errorf("more than %d packets", MaxPackets)
		case octets == leaveOut:
			continue
		}
		if len(packets) == 0 {
			first = at
		}
		since := at.Sub(first)
		if since != since%maxSpan {
			return nil, fmt.Errorf("packet %d: the file is damaged: stamped %v, and the first packet %v", number, at, first)
		}
		packets = append(packets, Captured{At: since, Octets: octets})
	}
}

// inOrder sorts by time: a network card with several queues may hand packets over
// a little out of order. Times are counted from the earliest.
func inOrder(packets []Captured) []Captured {
	slices.SortStableFunc(packets, func(a, b Captured) int { return cmp.Compare(a.At, b.At) })
	for i := len(packets) - 1; i >= 0; i-- {
		packets[i].At -= packets[0].At
	}
	return packets
}

// openCapture finds out what kind of file this is, from its first octets.
func openCapture(r io.Reader) (packetSource, error) {
	b := bufio.NewReader(r)
	if magic, _ := b.Peek(2); string(magic) == "\x1f\x8b" {
		unzipped, err := gzip.NewReader(b)
		if err != nil {
			return nil, ErrNotCapture
		}
		b = bufio.NewReader(unzipped)
	}
	magic, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	var next packetSource
	switch string(magic) {
	case "\x0a\x0d\x0d\x0a":
		next, err = openPcapng(b)
	case "\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x4d\x3c\xb2\xa1":
		next, err = openPcap(b)
	default:
		return nil, ErrNotCapture
	}
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = errors.New("the file ends within its header")
	}
	return next, err
}
