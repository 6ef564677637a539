package tap

import (
	"fmt"
	"net/netip"
	"strings"
)

// Socket is where a [Stream] or a [Datagram] is met: the path of a Unix socket, or an
// address and a port of this machine's own. The zero value is none. Sockets can be
// compared with ==.
type Socket struct {
	network string // "unix", "tcp", "udp"; "" is none
	path    string // of a Unix socket
	addr    netip.AddrPort
}

// maxPath is the longest path that a socket address holds: sun_path less its final 0.
const maxPath = 107

// ParseSocket reads unix:/path, tcp:127.0.0.1:5000 and udp:127.0.0.1:5000. The host
// of the latter two is localhost, an address in 127.0.0.0/8, or [::1]: there is no
// check of who is at the other end, and no cipher, so nothing goes over a network.
func ParseSocket(s string) (Socket, error) {
	network, rest, found := strings.Cut(s, ":")
	switch {
	case found && network == "unix":
		return parsePath(s, rest)
	case found && (network == "tcp" || network == "udp"):
		return parseAddr(s, network, rest)
	}
	return Socket{}, fmt.Errorf("%q is not a socket: unix:/path, tcp:127.0.0.1:5000 or udp:127.0.0.1:5000", s)
}

func parsePath(s, path string) (Socket, error) {
	switch {
	case path == "":
		return Socket{}, fmt.Errorf("%q has no path: unix:/run/name.sock", s)
	case len(path) > maxPath:
		return Socket{}, fmt.Errorf("%q: the path is %d octets long, and a Unix socket's is at most %d", s, len(path), maxPath)
	case strings.ContainsRune(path, 0):
		return Socket{}, fmt.Errorf("%q: there is an octet 0 in the path", s)
	case path[0] == '@':
		// Package net takes it for an abstract name, which is no file and which
		// anybody on the machine may take or call.
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
		return Socket{}, fmt.Errorf("%q has no port: %s:127.0.0.1:5000", s, network)
	case err != nil:
		return Socket{}, fmt.Errorf("%q: the host is localhost, an address in 127.0.0.0/8 or [::1], and the port a number up to 65535: %s:127.0.0.1:5000", s, network)
	case addr.Port() == 0:
		return Socket{}, fmt.Errorf("%q: the port is a number from 1 to 65535", s)
	case !addr.Addr().IsLoopback() || addr.Addr().Zone() != "":
		return Socket{}, fmt.Errorf("%q: only this machine's own addresses are allowed, localhost, 127.0.0.0/8 and [::1], for whoever connects is not asked who it is", s)
	}
	return Socket{network: network, addr: netip.AddrPortFrom(addr.Addr().Unmap(), addr.Port())}, nil
}

func cutLast(s string, sep byte) (before, after string, found bool) {
	if i := strings.LastIndexByte(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// Network is unix, tcp or udp, or empty where there is no socket.
func (s Socket) Network() string { return s.network }

// Path is the path of a Unix socket, and empty otherwise.
func (s Socket) Path() string { return s.path }

// IsZero says that there is no socket.
func (s Socket) IsZero() bool { return s == Socket{} }

// String is what [ParseSocket] reads, and empty where there is no socket.
func (s Socket) String() string {
	if s.IsZero() {
		return ""
	}
	return s.network + ":" + s.address()
}

// address is what package net calls it.
func (s Socket) address() string {
	if s.network == "unix" {
		return s.path
	}
	return s.addr.String()
}
