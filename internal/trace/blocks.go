//go:build !js

package trace

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// maxBlock is the longest block of a pcapng file that is read, in octets.
const maxBlock = 16 << 20

// Types of blocks besides those that are written (draft-ietf-opsawg-pcapng, 4).
const (
	blockPacket       = 2 // obsolete
	blockSimplePacket = 3
	blockStatistics   = 5
)

// blockReader stands between a pcapng file and gopacket's reader of it, which
// makes room for whatever length a packet claims to have and cannot tell a file
// that ends from one that is cut off. The octets pass through unchanged; the lengths
// are checked first.
type blockReader struct {
	r       *bufio.Reader
	order   binary.ByteOrder // of this section
	left    int              // octets of this block still to pass
	packets int              // blocks of packets begun
}

func newBlockReader(r io.Reader) *blockReader {
	return &blockReader{r: bufio.NewReaderSize(r, 64<<10), order: binary.LittleEndian}
}

// Read implements [io.Reader]. It gives [io.EOF] only between blocks.
func (b *blockReader) Read(p []byte) (int, error) {
	if b.left == 0 {
		if err := b.begin(); err != nil {
			return 0, err
		}
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// begin looks at the head of the next block.
func (b *blockReader) begin() error {
	head, err := b.peek(12)
	if err != nil {
		return err
	}
	kind := b.order.Uint32(head) // that of a section reads the same either way
	if kind == blockSection {
		switch string(head[8:12]) {
		case "\x1a\x2b\x3c\x4d":
			b.order = binary.BigEndian
		case "\x4d\x3c\x2b\x1a":
			b.order = binary.LittleEndian
		default:
			return errors.New("the file is damaged: a section without an order of octets")
		}
	}
	size := int64(b.order.Uint32(head[4:]))
	if size < least(kind) || size%4 != 0 || size > maxBlock {
		return fmt.Errorf("the file is damaged: a block of %d octets", size)
	}
	switch kind {
	case blockInterface:
		if err := b.checkResolution(int(size)); err != nil {
			return err
		}
	case blockSimplePacket:
		return errors.New("it has no time (a Simple Packet Block)")
	case blockPacket, blockEnhancedPacket:
		if head, err = b.peek(24); err != nil {
			return io.ErrUnexpectedEOF
		}
		if octets := int64(b.order.Uint32(head[20:])); octets > size-blockFixed {
			return fmt.Errorf("the file is damaged: %d octets in a block of %d", octets, size)
		}
		b.packets++
	}
	b.left = int(size)
	return nil
}

// checkResolution refuses an interface whose unit of time does not fit into the 64 bits of a
// stamp: gopacket divides by zero there, or by what is left of the number. An option that lies
// beyond the buffer is not looked at.
func (b *blockReader) checkResolution(size int) error {
	options, err := b.r.Peek(min(size, b.r.Size()))
	if err != nil && err != io.EOF {
		return err
	}
	for options = options[min(16, len(options)):]; len(options) > 4; {
		code, length := b.order.Uint16(options), int(b.order.Uint16(options[2:]))
		options = options[4:]
		if code == optionEnd || length > len(options) {
			return nil
		}
		if code == optionResolution && length > 0 {
			base, most, unit := 10, byte(19), options[0]
			if unit&0x80 != 0 {
				base, most = 2, 63
			}
			if n := unit & 0x7f; n > most {
				return fmt.Errorf("the file is damaged: an interface has stamps in units of %d^-%d s (if_tsresol %d)", base, n, unit)
			}
		}
		options = options[min(padded(length), len(options)):]
	}
	return nil
}

// peek looks ahead. A file may end before the first octet only.
func (b *blockReader) peek(n int) ([]byte, error) {
	head, err := b.r.Peek(n)
	if err == io.EOF && len(head) > 0 {
		err = io.ErrUnexpectedEOF
	}
	return head, err
}

// least gives the length of a block of that type with nothing in it.
func least(kind uint32) int64 {
	switch kind {
	case blockSection:
		return 28
	case blockInterface:
		return 20
	case blockPacket, blockEnhancedPacket:
		return blockFixed
	case blockStatistics:
		return 24
	}
	return 12
}
