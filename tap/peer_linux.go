package tap

import (
	"encoding/binary"

	"golang.org/x/sys/unix"
)

// peer is one connection of a [Stream]. The stream's mutex protects its fields. Its file descriptor
// is not in the Go runtime's poller.
type peer struct {
	fd        int
	out       []byte // the current frame, with its length
	finishing bool   // a goroutine sends the rest of out
	dropped   bool
}

// write sends a frame, or none of it. If the peer's buffer takes only a part, the rest follows as
// soon as possible, before any other frame.
func (p *peer) write(s *Stream, frame []byte) error {
	if p.finishing {
		return ErrNotTaken
	}
	p.out = binary.BigEndian.AppendUint32(p.out[:0], uint32(len(frame)))
	p.out = append(p.out, frame...)
	n, err := p.send(p.out)
	switch {
	case err == unix.EPIPE || err == unix.ECONNRESET:
		return ErrAbsent // Read finds out why, after what the peer has sent
	case err != nil || n == 0:
		return ErrNotTaken
	case n < len(p.out):
		p.finishing = true
		s.work.Go(func() { p.finish(s, p.out[n:]) })
	}
	return nil
}

func (p *peer) send(b []byte) (int, error) {
	for {
		n, err := unix.SendmsgN(p.fd, b, nil, nil, unix.MSG_NOSIGNAL|unix.MSG_DONTWAIT)
		if err != unix.EINTR {
			return n, err
		}
	}
}

// finish sends the rest of a frame. It waits for the peer as long as the peer is there.
func (p *peer) finish(s *Stream, rest []byte) {
	for len(rest) > 0 {
		// drop shuts the connection down, which ends the wait.
		_, err := unix.Poll([]unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLOUT}}, -1)
		if err == unix.EINTR {
			continue
		}
		n, err := p.send(rest)
		if err != nil && err != unix.EAGAIN {
			break
		}
		rest = rest[max(n, 0):]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p.finishing = false
	if p.dropped {
		unix.Close(p.fd)
	}
}

// drop ends the connection. The file descriptor stays open while finish uses it.
func (p *peer) drop() {
	p.dropped = true
	unix.Shutdown(p.fd, unix.SHUT_RDWR)
	if !p.finishing {
		unix.Close(p.fd)
	}
}

// there reports whether the other end is still open.
func (p *peer) there() bool {
	fds := []unix.PollFd{{Fd: int32(p.fd), Events: unix.POLLRDHUP}}
	n, err := unix.Poll(fds, 0)
	return err != nil || n == 0
}
