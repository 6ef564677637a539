package tap

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// Datagram is a socket of one datagram a frame, as QEMU's -netdev dgram has it. It is
// a [Link]. That nobody is at the other end does not end it: frames are not taken then.
type Datagram struct {
	descriptor
	file  socketFile
	to    address // whom frames go to
	from  address // room for whom one came from
	fixed bool    // to stays; otherwise it is whoever sent last
	here  bool    // the peer is there, as far as is known
	last  fate
	drops uint64
}

// fate is what is known of the last frame sent to a UDP port: that nobody had it open is
// told after the frame has gone, and before the next.
type fate int8

const (
	neverSent fate = iota
	wentOut
	cameBack
)

// OpenDatagram opens a socket at local, unix or udp, whose frames go to peer, of the
// same kind. Where peer is the zero Socket they go to whoever sent last. A UDP socket
// with a peer takes frames from that alone. The file of a Unix socket that a dead
// program left is replaced; one in use, or what is no socket, is an error.
func OpenDatagram(local, peer Socket) (*Datagram, error) {
	switch {
	case local.network != "unix" && local.network != "udp":
		return nil, fmt.Errorf("tap: %q: a datagram socket is at unix:/path or udp:127.0.0.1:5000", local)
	case !peer.IsZero() && peer.network != local.network:
		return nil, fmt.Errorf("tap: %q and its peer %q are of two kinds: give two of %s", local, peer, local.network)
	case peer == local:
		return nil, fmt.Errorf("tap: %q is its own peer: give the peer a socket of its own", local)
	case peer.addr.IsValid() && peer.addr.Addr().Is4() != local.addr.Addr().Is4():
		return nil, fmt.Errorf("tap: %q and its peer %q are IPv4 and IPv6: give both as one", local, peer)
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
			// The kernel keeps others out, and knows whom to send to.
			d.fixed, err = true, unix.Connect(d.fd, sockaddr(peer))
		}
	default:
		d.file, err = bindFile(local.path, bind)
		if err == nil && !peer.IsZero() {
			// Not connected: it may not be there yet, and go and come back.
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

// Read returns the next frame that was sent to the socket. It takes one system call.
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
			if d.from.known() { // else nobody can answer
				d.here = true
				if !d.fixed {
					d.to = d.from
				}
			}
			return n, nil
		case unix.EINTR:
		case unix.ECONNREFUSED: // of a frame sent to a port where nobody was
			d.here, d.last = false, cameBack
		case unix.EAGAIN:
			return 0, ErrNothing
		default:
			return 0, fmt.Errorf("tap: reading %q: %w", d.name, err)
		}
	}
}

// Connected reports whether the peer is there, as far as is known: it has sent something, or
// taken something, and no frame for it came back since.
func (d *Datagram) Connected() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.here
}

// String is the socket, as [ParseSocket] reads it.
func (d *Datagram) String() string { return d.name }

// Write sends a frame. It is not taken where the peer does not keep up; the error is
// ErrAbsent where it is not there. It takes one system call, and another after a UDP
// peer has gone.
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
			d.last = cameBack // that was the frame before: this one is still to be sent
		case unix.ENOENT:
			d.here = false
			return ErrAbsent
		default:
			return ErrNotTaken
		}
	}
}

// taken says what has become of a frame that the socket took. A Unix socket's is at the
// peer. A UDP socket's has left: it stands for the one before it where that came
// back, so that in the sum each is counted as what it was.
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

// Dropped is how many datagrams came and found no room at the socket. A Unix socket has
// its sender wait instead.
func (d *Datagram) Dropped() uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fd >= 0 {
		d.drops = dropped(d.fd, d.drops)
	}
	return d.drops
}

// Close closes the socket, takes a Unix socket's file away, and wakes whoever waits. A
// second Close does nothing.
func (d *Datagram) Close() error {
	d.Dropped()
	return d.shut(d.file.remove)
}
