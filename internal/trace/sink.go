package trace

import (
	"io"
	"os"
	"sort"

	"github.com/csmacd/csmacd/internal/files"
)

// sink is the file that an Output writes.
type sink struct {
	name   string
	w      io.Writer
	file   *os.File                      // w, where that is a file
	own    bool                          // close closes it
	made   bool                          // the file did not exist before
	old    bool                          // the file still has its old contents
	part   func(dst, text []byte) []byte // compresses; nil: the file has the text itself
	packed []byte                        // a part
	begun  bool                          // a part has been written
}

// write writes all records of a batch, or as many as it can and the error.
func (s *sink) write(b batch) error {
	text := b.buf
	if s.part != nil {
		s.packed = s.part(s.packed[:0], b.buf)
		text, s.begun = s.packed, true
	}
	n, err := 0, s.empty()
	if err == nil {
		n, err = s.w.Write(text)
	}
	if err == nil && n < len(text) {
		err = io.ErrShortWrite
	}
	if err == nil {
		return nil
	}
	if s.part == nil {
		// The whole records among the n octets that did get out stay.
		if i := sort.SearchInts(b.ends, n+1); i > 0 {
			n -= b.ends[i-1]
		}
	}
	s.cut(n)
	return files.Because(s.name, err)
}

// empty removes the old contents of a file, once.
func (s *sink) empty() error {
	if !s.old {
		return nil
	}
	s.old = false
	if info, err := s.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	return s.file.Truncate(0)
}

// cut removes the last n octets of a regular file. If that fails too, the file keeps part of a
// record, and the error that the user gets already says enough.
func (s *sink) cut(n int) {
	if n <= 0 || s.file == nil {
		return
	}
	if info, err := s.file.Stat(); err != nil || !info.Mode().IsRegular() {
		return
	}
	// The position in the file is asked for, not counted: standard output may have been opened
	// to append.
	end, err := s.file.Seek(-int64(n), io.SeekCurrent)
	if err == nil {
		_ = s.file.Truncate(end)
	}
}

// close closes the file. One that is compressed has a part even if there was no record.
func (s *sink) close() (err error) {
	if s.own && s.part != nil && !s.begun {
		err = s.write(batch{})
	}
	if failed := s.empty(); err == nil {
		err = files.Because(s.name, failed)
	}
	if s.own {
		s.own = false
		if failed := s.file.Close(); err == nil {
			err = files.Because(s.name, failed)
		}
	}
	return err
}

// abandon closes the file, and removes it if it was made and has nothing in it.
func (s *sink) abandon() {
	s.own = false
	_ = s.file.Close()
	if s.old && s.made {
		if target, err := files.Target(s.name); err == nil {
			_ = os.Remove(target)
		}
	}
	s.old = false
}
