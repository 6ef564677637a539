package attach

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/csmacd/csmacd/tap"
)

// Host makes a station a live one: it describes the host behind the station, and the way to it.
type Host struct {
	Station int // number, in the order of the file
	Kind    Kind

	TAP   string // TAP: the interface's name
	Iface string // Iface: the interface's name
	Netns string // TAP, Iface: the network namespace that it is in; "": that of csmacd

	Addresses []netip.Prefix // TAP, Soft: of the host, each with its network; none: they are left as they are
	Gateway   netip.Addr     // TAP, Soft: of the default route; the zero value: none
	IPv6      bool           // TAP, Soft: whether the host speaks IPv6

	Socket  tap.Socket // Stream, Datagram, UDP: the socket of csmacd; with Connect the one to connect to
	Peer    tap.Socket // Datagram, UDP: where frames are sent; the zero value: to the socket that sent last
	Connect bool       // Stream: connect to Socket, instead of listening on it

	Serve []string // Soft: the services of the host, among Services

	// Promiscuous is whether the host gets every frame that the station receives whole, not
	// only those for its own address.
	Promiscuous bool
}

// Kind is a way to a host.
type Kind uint8

// The ways to a host.
const (
	TAP      Kind = iota // a TAP interface of the kernel
	Stream               // a socket of octets, each frame with its length before it
	Datagram             // a socket of datagrams, each a frame
	Soft                 // a host inside csmacd, on its own TCP/IP stack
	Iface                // an interface of the kernel that exists, such as one end of a veth pair or a card
	UDP                  // a tunnel: each frame is a UDP datagram
)

var kindNames = [...]string{"tap", "stream", "dgram", "soft", "iface", "udp"}

// String returns the kind's key in attach.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Services are the services that a host of kind Soft can have.
var Services = []string{"echo", "http", "discard", "chargen"}

// String describes the host in a few words: "tap tap0 in h1, 10.0.0.1/24".
func (a Host) String() string {
	s := a.Kind.String()
	switch a.Kind {
	case TAP:
		s += " " + a.TAP
		if a.Netns != "" {
			s += " in " + a.Netns
		}
	case Iface:
		s += " " + a.Iface
		if a.Netns != "" {
			s += " in " + a.Netns
		}
	case UDP:
		s = a.Socket.String() + " to " + a.Peer.String()
	case Stream:
		if a.Connect {
			s += " to"
		}
		s += " " + a.Socket.String()
	case Datagram:
		s += " " + a.Socket.String()
		if !a.Peer.IsZero() {
			s += " to " + a.Peer.String()
		}
	case Soft:
		if len(a.Serve) > 0 {
			s += " with " + strings.Join(a.Serve, ", ")
		}
	}
	for _, p := range a.Addresses {
		s += ", " + p.String()
	}
	return s
}
