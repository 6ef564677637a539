package tap

import (
	"encoding/binary"
	"fmt"
)

const (
	// lengthOctets is the size of the length before each frame of a stream, most significant octet
	// first.
	lengthOctets = 4
	// maxStreamFrame is the largest length accepted. QEMU's frames are below 70 000 octets; a
	// larger length means that the peer uses another protocol.
	maxStreamFrame = 1 << 20
	// deframerSize is about forty of the longest frames, read in one system call.
	deframerSize = 64 << 10
)

// deframer splits a stream of octets into frames. Octets are written to the slice that space
// returns; take returns the frames. The frames do not depend on how the octets were divided into
// reads.
type deframer struct {
	buf  []byte
	r, w int // buf[r:w] has been received and not taken
}

// reset discards the buffer, for a new stream.
func (d *deframer) reset() {
	if d.buf == nil {
		d.buf = make([]byte, deframerSize)
	}
	d.r, d.w = 0, 0
}

// first returns the length of the next frame, and whether all of it has been received. The error is
// about a length that no frame has; nothing can be read after it.
func (d *deframer) first() (length int, whole bool, err error) {
	if d.w-d.r < lengthOctets {
		return 0, false, nil
	}
	n := binary.BigEndian.Uint32(d.buf[d.r:])
	if n == 0 || n > maxStreamFrame {
		return 0, false, fmt.Errorf("it sent a frame length of %d octets; lengths are from 1 to %d", n, maxStreamFrame)
	}
	return int(n), d.w-d.r >= lengthOctets+int(n), nil
}

// take copies the next frame to p, as much of it as p holds, and returns its length.
func (d *deframer) take(p []byte) (length int, whole bool, err error) {
	length, whole, err = d.first()
	if whole {
		start := d.r + lengthOctets
		copy(p, d.buf[start:start+length])
		d.r = start + length
	}
	return length, whole, err
}

// space returns the slice for further octets. It is not empty, provided that no frame is complete
// and no length is wrong.
func (d *deframer) space() []byte {
	if d.r == d.w {
		d.r, d.w = 0, 0
	}
	length, _, _ := d.first()
	need := lengthOctets + length
	if d.r+need > len(d.buf) {
		to := d.buf
		if need > len(to) {
			to = make([]byte, need) // at most 1 MiB
		}
		d.r, d.w = 0, copy(to, d.buf[d.r:d.w])
		d.buf = to
	}
	return d.buf[d.w:]
}

// put records that n octets were written to space.
func (d *deframer) put(n int) { d.w += n }
