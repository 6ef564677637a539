package tap

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// offload is the kernel's struct virtio_net_hdr: what a card would still have to do to a frame that
// a program of this machine has sent. A veth pair passes such frames on as they are.
type offload struct {
	Flags, Segment               uint8
	HeaderLength, SegmentSize    uint16
	ChecksumStart, ChecksumPlace uint16
}

const (
	offloadSize   = 10
	needsChecksum = 1 // VIRTIO_NET_HDR_F_NEEDS_CSUM

	// The kinds of frames that are to be cut, VIRTIO_NET_HDR_GSO_*.
	cutNothing = 0
	cutTCP4    = 1
	cutTCP6    = 4
	cutUDP     = 5
	ecn        = 0x80
)

// complete appends to list the frames that were meant by a frame: itself, with its checksum, or the
// pieces that it was to be cut into. They are in the frame's memory or in space, which it returns.
// A frame that it does not understand stays as it is: it may be too long for the medium.
func (o *offload) complete(frame, space []byte, list [][]byte) ([]byte, [][]byte) {
	start, place := int(o.ChecksumStart), int(o.ChecksumStart)+int(o.ChecksumPlace)
	if o.Flags&needsChecksum != 0 && place+2 <= len(frame) {
		switch kind := o.Segment &^ ecn; kind {
		case cutNothing:
			checksum(frame[start:], int(o.ChecksumPlace))
		case cutTCP4, cutTCP6, cutUDP:
			if s, ok := newSegments(frame, start, int(o.SegmentSize), kind == cutUDP); ok {
				return s.cut(space, list)
			}
		}
	}
	return space, append(list, frame)
}

// checksum computes the checksum of a packet that is not cut.
func checksum(packet []byte, place int) {
	const ofSCTP = 8 // where its checksum is; it is a CRC
	if place == ofSCTP && place+4 <= len(packet) {
		clear(packet[place : place+4])
		binary.LittleEndian.PutUint32(packet[place:], crc32.Checksum(packet, castagnoli))
		return
	}
	finish(packet, place, 0)
}

// finish computes the checksum of a packet. The sum of the pseudo header is at its place already;
// more is added to it.
func finish(packet []byte, place int, more uint32) {
	s := ^fold(onesSum(packet) + more)
	if s == 0 {
		s = 0xffff // 0 means no checksum in UDP, and is the same number
	}
	binary.BigEndian.PutUint16(packet[place:], s)
}

// onesSum returns the sum of the 16-bit words of b, folded. b has at most 64 KiB.
func onesSum(b []byte) (sum uint32) {
	for ; len(b) > 1; b = b[2:] {
		sum += uint32(binary.BigEndian.Uint16(b))
	}
	if len(b) > 0 {
		sum += uint32(b[0]) << 8
	}
	return uint32(fold(sum))
}

// fold returns a sum in one's complement, as a 16-bit word.
func fold(sum uint32) uint16 {
	for sum > 0xffff {
		sum = sum>>16 + sum&0xffff
	}
	return uint16(sum)
}

// segments is a TCP or UDP packet that is larger than a frame of the medium, and is to be cut into
// pieces of size octets of data.
type segments struct {
	frame      []byte
	ip         int // where the IP header begins
	six        bool
	start, end int // of the TCP or UDP header
	size       int
	udp        bool
}

// newSegments finds the headers of a frame. ok is false if they do not fit together.
func newSegments(frame []byte, start, size int, udp bool) (s segments, ok bool) {
	s = segments{frame: frame, ip: headerSize, start: start, size: size, udp: udp}
	for s.ip+2 <= len(frame) && tagged(frame[s.ip-headerSize:]) {
		s.ip += tagSize
	}
	if s.ip+40 > len(frame) || size <= 0 || start < s.ip+20 || start+20 > len(frame) {
		return s, false
	}
	s.six = frame[s.ip]>>4 == 6
	s.end = start + 8
	if !udp {
		s.end = start + int(frame[start+12]>>4)*4
	}
	return s, s.end <= len(frame) && s.end > start && (!s.six || start >= s.ip+40)
}

// cut appends the pieces.
func (s *segments) cut(space []byte, list [][]byte) ([]byte, [][]byte) {
	data := s.frame[s.end:]
	count := max(1, (len(data)+s.size-1)/s.size)
	space = slices.Grow(space, count*s.end+len(data)) // it must not move: the pieces are in it
	for i := range count {
		from, to := i*s.size, min((i+1)*s.size, len(data))
		at := len(space)
		space = append(space, s.frame[:s.end]...)
		space = append(space, data[from:to]...)
		piece := space[at:len(space):len(space)]
		s.adapt(piece, i, from, i == count-1)
		list = append(list, piece)
	}
	return space, list
}

// adapt makes the headers of the i-th piece, whose data begin at an offset of all data, those of a
// packet of its own.
func (s *segments) adapt(piece []byte, i, offset int, last bool) {
	order := binary.BigEndian
	ip, transport := piece[s.ip:], piece[s.start:]
	var pseudo uint32
	if s.six {
		order.PutUint16(ip[4:], uint16(len(ip)-40))
		pseudo = onesSum(ip[8:40])
	} else {
		order.PutUint16(ip[2:], uint16(len(ip)))
		order.PutUint16(ip[4:], order.Uint16(ip[4:])+uint16(i))
		order.PutUint16(ip[10:], 0)
		order.PutUint16(ip[10:], ^fold(onesSum(ip[:s.start-s.ip])))
		pseudo = onesSum(ip[12:20])
	}
	place := 16
	if s.udp {
		place = 6
		order.PutUint16(transport[4:], uint16(len(transport)))
		pseudo += 17
	} else {
		const fin, push, reduced = 0x01, 0x08, 0x80
		order.PutUint32(transport[4:], order.Uint32(transport[4:])+uint32(offset))
		if !last {
			transport[13] &^= fin | push
		}
		if i > 0 {
			transport[13] &^= reduced
		}
		pseudo += 6
	}
	order.PutUint16(transport[place:], 0)
	finish(transport, place, pseudo+uint32(len(transport)))
}

// insertTag returns a frame with a VLAN tag behind its addresses.
func insertTag(frame []byte, tag [tagSize]byte) []byte {
	if len(frame) < headerSize {
		return frame
	}
	return slices.Insert(frame, headerSize-2, tag[:]...)
}
