package phy

import (
	"encoding/binary"
	"hash/crc32"
)

// FCSSize is the length of the frame check sequence, in octets.
const FCSSize = 4

// AppendFCS appends the frame check sequence to a frame that runs from its destination address to
// its last octet of data and pad. It is the CRC-32 of IEEE 802.3 3.2.9, in the order in which its
// octets are sent.
func AppendFCS(frame []byte) []byte {
	return binary.LittleEndian.AppendUint32(frame, crc32.ChecksumIEEE(frame))
}

// CheckFCS reports whether the last four octets of a frame are the frame check sequence of the
// octets before them.
func CheckFCS(frame []byte) bool {
	n := len(frame) - FCSSize
	return n >= 0 && binary.LittleEndian.Uint32(frame[n:]) == crc32.ChecksumIEEE(frame[:n])
}
