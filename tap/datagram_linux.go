package tap

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Datagram is a socket on which each datagram is a frame, as with QEMU's -netdev dgram. It is a
// [Link]. It stays usable if nobody is at the other end: frames are then not taken.
type Datagram struct {
	descriptor
	file  socketFile
	to    address // the destination of frames
	from  address // buffer for the sender of a frame
	fixed bool    // to does not change; otherwise it is the sender of the last frame
	here  bool    // the peer is there, as far as is known
	last  fate
	drops uint64
}

// fate is what is known about the last frame sent to a UDP port. The kernel reports that nobody had
// the port open after the frame was sent, and before the next.
type fate int8

const (
	neverSent fate = iota
	wentOut
	cameBack
)

// OpenDatagram opens a socket at local, unix or udp, whose frames go to peer, of the same kind. If
// peer is the zero Socket, they go to the sender of the last frame. A UDP socket with a peer
// receives frames from that peer only. If the file of a Unix socket was left by a program that has
// ended, it is replaced. It is an error if the socket is in use, or if the file is not a socket.
func OpenDatagram(local, peer Socket) (*Datagram, error) {
	switch {
	case local.network != "unix" && local.network != "udp":
		return nil, fmt.Errorf("tap: %q: write a datagram socket as unix:/path or udp:127.0.0.1:5000", local)
	case !peer.IsZero() && peer.network != local.network:
		return nil, fmt.Errorf("tap: %q and its peer %q are of different kinds: use %s for both", local, peer, local.network)
	case peer == local:
		return nil, fmt.Errorf("tap: %q is its own peer: give the peer a socket of its own", local)
	case peer.addr.IsValid() && peer.addr.Addr().Is4() != local.addr.Addr().Is4():
		return nil, fmt.Errorf("tap: %q and its peer %q are IPv4 and IPv6: use the same for both", local, peer)
	}
	d := &Datagram{descriptor: newDescriptor(local.String(), -1)}
	if err := d.open(local, peer); err != nil {
		d.Close()
		return nil, refused(local, err)
	}
	return d, nil
}

func (d *Datagram) open(local, peer Socket) (err error) {
	here := sockaddr(local)
	domain := unix.AF_UNIX
	switch here.(type) {
	case *unix.SockaddrInet4:
		domain = unix.AF_INET
	case *unix.SockaddrInet6:
		domain = unix.AF_INET6
	}
	if d.fd, err = unix.Socket(domain, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC|unix.SOCK_NONBLOCK, 0); err != nil {
		d.fd = -1
		return err
	}
	bind := func() error { return unix.Bind(d.fd, here) }
	switch {
	case domain != unix.AF_UNIX:
		err = bind()
		if err == nil && !peer.IsZero() {
			// The kernel accepts datagrams of the peer only, and knows the destination.
			d.fixed, err = true, unix.Connect(d.fd, sockaddr(peer))
		}
	default:
		d.file, err = bindFile(local.path, bind)
		if err == nil && !peer.IsZero() {
			// The socket is not connected: the peer may not exist yet, and may go and come back.
			d.fixed, err = true, socketOrNone(peer.path)
			d.to.setPath(peer.path)
		}
	}
	return err
}

func sockaddr(s Socket) unix.Sockaddr {
	switch {
	case s.network == "unix":
		return &unix.SockaddrUnix{Name: s.path}
	case s.addr.Addr().Is4():
		return &unix.SockaddrInet4{Port: int(s.addr.Port()), Addr: s.addr.Addr().As4()}
	}
	return &unix.SockaddrInet6{Port: int(s.addr.Port()), Addr: s.addr.Addr().As16()}
}

// Read returns the next frame that was sent to the socket. It makes one system call.
func (d *Datagram) Read(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return 0, d.closed
	}
	for {
		n, err := receive(d.fd, p, &d.from)
		switch err {
		case 0:
			if d.from.known() { // without an address nobody can answer
				d.here = true
				if !d.fixed {
					d.to = d.from
				}
			}
			return n, nil
		case unix.EINTR:
		case unix.ECONNREFUSED: // about a frame sent to a port that nobody had open
			d.here, d.last = false, cameBack
		case unix.EAGAIN:
			return 0, ErrNothing
		default:
			return 0, fmt.Errorf("tap: reading %q: %w", d.name, err)
		}
	}
}

// Connected reports whether the peer is there, as far as is known: it has sent or taken a frame,
// and no later frame for it came back.
func (d *Datagram) Connected() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.here
}

// String returns the socket in the form that [ParseSocket] reads.
func (d *Datagram) String() string { return d.name }

// Write sends a frame. If the peer does not keep up, the frame is not taken; if the peer is not
// there, the error is ErrAbsent. Write makes one system call, and a second one after a UDP peer has
// gone.
func (d *Datagram) Write(frame []byte) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd < 0 {
		return d.closed
	}
	if !d.fixed && !d.to.known() {
		return ErrAbsent
	}
	for {
		switch send(d.fd, frame, &d.to) {
		case 0:
			return d.taken()
		case unix.EINTR:
		case unix.ECONNREFUSED:
			d.here = false
			if d.to.len > 0 || d.last == cameBack {
				return ErrAbsent
			}
			d.last = cameBack // that was the frame before: this one must still be sent
		case unix.ENOENT:
			d.here = false
			return ErrAbsent
		default:
			return ErrNotTaken
		}
	}
}

// taken returns the outcome for a frame that the socket accepted. A frame of a Unix socket is at
// the peer. A frame of a UDP socket has left; if the frame before it came back, the outcome of this
// one stands for that one, so that the totals are right.
func (d *Datagram) taken() error {
	before := d.last
	d.last = wentOut
	switch {
	case d.to.len > 0:
		d.here = true
	case before == cameBack:
		return ErrAbsent
	case before == wentOut:
		d.here = true
	}
	return nil
}

// Dropped returns the number of datagrams that came and found no room at the socket. A Unix socket
// makes its sender wait instead.
func (d *Datagram) Dropped() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd >= 0 {
		d.drops = dropped(d.fd, d.drops)
	}
	return d.drops
}

// Close closes the socket, removes the file of a Unix socket, and ends any wait. A second Close
// does nothing.
func (d *Datagram) Close() error {
	d.Dropped()
	return d.shut(d.file.remove)
}
