package tap

import (
	"encoding/binary"

	"github.com/csmacd/csmacd/phy"
)

const (
	headerSize = 14   // octets: two addresses, length or type
	tagSize    = 4    // of a VLAN tag, IEEE 802.1Q
	basicSize  = 1518 // octets: maxBasicFrameSize

	// maxRead is larger than any frame that a host sends.
	maxRead = 1 << 16
)

// verdict is whether the medium takes a frame from a host, and if not, why.
type verdict uint8

const (
	good verdict = iota
	tooShort
	tooLong
)

// judge decides whether the medium takes a frame of n octets without FCS. p holds its first octets,
// as many as there was room for. most is the size of the medium's longest frame in octets, with
// FCS. If that is more than the 1518 of a basic frame, it includes room for a tag (IEEE 802.3
// 3.2.7), which a frame without a tag must not use.
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

// tagged reports whether a frame carries a VLAN tag, of a customer or a provider.
func tagged(frame []byte) bool {
	t := binary.BigEndian.Uint16(frame[12:])
	return t == 0x8100 || t == 0x88a8
}
