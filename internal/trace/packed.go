//go:build !js

package trace

import (
	"io"
	"os"

	"github.com/csmacd/csmacd/internal/compress"
)

// packed is a file that is compressed. Each text that is written is a part of it. A regular file is
// whole after each part, since what ends it is written too, and the next part is written over that; a pipe
// is whole when it is closed.
type packed struct {
	w      io.Writer
	file   *os.File // w, or what it writes to
	stream compress.Stream

	begun   bool
	failed  bool
	regular bool
	part    []byte
	end     []byte // what ends a regular file now
}

// Write writes a part, or nothing and the error.
func (p *packed) Write(text []byte) (int, error) {
	if !p.begun {
		info, err := p.file.Stat()
		p.begun, p.regular = true, err == nil && info.Mode().IsRegular()
	}
	p.part = p.stream.Part(p.part[:0], text)
	octets := len(p.part)
	if p.regular {
		p.part = p.stream.End(p.part)
	}
	if err := p.replace(); err != nil {
		p.failed = true
		return 0, err
	}
	p.end = append(p.end[:0], p.part[octets:]...)
	return len(text), nil
}

// replace writes the part over what ends the file, or leaves the file as it was.
func (p *packed) replace() error {
	if len(p.end) > 0 {
		if _, err := p.file.Seek(-int64(len(p.end)), io.SeekCurrent); err != nil {
			return err
		}
	}
	n, err := p.w.Write(p.part)
	if err == nil && n < len(p.part) {
		err = io.ErrShortWrite
	}
	if err != nil {
		cut(p.file, n)
		if len(p.end) > 0 {
			_, _ = p.file.Write(p.end) // there was room for it before
		}
	}
	return err
}

// finish implements [finisher]. A file has a part even if nothing was written.
func (p *packed) finish() error {
	if !p.begun {
		_, err := p.Write(nil)
		if err != nil {
			return err
		}
	}
	if p.failed || p.regular {
		return nil
	}
	end := p.stream.End(p.part[:0])
	n, err := p.w.Write(end)
	if err == nil && n < len(end) {
		err = io.ErrShortWrite
	}
	return err
}
