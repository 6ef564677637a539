package tap

import (
	"encoding/binary"
	"fmt"
)

const (
	// lengthOctets come before each frame of a stream: its length, most significant
	// octet first.
	lengthOctets = 4
	// maxStreamFrame is what a length may say. QEMU's frames are below 70 000 octets;
	// beyond this bound somebody talks another language.
	maxStreamFrame = 1 << 20
	// deframerSize is some forty of the longest frames, got in one system call.
	deframerSize = 64 << 10
)

// deframer cuts a stream of octets into frames. Octets are put where space says; take
// gives the frames. However they came in pieces, the frames are the same.
type deframer struct {
	buf  []byte
	r, w int // buf[r:w] came and was not taken
}

// reset forgets what came, for another stream.
func (d *deframer) reset() {
	if d.buf == nil {
		d.buf = make([]byte, deframerSize)
	}
	d.r, d.w = 0, 0
}

// first returns the length of the frame that comes next, and whether all of it is there.
// The error is that of a length that no frame has; there is nothing to read after it.
func (d *deframer) first() (length int, whole bool, err error) {
	if d.w-d.r < lengthOctets {
		return 0, false, nil
	}
	n := binary.BigEndian.Uint32(d.buf[d.r:])
	if n == 0 || n > maxStreamFrame {
		return 0, false, fmt.Errorf("it sent a length of %d octets before a frame; lengths are from 1 to %d", n, maxStreamFrame)
	}
	return int(n), d.w-d.r >= lengthOctets+int(n), nil
}

// take copies the next frame to p, as much of it as p holds, and gives its length.
func (d *deframer) take(p []byte) (length int, whole bool, err error) {
	length, whole, err = d.first()
	if whole {
		start := d.r + lengthOctets
		copy(p, d.buf[start:start+length])
		d.r = start + length
	}
	return length, whole, err
}

// space is where further octets go, while no frame is whole and no length wrong: it is
// not empty.
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

// put says that n octets were written to space.
func (d *deframer) put(n int) { d.w += n }
