//go:build !js

package trace

import (
	"fmt"
	"time"
)

// packetSource returns one packet of a capture after the other, then io.EOF.
type packetSource interface {
	next() (sourcePacket, error)
	ports() []string // names of the interfaces so far, each once
}

// sourcePacket is a packet that has been read. Its data is valid until the next is read.
type sourcePacket struct {
	at     time.Time
	octets int // on the wire; leaveOut for one that is not to be sent again
	data   []byte
	port   int32 // its interface's place among the ports, from 1; 0: it has no name
}

const leaveOut = -1

// linkNames are the names of common link types (tcpdump.org/linktypes.html).
var linkNames = map[uint32]string{
	0: "Null", 9: "PPP", 10: "FDDI", 12: "Raw", 14: "Raw", 101: "Raw", 105: "802.11", 108: "Loop",
	113: "Linux SLL", 117: "PFLog", 119: "Prism", 127: "RadioTap", 220: "USB",
}

// checkLink refuses everything but Ethernet: on other links, a packet's length is not that of a
// frame.
func checkLink(link uint32) error {
	if link == linkEthernet {
		return nil
	}
	name, ok := linkNames[link]
	if !ok {
		name = "UnknownLinkType"
	}
	return fmt.Errorf("captured on %s (link type %d), not on Ethernet", name, link)
}
