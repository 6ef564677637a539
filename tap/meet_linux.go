package tap

import (
	"errors"
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// meet reports whether there is a peer, after it has let the next one in.
func (s *Stream) meet() bool {
	if s.peer == nil && s.next != nil {
		s.peer, s.next = s.next, nil
		s.in.reset()
	}
	return s.peer != nil
}

// leave lets the peer go: because of what it sent, unless wrong is nil.
func (s *Stream) leave(wrong error) {
	s.wrong = wrong
	s.peer.drop()
	s.peer = nil
	select {
	case s.left <- struct{}{}:
	default:
	}
}

// accept lets peers in, one at a time: a second one is refused, unless the first has
// left and it only was not noticed yet.
func (s *Stream) accept() {
	for {
		c, err := s.listen.Accept()
		switch {
		case err == nil:
			s.offer(c)
		case errors.Is(err, net.ErrClosed):
			return
		case !s.pause(100 * time.Millisecond): // too many files are open, say
			return
		}
	}
}

// connect makes a connection, and another when the peer has left.
func (s *Stream) connect() {
	dialer := net.Dialer{Timeout: 5 * time.Second}
	for {
		next := time.Now().Add(s.again)
		c, err := dialer.DialContext(s.ctx, s.to.network, s.to.address())
		if err == nil && s.offer(c) {
			select {
			case <-s.left:
			case <-s.ctx.Done():
				return
			}
		}
		// A peer that lets one in and goes at once is not to be asked without end.
		if !s.pause(time.Until(next)) {
			return
		}
	}
}

// pause waits, and reports whether to go on.
func (s *Stream) pause(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return s.ctx.Err() == nil
	case <-s.ctx.Done():
		return false
	}
}

// offer makes a connection the next peer, or closes it.
func (s *Stream) offer(c net.Conn) bool {
	// What goes on is a copy: no frame is to wake up the Go runtime's poller.
	fd, err := copyFD(c.(syscall.Conn))
	c.Close()
	if err != nil {
		return false
	}
	p := &peer{fd: fd}
	s.mu.Lock()
	wake := s.wake
	taken := !s.closed && (s.peer == nil || !s.peer.there()) && (s.next == nil || !s.next.there())
	if taken {
		if s.next != nil {
			s.next.drop()
		}
		s.next = p
	} else {
		unix.Close(fd)
	}
	s.mu.Unlock()
	if taken && wake != nil {
		wake()
	}
	return taken
}
