package tap

import (
	"encoding/binary"

	"github.com/csmacd/csmacd/phy"
)

const (
	headerSize = 14   // octets: two addresses, length or type
	tagSize    = 4    // of a VLAN tag, IEEE 802.1Q
	basicSize  = 1518 // octets: maxBasicFrameSize

	// maxRead is more than any host hands over at once.
	maxRead = 1 << 16
)

// verdict is what becomes of a frame that a host has sent.
type verdict uint8

const (
	good verdict = iota
	tooShort
	tooLong
)

// judge reports whether the medium takes a frame, n octets long without FCS, of which p holds
// what there was room for. most is the medium's longest frame in octets, with FCS. Where
// that is more than a basic frame's 1518, it has room for a tag (IEEE 802.3 3.2.7), of which
// a frame without one has no use.
func judge(p []byte, n, most int) verdict {
	switch {
	case n < headerSize:
		return tooShort
	case n > len(p) || n+phy.FCSSize > most:
		return tooLong
	case n+phy.FCSSize > max(most-tagSize, basicSize) && !tagged(p):
		return tooLong
	}
	return good
}

// tagged reports whether a frame carries a VLAN tag: a customer's or a provider's.
func tagged(frame []byte) bool {
	t := binary.BigEndian.Uint16(frame[12:])
	return t == 0x8100 || t == 0x88a8
}

// appendPadded appends a frame as the MAC transmits it: padded to minFrameSize, which
// includes the FCS (IEEE 802.3 4.2.3.3), with FCS. The pad is zeros.
func appendPadded(b, frame []byte, minFrameSize int) []byte {
	b = append(b, frame...)
	for n := len(frame); n < minFrameSize-phy.FCSSize; n++ {
		b = append(b, 0)
	}
	return phy.AppendFCS(b)
}
