//go:build !js

package trace

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// maxBlock is the length in octets of the longest block of a pcapng file that is read.
const maxBlock = 16 << 20

// Types of blocks and options besides those that are written (draft-ietf-opsawg-pcapng, 4).
const (
	blockPacket       = 2 // obsolete
	blockSimplePacket = 3
	blockStatistics   = 5

	optionOffset = 14 // of an interface
)

// block is a block of a pcapng file. Its body is valid until the next is read.
type block struct {
	kind  uint32
	order binary.ByteOrder
	body  []byte // between its length and its length again
}

// options calls each for every option of a block, from an octet of its body on.
func (b *block) options(from int, each func(code uint16, value []byte) error) error {
	for rest := b.body[from:]; len(rest) >= 4; {
		code, length := b.order.Uint16(rest), int(b.order.Uint16(rest[2:]))
		if code == optionEnd {
			return nil
		}
		if rest = rest[4:]; padded(length) > len(rest) {
			return errors.New("the file is damaged: an option does not fit its block")
		}
		if err := each(code, rest[:length]); err != nil {
			return err
		}
		rest = rest[padded(length):]
	}
	return nil
}

// blockReader reads a pcapng file block by block. A block is at least as long as the fixed part
// of its type, and a packet's data is no longer than its block.
type blockReader struct {
	r     io.Reader
	order binary.ByteOrder // of this section
	head  [12]byte
	body  bytes.Buffer
}

func newBlockReader(r io.Reader) *blockReader {
	return &blockReader{r: r, order: binary.LittleEndian}
}

// next reads a block. The error is [io.EOF] only between blocks.
func (b *blockReader) next() (block, error) {
	if _, err := io.ReadFull(b.r, b.head[:]); err != nil {
		return block{}, err
	}
	kind := b.order.Uint32(b.head[:]) // that of a section reads the same in either order
	if kind == blockSection {
		switch string(b.head[8:]) {
		case "\x1a\x2b\x3c\x4d":
			b.order = binary.BigEndian
		case "\x4d\x3c\x2b\x1a":
			b.order = binary.LittleEndian
		default:
			return block{}, errors.New("the file is damaged: a section has no byte order")
		}
	}
	size := int64(b.order.Uint32(b.head[4:]))
	if size < least(kind) || size%4 != 0 || size > maxBlock {
		return block{}, fmt.Errorf("the file is damaged: a block of %d octets", size)
	}
	// Room is made for what the file contains, not for what the length claims.
	b.body.Reset()
	b.body.Write(b.head[8:])
	if _, err := io.CopyN(&b.body, b.r, size-12); err == io.EOF {
		return block{}, io.ErrUnexpectedEOF
	} else if err != nil {
		return block{}, err
	}
	body := b.body.Bytes()[:size-12]
	if kind == blockPacket || kind == blockEnhancedPacket {
		if octets := int64(b.order.Uint32(body[12:])); octets > size-blockFixed {
			return block{}, fmt.Errorf("the file is damaged: %d octets in a block of %d", octets, size)
		}
	}
	return block{kind, b.order, body}, nil
}

// least returns the length of an empty block of a type.
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
