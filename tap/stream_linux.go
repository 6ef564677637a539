package tap

import (
	"context"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Stream is a connection to a virtual machine, or to another program that uses the protocol of
// QEMU's -netdev stream: each frame follows its length in four octets, the most significant first.
// It is a [Link].
//
// It has one peer at a time. When that leaves, it stays for the next one. While there is no peer,
// no frame is waiting and none is taken.
type Stream struct {
	name   string
	listen net.Listener // nil if it connects
	file   socketFile
	to     Socket
	again  time.Duration // time between two attempts to connect
	ctx    context.Context
	cancel context.CancelFunc
	left   chan struct{}  // the peer to which it connected has left
	work   sync.WaitGroup // the goroutines that Close waits for
	wake   func()
	ready  int // a file descriptor that is always readable
	ended  error

	mu     sync.Mutex
	peer   *peer
	next   *peer // connected before it was known that peer had left
	closed bool
	in     deframer // of peer
	wrong  error    // the reason for ending the connection to the last peer; nil if it left by itself
}

// ListenStream waits for peers at a socket, unix or tcp. If the file of a Unix socket was left by a
// program that has ended, it is replaced. It is an error if the socket is in use, or if the file is
// not a socket.
func ListenStream(at Socket) (*Stream, error) {
	s, err := newStream(at)
	if err != nil {
		return nil, err
	}
	if at.network == "unix" {
		s.file, err = bindFile(at.path, func() (err error) {
			s.listen, err = net.Listen("unix", at.path)
			return err
		})
	} else {
		var plain net.ListenConfig
		plain.SetMultipathTCP(false) // there is one path only, on one machine
		s.listen, err = plain.Listen(s.ctx, "tcp", at.address())
	}
	if err != nil {
		s.Close()
		return nil, refused(at, err)
	}
	if l, ok := s.listen.(*net.UnixListener); ok {
		l.SetUnlinkOnClose(false) // it would remove another's file too
	}
	return s, nil
}

// DialStream connects to a socket, unix or tcp, as soon as a program listens there: it tries every
// second, and again when the peer has left.
func DialStream(to Socket) (*Stream, error) {
	if to.network == "unix" {
		if err := socketOrNone(to.path); err != nil {
			return nil, refused(to, err)
		}
	}
	s, err := newStream(to)
	if err != nil {
		return nil, err
	}
	s.to = to
	return s, nil
}

func newStream(socket Socket) (*Stream, error) {
	if socket.network != "unix" && socket.network != "tcp" {
		return nil, fmt.Errorf("tap: %q: write a stream as unix:/path or tcp:127.0.0.1:5000", socket)
	}
	ready, err := unix.Eventfd(1, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	if err != nil {
		return nil, refused(socket, err)
	}
	s := &Stream{
		name: socket.String(), again: time.Second, left: make(chan struct{}, 1), ready: ready,
		ended: fmt.Errorf("tap: %q: %w", socket, os.ErrClosed),
	}
	s.in.reset()
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s, nil
}

// Start begins to accept or make connections, and calls wake for each.
func (s *Stream) Start(wake func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return s.ended
	}
	s.wake = wake
	if s.listen != nil {
		s.work.Go(s.accept)
	} else {
		s.work.Go(s.connect)
	}
	return nil
}

// FD returns a file descriptor that is readable when Read has something: the connection, or, if an
// earlier read returned several frames, a descriptor that always is. It is -1 while there is no
// peer.
func (s *Stream) FD() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.meet() {
		return -1
	}
	if _, whole, err := s.in.first(); whole || err != nil {
		return s.ready
	}
	return s.peer.fd
}

// String returns the socket in the form that [ParseSocket] reads.
func (s *Stream) String() string { return s.name }

// Connected reports whether there is a peer, as far as is known.
func (s *Stream) Connected() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peer != nil || s.next != nil
}

// leftBy implements leaver.
func (s *Stream) leftBy() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wrong
}

// Read returns the next frame that the peer has sent. It makes at most one system call while the
// peer sends whole frames, and none if an earlier one returned several. A peer that sends invalid
// lengths is treated as one that has left.
func (s *Stream) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, s.ended
	}
	for s.meet() {
		if n, whole, err := s.in.take(p); whole {
			return n, nil
		} else if err != nil {
			s.leave(err)
			continue
		}
		space := s.in.space()
		n, err := unix.Read(s.peer.fd, space)
		switch {
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			return 0, ErrNothing
		case n <= 0: // the end, or an error: a part of a frame is discarded
			s.leave(nil)
		default:
			s.in.put(n)
			if n == len(space) {
				continue // there may be more
			}
			if n, whole, err := s.in.take(p); whole {
				return n, nil
			} else if err == nil {
				return 0, ErrNothing
			}
		}
	}
	return 0, ErrNothing
}

// Write sends a frame to the peer. If the peer does not read, the frame is not taken: a frame is
// sent whole or not at all. The error is ErrAbsent while there is no peer.
func (s *Stream) Write(frame []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return s.ended
	}
	if !s.meet() {
		return ErrAbsent
	}
	if len(frame) == 0 || len(frame) > maxStreamFrame {
		return ErrNotTaken
	}
	return s.peer.write(s, frame)
}

// Close ends the connection without waiting for the peer, and removes the file of a Unix socket. A
// second Close does nothing.
func (s *Stream) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	for _, p := range []*peer{s.peer, s.next} {
		if p != nil {
			p.drop()
		}
	}
	s.peer, s.next = nil, nil
	wake := s.wake
	s.mu.Unlock()

	s.cancel()
	var err error
	if s.listen != nil {
		err = s.listen.Close()
	}
	s.file.remove()
	s.work.Wait()
	unix.Close(s.ready)
	if wake != nil {
		wake()
	}
	if err != nil {
		return fmt.Errorf("tap: closing %q: %w", s.name, err)
	}
	return nil
}
