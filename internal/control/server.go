package control

import (
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/csmacd/csmacd/internal/live/relay"
)

// mostClients is the largest number of clients at once.
const mostClients = 32

// breath is the time after a refused command in which its client's next command is not read.
const breath = time.Millisecond

// Handler does a command and returns its answer, a value whose JSON is an object, or nil. It is
// called by a goroutine of the client, and may wait for the run.
type Handler func(c *Client, r *Request) (any, error)

// Server takes the commands of clients of a run.
type Server struct {
	handle   Handler
	listener *net.UnixListener
	commands allowance
	patience time.Duration // for the rest of a line

	mu      sync.Mutex
	closed  bool
	clients map[*Client]struct{}
	running sync.WaitGroup
}

// Client is a connection to a server.
type Client struct {
	*relay.Relay // what is written to the client, in whole lines: writing never waits
	conn         *net.UnixConn
	goodbye      []func() // only the client's goroutine uses it
}

// OnLeave has a function called when the client has left, by the client's goroutine. Only a [Handler]
// may call it, before it returns.
func (c *Client) OnLeave(f func()) { c.goodbye = append(c.goodbye, f) }

// Serve makes the socket at a path, and answers commands there until [Server.Close]. The directory of
// the path is made if it does not exist.
func Serve(path string, handle Handler) (*Server, error) {
	l, err := listen(path)
	if err != nil {
		return nil, fmt.Errorf("the control socket %s: %w", path, err)
	}
	s := &Server{handle: handle, listener: l, patience: restOfLine, clients: map[*Client]struct{}{}}
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		s.accept()
	}()
	return s, nil
}

// accept takes clients until the listener is closed.
func (s *Server) accept() {
	for {
		conn, err := s.listener.AcceptUnix()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // there are no free descriptors at the moment
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if err := s.add(conn); err != nil {
			_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
			_, _ = conn.Write(answer(nil, nil, err)) // there is room for it in the socket
			_ = conn.Close()
		}
	}
}

var errTooMany = fmt.Errorf("the run has %d clients already: close one", mostClients)

// add takes a client. The error is the reason for which it does not.
func (s *Server) add(conn *net.UnixConn) error {
	if err := ownUser(conn); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return ErrOver
	case len(s.clients) >= mostClients:
		return errTooMany
	}
	c := &Client{Relay: relay.New(), conn: conn}
	c.HeadDone()
	c.Add(conn)
	s.clients[c] = struct{}{}
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		s.serve(c)
	}()
	return nil
}

// ErrOver is the error of a command to a run that has ended.
var ErrOver = errors.New("the run is over")

// serve answers a client's commands until it leaves.
func (s *Server) serve(c *Client) {
	in := newLines(c.conn, c.conn.SetReadDeadline)
	in.patience = s.patience
	for {
		line, err := in.next()
		if err != nil {
			if errors.Is(err, errTooLong) || errors.Is(err, errTooSlow) {
				_, _ = c.Write(answer(nil, nil, err)) // a relay accepts everything
			} else if !errors.Is(err, net.ErrClosed) && len(c.goodbye) > 0 {
				s.linger(c)
			}
			break
		}
		_, _ = c.Write(s.answer(c, line))
	}
	for _, f := range c.goodbye {
		f()
	}
	_ = c.Close()
	s.mu.Lock()
	delete(s.clients, c)
	s.mu.Unlock()
}

// linger waits for a client that sends no more and may still read events: until it has left, or the
// server closes.
func (s *Server) linger(c *Client) {
	for {
		s.mu.Lock()
		closed := s.closed
		s.mu.Unlock()
		if _, err := c.conn.Write(nil); err != nil || closed || c.Clients() == 0 {
			return
		}
		time.Sleep(lingering)
	}
}

// lingering is the time between two looks at a client that sends no more.
const lingering = 50 * time.Millisecond

// answer does the command of a line.
func (s *Server) answer(c *Client, line []byte) []byte {
	r, err := parse(line)
	if err == nil && !s.commands.take(time.Now()) {
		time.Sleep(breath)
		err = errTooQuick
	}
	if err != nil {
		return answer(r.ID, nil, err)
	}
	what, err := s.handle(c, &r)
	return answer(r.ID, what, err)
}

// Close ends the server: it removes the socket, gives clients a moment to read the rest, and waits
// until all have been closed.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	for c := range s.clients {
		_ = c.conn.CloseRead() // ends its wait for commands
	}
	s.mu.Unlock()
	err := s.listener.Close()
	s.running.Wait()
	return err
}
