package tap

import (
	"fmt"
	"net/netip"
	"strings"
)

// Socket is the address of a [Stream] or a [Datagram]: the path of a Unix socket, or an IP address
// of this machine and a port. The zero value means no socket. Sockets can be compared with ==.
type Socket struct {
	network string // "unix", "tcp", "udp"; "" for no socket
	path    string // of a Unix socket
	addr    netip.AddrPort
}

// maxPath is the longest path that a socket address holds: sun_path less its final 0.
const maxPath = 107

// ParseSocket reads unix:/path, tcp:127.0.0.1:5000 and udp:127.0.0.1:5000. The host of the latter
// two is localhost, an address in 127.0.0.0/8, or [::1]. Connections are neither authenticated nor
// encrypted, so that only addresses of this machine are allowed.
func ParseSocket(s string) (Socket, error) {
	network, rest, found := strings.Cut(s, ":")
	switch {
	case found && network == "unix":
		return parsePath(s, rest)
	case found && (network == "tcp" || network == "udp"):
		return parseAddr(s, network, rest)
	}
	return Socket{}, fmt.Errorf("%q is not a socket: write unix:/path, tcp:127.0.0.1:5000 or udp:127.0.0.1:5000", s)
}

func parsePath(s, path string) (Socket, error) {
	switch {
	case path == "":
		return Socket{}, fmt.Errorf("%q has no path: write unix:/run/name.sock", s)
	case len(path) > maxPath:
		return Socket{}, fmt.Errorf("%q: the path is %d octets long; the path of a Unix socket has at most %d", s, len(path), maxPath)
	case strings.ContainsRune(path, 0):
		return Socket{}, fmt.Errorf("%q: the path contains an octet 0", s)
	case path[0] == '@':
		// Package net would use it as an abstract name, which is not a file, and which any program
		// on the machine may bind or connect to.
		return Socket{}, fmt.Errorf("%q: abstract names are not supported; ./%s is the file of that name", s, path)
	}
	return Socket{network: "unix", path: path}, nil
}

func parseAddr(s, network, rest string) (Socket, error) {
	host, port, found := cutLast(rest, ':')
	if host == "localhost" {
		host = "127.0.0.1"
	}
	addr, err := netip.ParseAddrPort(host + ":" + port)
	switch {
	case !found || port == "":
		return Socket{}, fmt.Errorf("%q has no port: write %s:127.0.0.1:5000", s, network)
	case err != nil:
		return Socket{}, fmt.Errorf("%q: the host must be localhost, an address in 127.0.0.0/8 or [::1], and the port a number up to 65535, such as %s:127.0.0.1:5000", s, network)
	case addr.Port() == 0:
		return Socket{}, fmt.Errorf("%q: the port must be from 1 to 65535", s)
	case !addr.Addr().IsLoopback() || addr.Addr().Zone() != "":
		return Socket{}, fmt.Errorf("%q: only addresses of this machine are allowed (localhost, 127.0.0.0/8 and [::1]), because connections are not authenticated", s)
	}
	return Socket{network: network, addr: netip.AddrPortFrom(addr.Addr().Unmap(), addr.Port())}, nil
}

// ParseTunnel reads an end of a tunnel of UDP datagrams, an address and a port such as
// 192.168.1.5:10001, for [OpenDatagram]. Unlike [ParseSocket] it takes addresses of other machines:
// a machine that can forge packets of the peer can put frames into such a tunnel, and nothing is encrypted.
func ParseTunnel(s string) (Socket, error) {
	addr, err := netip.ParseAddrPort(s)
	switch {
	case err != nil:
		return Socket{}, fmt.Errorf("%q is not an end of a tunnel: write an address and a port, such as 127.0.0.1:10001", s)
	case addr.Port() == 0:
		return Socket{}, fmt.Errorf("%q: the port must be from 1 to 65535", s)
	case addr.Addr().IsMulticast() || addr.Addr().Unmap() == netip.AddrFrom4([4]byte{255, 255, 255, 255}):
		return Socket{}, fmt.Errorf("%q: a tunnel has one machine at each end, and this is an address of many", s)
	case addr.Addr().Zone() != "":
		return Socket{}, fmt.Errorf("%q: leave the zone out", s)
	}
	return Socket{network: "udp", addr: netip.AddrPortFrom(addr.Addr().Unmap(), addr.Port())}, nil
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// Network returns unix, tcp or udp, or "" for the zero value.
func (s Socket) Network() string { return s.network }

// Path returns the path of a Unix socket, and "" otherwise.
func (s Socket) Path() string { return s.path }

// IsZero reports whether s is the zero value.
func (s Socket) IsZero() bool { return s == Socket{} }

// String returns the form that [ParseSocket] reads, or "" for the zero value.
func (s Socket) String() string {
	if s.IsZero() {
		return ""
	}
	return s.network + ":" + s.address()
}

// address returns the address in the form of package net.
func (s Socket) address() string {
	if s.network == "unix" {
		return s.path
	}
	return s.addr.String()
}
