package trace

import (
	"encoding/binary"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Enhanced Packet Block and its options (draft-ietf-opsawg-pcapng, 4.3). The options make a
// collision readable.
const (
	blockEnhancedPacket = 6
	blockFixed          = 32 // octets of the block apart from packet data and options

	optionEnd     = 0
	optionComment = 1
	optionFlags   = 2
)

// packetFlags is the 32-bit word of the option epb_flags: bits 0 and 1 direction,
// 2 to 4 how it was received, 5 to 8 octets of FCS in the data, 16 to 31 errors of
// the link layer.
type packetFlags uint32

const (
	inbound  packetFlags = 1
	outbound packetFlags = 2

	receivedUnicast     packetFlags = 1 << 2
	receivedMulticast   packetFlags = 2 << 2
	receivedBroadcast   packetFlags = 3 << 2
	receivedPromiscuous packetFlags = 4 << 2

	fcsPresent packetFlags = phy.FCSSize << 5

	errorCRC       packetFlags = 1 << 24
	errorTooLong   packetFlags = 1 << 25
	errorTooShort  packetFlags = 1 << 26
	errorUnaligned packetFlags = 1 << 28
)

// errorFlags returns how a receiver with these rules judges n bits after the header (4.2.9). A
// fragment is too short before it is anything else, so left-over bits are an alignment error
// only in a reception that is long enough to be a frame.
func errorFlags(rules *mac.Params, bits int, damaged bool) packetFlags {
	var f packetFlags
	octets := bits / 8
	if damaged {
		f |= errorCRC
		if bits%8 != 0 && octets >= rules.MinFrame {
			f |= errorUnaligned
		}
	}
	switch {
	case octets < rules.MinFrame:
		f |= errorTooShort
	case octets > rules.MaxFrame:
		f |= errorTooLong
	}
	return f
}

// receptionFlags returns how a whole frame was received at a station.
func receptionFlags(station int32, f medium.Frame, stations medium.Stations) packetFlags {
	switch {
	case f.Destination == station:
		return receivedUnicast
	case f.Destination == medium.Broadcast:
		return receivedBroadcast
	case stations.Address(f.Destination).Group():
		return receivedMulticast
	}
	return receivedPromiscuous
}

// appendBlock appends a packet as an Enhanced Packet Block, in little-endian
// order.
func appendBlock(b []byte, p *packet) []byte {
	data := p.data
	size := blockFixed + padded(len(data)) + 4 + 4 + 4 // flags and the end of options
	if len(p.comment) > 0 {
		size += 4 + padded(len(p.comment))
	}
	nanoseconds := uint64(p.stamp / phy.Nanosecond)

	le := binary.LittleEndian
	b = le.AppendUint32(b, blockEnhancedPacket)
	b = le.AppendUint32(b, uint32(size))
	b = le.AppendUint32(b, uint32(p.port))
	b = le.AppendUint32(b, uint32(nanoseconds>>32))
	b = le.AppendUint32(b, uint32(nanoseconds))
	b = le.AppendUint32(b, uint32(len(data)))
	b = le.AppendUint32(b, uint32(p.octets))
	b = appendPadded(b, data)

	b = le.AppendUint16(b, optionFlags)
	b = le.AppendUint16(b, 4)
	b = le.AppendUint32(b, uint32(p.flags))
	if len(p.comment) > 0 {
		b = le.AppendUint16(b, optionComment)
		b = le.AppendUint16(b, uint16(len(p.comment)))
		b = appendPadded(b, p.comment)
	}
	b = le.AppendUint32(b, optionEnd)
	return le.AppendUint32(b, uint32(size))
}

func padded(n int) int { return (n + 3) &^ 3 }

// appendPadded fills up to a multiple of four octets.
func appendPadded(b, data []byte) []byte {
	b = append(b, data...)
	for n := len(data); n&3 != 0; n++ {
		b = append(b, 0)
	}
	return b
}
