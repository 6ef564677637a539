package control

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// mostLine is the largest number of octets of a request, without the end of its line.
const mostLine = 64 << 10

// restOfLine is the longest time from the first octet of a request to its last.
const restOfLine = 10 * time.Second

// Errors of reading a request, after which a connection is closed.
var (
	errTooLong  = fmt.Errorf("the request is longer than %d octets", mostLine)
	errTooSlow  = fmt.Errorf("the request was not complete after %v: end it with a newline", restOfLine)
	errTooQuick = fmt.Errorf("too many commands: at most %d per second are taken, and this one was not done", perSecond)
)

// lines reads requests, one a line. The last one may end with the input.
type lines struct {
	r        *bufio.Reader
	deadline func(time.Time) error // sets that of the input; nil: it has none
	patience time.Duration
}

func newLines(r io.Reader, deadline func(time.Time) error) *lines {
	return &lines{bufio.NewReaderSize(r, mostLine+1), deadline, restOfLine}
}

// next waits for a line and returns it without its end. It is valid until the next call. Empty lines
// are left out. The error is io.EOF after the last one.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.line()
		if err != nil {
			return nil, err
		}
		if len(line) > 0 {
			return line, nil
		}
	}
}

func (l *lines) line() ([]byte, error) {
	if err := l.within(0); err != nil {
		return nil, err
	}
	if _, err := l.r.Peek(1); err != nil { // a client may be silent for as long as it likes
		return nil, err
	}
	if err := l.within(l.patience); err != nil {
		return nil, err
	}
	line, err := l.r.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, errTooLong
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, errTooSlow
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case err == nil:
		line = line[:len(line)-1]
	}
	if len(line) > mostLine {
		return nil, errTooLong
	}
	for len(line) > 0 && (line[len(line)-1] == '\r' || line[len(line)-1] == ' ') {
		line = line[:len(line)-1]
	}
	return line, nil
}

// within limits the time for what is read next; 0: not at all.
func (l *lines) within(d time.Duration) error {
	switch {
	case l.deadline == nil:
		return nil
	case d == 0:
		return l.deadline(time.Time{})
	}
	return l.deadline(time.Now().Add(d))
}
