package soft

import (
	"bytes"
	"io"
	"sync"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/transport/tcp"
	"gvisor.dev/gvisor/pkg/waiter"
)

// socket is an endpoint of a stack with its queue of those that wait for it.
type socket struct {
	tcpip.Endpoint
	queue waiter.Queue
}

// open makes a socket of a host, with the address family of the flow.
func (c *course) open(h *host, s *socket, p tcpip.TransportProtocolNumber) (err tcpip.Error) {
	s.Endpoint, err = h.stack.NewEndpoint(p, protocol(c.address), &s.queue)
	if err == nil && c.watch != nil {
		c.watch(&s.queue)
	}
	if err == nil && c.Size+header.IPv4MinimumSize+header.UDPMinimumSize > h.config.MTU && !c.address.Is6() {
		// The stack fragments a packet that must not be fragmented too, and gives it the identification 0: fragments of two would be
		// put together (RFC 6864 4.1).
		err = s.SetSockOptInt(tcpip.MTUDiscoverOption, int(tcpip.PMTUDiscoveryDont))
	}
	return err
}

// there returns the address of the receiver's socket.
func (c *course) there() tcpip.FullAddress {
	return tcpip.FullAddress{Addr: toAddress(c.address), Port: c.port}
}

func (s *socket) close() {
	if s.Endpoint != nil {
		s.Close()
	}
}

// abort ends the socket's connection at once. The peer is told.
func (s *socket) abort() {
	if s.Endpoint != nil {
		s.Abort()
		s.Close()
	}
}

// state returns the state of the socket's connection.
func (s *socket) state() tcp.EndpointState { return tcp.EndpointState(s.State()) }

// over reports whether the connection has ended on this side, the last acknowledgement included, or
// whether only the other side may still have to be told again.
func (s *socket) over() bool {
	if s.Endpoint == nil {
		return true
	}
	switch s.state() {
	case tcp.StateClose, tcp.StateError, tcp.StateTimeWait:
		return true
	}
	return false
}

// connected reports whether the socket's connection has been made. The error says why it has ended.
func (s *socket) connected() (bool, tcpip.Error) {
	switch s.state() {
	case tcp.StateConnecting, tcp.StateSynSent, tcp.StateInitial, tcp.StateBound:
		return false, nil
	case tcp.StateError, tcp.StateClose:
		if err := s.LastError(); err != nil {
			return false, err
		}
		return false, &tcpip.ErrAborted{}
	}
	return true, nil
}

// read passes on all octets that a socket has. end is why nothing more will come, or nil.
func (s *socket) read(to io.Writer) (octets int64, end tcpip.Error) {
	for {
		r, err := s.Read(to, tcpip.ReadOptions{})
		if _, empty := err.(*tcpip.ErrWouldBlock); empty {
			return octets, nil
		}
		if err != nil {
			return octets, err
		}
		octets += int64(r.Count)
	}
}

// good reports whether nothing more will come because the peer has sent all.
func good(end tcpip.Error) bool {
	_, closed := end.(*tcpip.ErrClosedForReceive)
	return closed
}

// content is what flows carry, again and again: the octets 0 to 255.
var content = sync.OnceValue(func() []byte {
	b := make([]byte, 1<<16)
	for i := range b {
		b[i] = byte(i)
	}
	return b
})

// outgoing is what an application has to write: a head, and octets of content after it.
type outgoing struct {
	head          []byte
	body, written int64 // octets of content
}

// done reports whether the stack has all of it.
func (o *outgoing) done() bool { return len(o.head) == 0 && o.written == o.body }

// write passes as much to a socket as that takes, and reports whether that was anything.
func (o *outgoing) write(s *socket) (moved bool, err tcpip.Error) {
	for !o.done() {
		b := o.head
		if len(b) == 0 {
			b = content()[o.written%256:]
			b = b[:min(o.body-o.written, int64(len(b)))]
		}
		n, err := s.Write(bytes.NewReader(b), tcpip.WriteOptions{})
		if len(o.head) > 0 {
			o.head = o.head[n:]
		} else {
			o.written += n
		}
		moved = moved || n > 0
		if _, full := err.(*tcpip.ErrWouldBlock); full || err == nil && n == 0 {
			return moved, nil
		}
		if err != nil {
			return moved, err
		}
	}
	return moved, nil
}
