package scenario

import (
	"fmt"
	"net/netip"
	"strings"

	"github.com/csmacd/csmacd/tap"
)

// Attachment is what makes a station a live one: the host behind it, and the way
// there.
type Attachment struct {
	Station int // number, in the order of the file
	Kind    AttachKind

	TAP   string // TAP: the interface's name
	Netns string // TAP: the network namespace that it is in; "": the one of csmacd

	Addresses []netip.Prefix // TAP, Soft: of the host, each with its network; none: left as they are
	Gateway   netip.Addr     // TAP, Soft: of the default route; the zero value: none
	IPv6      bool           // TAP, Soft: the host speaks it

	Socket  tap.Socket // Stream, Datagram: ours, or with Connect the one that is called
	Peer    tap.Socket // Datagram: where frames are sent; the zero value: to whoever sent last
	Connect bool       // Stream: call Socket, rather than wait there to be called

	Serve []string // Soft: the services that the host has, of Services

	// Promiscuous: the host gets every frame that the station receives whole, not only
	// those for its address.
	Promiscuous bool
}

// AttachKind is a way to a host.
type AttachKind uint8

// The ways to a host.
const (
	TAP      AttachKind = iota // a TAP interface of the kernel
	Stream                     // a socket of octets, each frame with its length before it
	Datagram                   // a socket of datagrams, each a frame
	Soft                       // a host within csmacd, on a TCP/IP stack of its own
)

var attachKindNames = [...]string{"tap", "stream", "dgram", "soft"}

// String gives the kind's key in attach.
func (k AttachKind) String() string {
	if int(k) >= len(attachKindNames) {
		return fmt.Sprintf("AttachKind(%d)", uint8(k))
	}
	return attachKindNames[k]
}

// Services are what a host of kind Soft can serve.
var Services = []string{"echo", "http", "discard", "chargen"}

// String says what the host is, in a few words: "tap tap0 in h1, 10.0.0.1/24".
func (a Attachment) String() string {
	s := a.Kind.String()
	switch a.Kind {
	case TAP:
		s += " " + a.TAP
		if a.Netns != "" {
			s += " in " + a.Netns
		}
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
