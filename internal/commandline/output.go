package commandline

import (
	"errors"
	"io"
	"syscall"

	"github.com/csmacd/csmacd/internal/exit"
	"github.com/csmacd/csmacd/internal/files"
)

// Output is the standard output of all commands. It remembers the first error, so that commands
// need not check each write. Every later write returns the same error and writes nothing: what follows
// a gap is of no use.
type Output struct {
	To  io.Writer
	err error
}

// Write implements [io.Writer].
func (p *Output) Write(b []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.To.Write(b)
	p.err = err
	return n, err
}

// After returns the error of a command that ended with err, or of its output if some of that was
// lost. A reader that leaves is not an error.
func (p *Output) After(err error) error {
	lost := files.Because("standard output", p.err)
	if errors.Is(p.err, syscall.EPIPE) {
		lost = nil
	}
	var e exit.Error
	switch {
	case p.err == nil:
		return err
	case err == nil || only(err, p.err):
		return lost
	case lost != nil && errors.As(err, &e) && e.Cause == nil:
		return exit.Error{Status: e.Status, Cause: lost}
	}
	return err
}

// only reports whether an error is another one, or wraps that and nothing else.
func only(err, other error) bool {
	for err != nil && err != other {
		if several, ok := err.(interface{ Unwrap() []error }); ok && len(several.Unwrap()) == 1 {
			err = several.Unwrap()[0]
		} else {
			err = errors.Unwrap(err)
		}
	}
	return err != nil
}
