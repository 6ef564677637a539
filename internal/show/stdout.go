package show

import (
	"errors"
	"os"
	"sync/atomic"
	"syscall"

	"github.com/csmacd/csmacd/internal/files"
	"github.com/csmacd/csmacd/internal/live/relay"
)

// standardOutput is the standard output of a live run. A goroutine passes on what is written to
// it, so that a slow reader does not delay the run. If the reader goes away, the run ends; if
// it is too slow to be waited for, that is an error. A nil standardOutput is one that nothing
// is written to.
type standardOutput struct {
	*relay.Relay
	quit   func()
	got    int64                 // octets to be passed on; one goroutine writes
	handed atomic.Int64          // those that were
	failed atomic.Pointer[error] // of writing; EPIPE if its reader went away
}

func newStandardOutput(quit func()) *standardOutput {
	s := &standardOutput{Relay: relay.New(), quit: quit}
	s.HeadDone()
	s.Add(reader{s})
	return s
}

var errSlowReader = errors.New("standard output: its reader was too slow, and the output is cut short")

// Write implements [io.Writer]. It never waits, and never fails.
func (s *standardOutput) Write(p []byte) (int, error) {
	s.got += int64(len(p))
	return s.Relay.Write(p)
}

// err returns why nothing more is passed on.
func (s *standardOutput) err() error {
	if s == nil {
		return nil
	}
	if err := s.failed.Load(); err != nil {
		if s.left() {
			return nil
		}
		return files.Because("standard output", *err)
	}
	if s.LetGo() > 0 {
		return errSlowReader
	}
	return nil
}

// left reports whether the reader of standard output has gone.
func (s *standardOutput) left() bool {
	if s == nil {
		return false
	}
	err := s.failed.Load()
	return err != nil && errors.Is(*err, syscall.EPIPE)
}

// Close waits a moment for the reader to take the rest.
func (s *standardOutput) Close() error {
	if s == nil {
		return nil
	}
	err := errors.Join(s.Relay.Close(), s.err())
	if err == nil && s.failed.Load() == nil && s.handed.Load() < s.got {
		err = errSlowReader
	}
	return err
}

// reader is the process's standard output.
type reader struct{ out *standardOutput }

func (r reader) Write(p []byte) (int, error) {
	n, err := os.Stdout.Write(p)
	r.out.handed.Add(int64(n))
	if err != nil {
		r.out.failed.Store(&err)
		if errors.Is(err, syscall.EPIPE) {
			r.out.quit()
		}
	}
	return n, err
}

// Close implements [io.WriteCloser]. Standard output belongs to the process, and stays open.
func (reader) Close() error { return nil }
