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
