package control

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"
)

// mostAnswer is the largest number of octets of an answer.
const mostAnswer = 64 << 20

// patience is how long a client waits for an answer.
const patience = 15 * time.Second

// Conn is a client's end of a control socket.
type Conn struct {
	*net.UnixConn
	in *bufio.Reader
}

// Dial connects to the run that serves a path.
func Dial(path string) (*Conn, error) {
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	return &Conn{conn, bufio.NewReaderSize(conn, 64<<10)}, nil
}

// Do has a command done, and reads its answer into the value that into points to, if it is not nil.
// The error is the run's own words, or that of the connection. It leaves events out.
func (c *Conn) Do(r *Request, into any) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	_, sent := c.Write(append(line, '\n'))
	for {
		line, err := c.line()
		if err != nil { // after all that the run said before it closed
			return because(errors.Join(sent, err))
		}
		var a struct {
			OK    *bool  `json:"ok"`
			Error string `json:"error"`
		}
		switch err := json.Unmarshal(line, &a); {
		case err != nil:
			return fmt.Errorf("the run's answer is not one: %w", err)
		case a.OK == nil: // an event
		case !*a.OK:
			return errors.New(a.Error)
		case into == nil:
			return nil
		default:
			return json.Unmarshal(line, into)
		}
	}
}

// Line waits for a line that the run writes, for as long as that takes.
func (c *Conn) Line() ([]byte, error) {
	if err := c.SetReadDeadline(time.Time{}); err != nil {
		return nil, err
	}
	return c.line()
}

func (c *Conn) line() ([]byte, error) {
	var line []byte
	for {
		part, err := c.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return bytes.TrimSuffix(line, []byte("\n")), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > mostAnswer:
			return nil, fmt.Errorf("the run's answer is longer than %d octets", mostAnswer)
		}
	}
}

// because returns the reason, in words, for which there is no answer.
func because(err error) error {
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("the run has not answered for %v: is its process stopped?", patience)
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return ErrOver
	}
	return err
}

// Idle calls f if nothing more has arrived.
func (c *Conn) Idle(f func() error) error {
	if c.in.Buffered() > 0 {
		return nil
	}
	return f()
}
