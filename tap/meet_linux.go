package tap

import (
	"errors"
	"net"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// meet reports whether there is a peer, after switching to the next one if the last has left.
func (s *Stream) meet() bool {
	if s.peer == nil && s.next != nil {
		s.peer, s.next = s.next, nil
		s.in.reset()
	}
	return s.peer != nil
}

// leave ends the connection to the peer. wrong is the reason if it is something that the peer sent,
// otherwise nil.
func (s *Stream) leave(wrong error) {
	s.wrong = wrong
	s.peer.drop()
	s.peer = nil
	select {
	case s.left <- struct{}{}:
	default:
	}
}

// accept accepts peers, one at a time. A second peer is refused, unless the first one has left and
// that was not noticed yet.
func (s *Stream) accept() {
	for {
		c, err := s.listen.Accept()
		switch {
		case err == nil:
			s.offer(c)
		case errors.Is(err, net.ErrClosed):
			return
		case !s.pause(100 * time.Millisecond): // for example, too many files are open
			return
		}
	}
}

// connect connects to the peer, and again when it has left.
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
		// A peer that accepts a connection and closes it at once must not cause an endless loop.
		if !s.pause(time.Until(next)) {
			return
		}
	}
}

// pause waits, and reports whether to continue.
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
	// A copy is used: a frame must not wake up the Go runtime's poller.
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
