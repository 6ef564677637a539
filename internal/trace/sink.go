package trace

import (
	"io"
	"os"
	"sort"

	"github.com/csmacd/csmacd/internal/files"
)

// sink is the file that an Output writes.
type sink struct {
	name string
	w    io.Writer
	file *os.File // w, or what it compresses for, where that is a file
	own  bool     // close closes it
	made bool     // the file did not exist before
	old  bool     // the file still has its old contents
}

// finisher is a writer that has something to write behind the last record. If it fails to write, it has
// written nothing.
type finisher interface {
	io.Writer
	finish() error
}

// write writes all records of a batch, or as many as it can and the error.
func (s *sink) write(b batch) error {
	n, err := 0, s.empty()
	if err == nil {
		n, err = s.w.Write(b.buf)
	}
	if err == nil && n < len(b.buf) {
		err = io.ErrShortWrite
	}
	if err == nil {
		return nil
	}
	// The whole records among the n octets that did get out stay.
	if i := sort.SearchInts(b.ends, n+1); i > 0 {
		n -= b.ends[i-1]
	}
	cut(s.file, n)
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
func cut(file *os.File, n int) {
	if n <= 0 || file == nil {
		return
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return
	}
	// The position in the file is asked for, not counted: standard output may have been opened
	// to append.
	end, err := file.Seek(-int64(n), io.SeekCurrent)
	if err == nil {
		_ = file.Truncate(end)
	}
}

// close closes the file.
func (s *sink) close() (err error) {
	err = s.empty()
	if f, ok := s.w.(finisher); ok && s.own && err == nil {
		err = f.finish()
	}
	err = files.Because(s.name, err)
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
