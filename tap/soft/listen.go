package soft

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/adapters/gonet"
	"gvisor.dev/gvisor/pkg/tcpip/transport/tcp"
	"gvisor.dev/gvisor/pkg/tcpip/transport/udp"
	"gvisor.dev/gvisor/pkg/waiter"
)

// backlog is the maximum number of connections that wait to be accepted. With 1 the stack would take each by a SYN cookie
// (RFC 4987), which has room neither for selective acknowledgements nor for scaled windows.
const backlog = 128

// Listen accepts connections at a port: :80, or 10.0.0.9:80 for one of the station's addresses. The
// network is tcp, tcp4 or tcp6. Closing the station ends it.
func (s *Station) Listen(network, address string) (net.Listener, error) {
	at, err := s.place("tcp", network, address)
	if err != nil {
		return nil, fmt.Errorf("soft: listen: %w", err)
	}
	var wq waiter.Queue
	ep, err := s.socket(tcp.ProtocolNumber, network, at.Addr(), &wq)
	if err != nil {
		return nil, fmt.Errorf("soft: listen at %s: %w", address, err)
	}
	failed := ep.Bind(full(at))
	if failed == nil {
		failed = ep.Listen(backlog)
	}
	if failed != nil {
		ep.Close()
		return nil, fmt.Errorf("soft: listen at %s: %w", address, problem(failed))
	}
	l := gonet.NewTCPListener(s.stack, &wq, ep)
	return &listener{l, context.AfterFunc(s.ctx, l.Shutdown)}, nil
}

// listener is a listener whose Close ends an Accept that waits, which that of gonet does not.
type listener struct {
	*gonet.TCPListener
	stop func() bool
}

func (l *listener) Close() error {
	l.stop()
	l.Shutdown()
	return l.TCPListener.Close()
}

// ListenPacket receives datagrams at a port, and sends them from it, also to the broadcast address.
// The network is udp, udp4 or udp6. Closing the station ends it.
func (s *Station) ListenPacket(network, address string) (net.PacketConn, error) {
	at, err := s.place("udp", network, address)
	if err != nil {
		return nil, fmt.Errorf("soft: listen: %w", err)
	}
	conn, err := s.datagrams(network, &at, nil)
	if err == nil && s.ctx.Err() != nil { // during the call: Close may not have seen the socket
		conn.Close()
		err = net.ErrClosed
	}
	if err != nil {
		return nil, fmt.Errorf("soft: listen at %s: %w", address, err)
	}
	return conn, nil
}

// place reads an address to listen at.
func (s *Station) place(kind, network, address string) (netip.AddrPort, error) {
	at, err := endpoint(network, address, true)
	switch {
	case err != nil:
		return at, err
	case !strings.HasPrefix(network, kind):
		return at, fmt.Errorf("network %q: write %[2]s, %[2]s4 or %[2]s6", network, kind)
	case s.ctx.Err() != nil:
		return at, net.ErrClosed
	}
	return at, nil
}

// datagrams makes a UDP socket, bound or connected.
func (s *Station) datagrams(network string, at, to *netip.AddrPort) (*packetConn, error) {
	end := at
	if end == nil {
		end = to
	}
	var wq waiter.Queue
	ep, err := s.socket(udp.ProtocolNumber, network, end.Addr(), &wq)
	if err != nil {
		return nil, err
	}
	ep.SocketOptions().SetBroadcast(true) // as Go does for its own sockets
	var failed tcpip.Error
	if to != nil {
		failed = ep.Connect(full(*to))
	} else {
		failed = ep.Bind(full(*at))
	}
	if failed != nil {
		ep.Close()
		return nil, problem(failed)
	}
	return &packetConn{gonet.NewUDPConn(&wq, ep)}, nil
}

// socket makes a socket for the address's version of IP. A socket for [::] is for both versions,
// unless the network says 6.
func (s *Station) socket(number tcpip.TransportProtocolNumber, network string, a netip.Addr, wq *waiter.Queue) (tcpip.Endpoint, error) {
	ep, failed := s.stack.NewEndpoint(number, protocol(a), wq)
	if failed != nil {
		return nil, problem(failed)
	}
	if a.Is6() {
		ep.SocketOptions().SetV6Only(strings.HasSuffix(network, "6"))
	}
	return ep, nil
}

// packetConn checks an address before it sends to it: gonet panics at some.
type packetConn struct{ *gonet.UDPConn }

func (c *packetConn) WriteTo(p []byte, to net.Addr) (int, error) {
	target, ok := to.(*net.UDPAddr)
	if !ok || target == nil {
		return 0, &net.OpError{Op: "write", Net: "udp", Source: c.LocalAddr(), Err: net.InvalidAddrError("not a UDP address")}
	}
	a := target.AddrPort().Addr().Unmap()
	if !a.IsValid() {
		return 0, &net.OpError{Op: "write", Net: "udp", Source: c.LocalAddr(), Addr: to, Err: net.InvalidAddrError("no address")}
	}
	return c.UDPConn.WriteTo(p, &net.UDPAddr{IP: a.AsSlice(), Port: target.Port})
}
