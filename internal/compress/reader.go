//go:build !js

package compress

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/csmacd/csmacd/internal/files"
)

// mostWindow is the most memory that a file can ask for to be read: as much as zstd allows unless
// told otherwise.
const mostWindow = 128 << 20

// ErrDamaged says that a file begins like a compressed one and is not.
var ErrDamaged = errors.New("damaged at its beginning")

// NewReader returns a reader of the text of a file, whose first octets show whether and how it is
// compressed.
func NewReader(r io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	head, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		return bufio.NewReaderSize(cut{z}, 64<<10), nil
	case bytes.Equal(head, []byte("\x28\xb5\x2f\xfd")) || len(head) == 4 && head[0]>>4 == 5 && bytes.Equal(head[1:], []byte("\x2a\x4d\x18")):
		z, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow))
		if err != nil {
			return nil, err
		}
		return bufio.NewReaderSize(cut{z}, 64<<10), nil
	}
	return b, nil
}

// cut is a reader of what a decompressor returns.
type cut struct{ io.Reader }

func (c cut) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = ErrCut
	}
	return n, err
}

// File is a file that is read.
type File struct {
	*bufio.Reader
	file *os.File
}

// Open opens a file for reading. The error names the path.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, files.Because(path, err)
	}
	r, err := NewReader(f)
	if err != nil {
		_ = f.Close()
		return nil, files.Because(path, err)
	}
	return &File{r, f}, nil
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
