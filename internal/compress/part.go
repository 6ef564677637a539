//go:build !js

package compress

import (
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Part appends a text to dst as a part of a file.
type Part func(dst, text []byte) []byte

// For returns the way in which files of a name are compressed, or nil if they are not.
func For(name string) (Part, error) {
	switch ending, err := endingOf(name); ending {
	case gzipEnding:
		return gzipPart(), err
	case zstdEnding:
		return zstdPart(), err
	default:
		return nil, err
	}
}

// gzipPart compresses fast: a file that is to be small can be a .zst, at the same cost.
func gzipPart() Part {
	to := &appender{}
	z, err := gzip.NewWriterLevel(to, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is one of the package's own
	}
	return func(dst, text []byte) []byte {
		to.b = dst
		z.Reset(to)
		_, _ = z.Write(text) // an appender accepts everything
		_ = z.Close()
		return to.b
	}
}

// appender is a slice that is written to.
type appender struct{ b []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

func zstdPart() Part {
	// No text is a frame, too. One goroutine compresses: that of the caller.
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithZeroFrames(true))
	if err != nil {
		panic(err) // the options are right
	}
	return func(dst, text []byte) []byte { return z.EncodeAll(text, dst) }
}
