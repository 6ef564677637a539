package trace

import (
	"slices"
	"strconv"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// EtherType of simulated frames: Local Experimental EtherType 1 of IEEE 802, which
// no protocol will ever own.
const EtherType = 0x88b5

// Contents supplies the octets of frames.
type Contents interface {
	// AppendFrame appends the f.Size octets of a frame, from destination address to FCS. It is
	// called once for each transmission of the frame, when that ends, and in a capture at one
	// station ([Options]) also at the end of each reception.
	AppendFrame(b []byte, f medium.Frame) []byte
}

// Simulated is the Contents of frames that traffic made: the addresses, [EtherType], a text
// that says whose frame it is and its number ("csmacd A frame 17 ", repeated), and a correct
// FCS.
type Simulated struct {
	Stations medium.Stations
}

// AppendFrame implements [Contents]. It does not allocate if b has room. A frame that is too
// short for all of its fields (18 octets) keeps the FCS and loses the others from their end.
func (s Simulated) AppendFrame(b []byte, f medium.Frame) []byte {
	size := int(max(0, f.Size))
	b = slices.Grow(b, size+phy.FCSSize)
	// The octets before the FCS; the slices share b's room.
	body := b[len(b) : len(b)+max(0, size-phy.FCSSize)]

	var header [14]byte
	destination, source := s.Stations.Address(f.Destination), s.Stations.Address(f.Source)
	copy(header[0:6], destination[:])
	copy(header[6:12], source[:])
	header[12], header[13] = EtherType>>8, EtherType&0xff
	if data := body[copy(body, header[:]):]; len(data) > 0 {
		fill(data, s.Stations.Name(int(f.Source)), f.Number)
	}
	phy.AppendFCS(body)
	return b[:len(b)+size]
}

// fill writes the text, then copies what is there already, twice as much each time.
func fill(data []byte, name string, number uint32) {
	var digits [10]byte
	n := copy(data, "csmacd ")
	n += copy(data[n:], name)
	n += copy(data[n:], " frame ")
	n += copy(data[n:], strconv.AppendUint(digits[:0], uint64(number), 10))
	n += copy(data[n:], " ")
	for n < len(data) {
		n += copy(data[n:], data[:n])
	}
}

// chosen asks the maker of a frame for its octets, if it has one, and otherwise makes them up.
type chosen struct {
	simulated Simulated
	own       Contents // of frames with a Ref; may be nil
}

// appendFrame appends exactly f.Size octets, whatever the maker did.
func (c *chosen) appendFrame(b []byte, f medium.Frame) []byte {
	if f.Ref == 0 || c.own == nil {
		return c.simulated.AppendFrame(b, f)
	}
	end := len(b) + int(max(0, f.Size))
	b = c.own.AppendFrame(b, f)
	for len(b) < end {
		b = append(b, 0)
	}
	return b[:end]
}
