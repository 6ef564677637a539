//go:build !js

package compress

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Stream compresses the text of one file.
type Stream interface {
	// Part appends the next part of the file to dst.
	Part(dst, text []byte) []byte

	// End appends what has to follow the parts so far for the file to be whole. The next part takes
	// its place.
	End(dst []byte) []byte
}

// For returns a new stream for a file of that name, or nil if files of the name are not compressed.
func For(name string) (Stream, error) {
	switch ending, err := endingOf(name); ending {
	case gzipEnding:
		return newGzip(), err
	case zstdEnding:
		return newZstd(), err
	default:
		return nil, err
	}
}

// appender is a slice that is written to.
type appender struct{ b []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

// gzipStream makes a member of each part.
type gzipStream struct {
	to appender
	z  *gzip.Writer
}

// newGzip compresses fast: a file that is to be small can be a .zst, at the same cost.
func newGzip() *gzipStream {
	s := &gzipStream{}
	z, err := gzip.NewWriterLevel(&s.to, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	s.z = z
	return s
}

func (s *gzipStream) Part(dst, text []byte) []byte {
	s.to.b = dst
	s.z.Reset(&s.to)
	_, _ = s.z.Write(text) // an appender accepts everything
	_ = s.z.Close()
	return s.to.b
}

func (s *gzipStream) End(dst []byte) []byte { return dst }

// zstdStream makes some blocks of each part. All parts are one frame, since Wireshark 4.0 reads no more
// of a file than some of its first frames.
type zstdStream struct {
	to    appender
	z     *zstd.Encoder
	begun bool          // the frame has its header
	sum   xxhash.Digest // of the text so far
}

// zstdWindow is how far back a block refers. A larger one takes memory, and makes files no smaller.
const zstdWindow = 512 << 10

func newZstd() *zstdStream {
	s := &zstdStream{}
	// One goroutine compresses: that of the caller.
	z, err := zstd.NewWriter(&s.to, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(zstdWindow), zstd.WithZeroFrames(true))
	if err != nil {
		panic(err) // the options are right
	}
	s.z = z
	s.sum.Reset()
	return s
}

func (s *zstdStream) Part(dst, text []byte) []byte {
	s.to.b = dst
	_, _ = s.z.Write(text)
	_ = s.z.Flush()
	_, _ = s.sum.Write(text)
	s.begun = s.begun || len(text) > 0
	return s.to.b
}

// End appends a last block without octets, and the check sum of the text (RFC 8878, 3.1.1).
func (s *zstdStream) End(dst []byte) []byte {
	if !s.begun {
		return s.z.EncodeAll(nil, dst)
	}
	return binary.LittleEndian.AppendUint32(append(dst, 1, 0, 0), uint32(s.sum.Sum64()))
}
