package soft

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/adapters/gonet"
)

// Dial connects to an address and port, such as 10.0.0.1:80. The network is one of those of
// net.Dial: tcp, tcp4, tcp6, udp, udp4 or udp6. A station does not resolve names. Close ends the
// connection.
func (s *Station) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	to, err := endpoint(network, address, false)
	if err != nil {
		return nil, fmt.Errorf("soft: dial: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.ctx, func() { cancel(net.ErrClosed) })()
	if s.ctx.Err() != nil {
		return nil, fmt.Errorf("soft: dial %s: %w", address, net.ErrClosed)
	}
	var conn net.Conn
	if strings.HasPrefix(network, "udp") {
		conn, err = s.datagrams(network, nil, &to)
	} else {
		conn, err = gonet.DialContextTCP(ctx, s.stack, full(to), protocol(to.Addr()))
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, fmt.Errorf("soft: dial %s: %w", address, context.Cause(ctx))
	case err != nil:
		return nil, fmt.Errorf("soft: dial %s: %w", address, err)
	case s.ctx.Err() != nil: // during the call: Close may not have seen the connection
		conn.Close()
		return nil, fmt.Errorf("soft: dial %s: %w", address, net.ErrClosed)
	}
	return conn, nil
}

// endpoint reads an address and port. With listen, the address may be omitted, and the port may be
// 0.
func endpoint(network, address string, listen bool) (netip.AddrPort, error) {
	switch network {
	case "tcp", "tcp4", "tcp6", "udp", "udp4", "udp6":
	default:
		return netip.AddrPort{}, fmt.Errorf("network %q: write tcp, tcp4, tcp6, udp, udp4 or udp6", network)
	}
	text := address
	if listen && strings.HasPrefix(address, ":") {
		text = "[::]" + address
		if strings.HasSuffix(network, "4") {
			text = "0.0.0.0" + address
		}
	}
	ap, err := netip.ParseAddrPort(text)
	if err != nil {
		return ap, fmt.Errorf("address %q: write an address and a port, such as 10.0.0.1:80 or [fd00::1]:80; names are not resolved", address)
	}
	ap = netip.AddrPortFrom(ap.Addr().Unmap().WithZone(""), ap.Port())
	switch {
	case !listen && (ap.Addr().IsUnspecified() || ap.Port() == 0):
		return ap, fmt.Errorf("address %q: no host can have this address", address)
	case strings.HasSuffix(network, "4") && !ap.Addr().Is4(), strings.HasSuffix(network, "6") && ap.Addr().Is4():
		return ap, fmt.Errorf("address %q is of another family than network %s", address, network)
	}
	return ap, nil
}

// full returns netstack's form of an address and port. The interface matters for link-local
// addresses.
func full(ap netip.AddrPort) tcpip.FullAddress {
	f := tcpip.FullAddress{Port: ap.Port()}
	if !ap.Addr().IsUnspecified() {
		f.Addr = toAddress(ap.Addr())
	}
	if ap.Addr().IsLinkLocalUnicast() {
		f.NIC = nic
	}
	return f
}
