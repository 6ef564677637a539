package trace

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"time"
)

// MaxPackets is the most packets that [ReadCapture] reads, and MaxOctets the most octets of
// them that it keeps.
const (
	MaxPackets = 5_000_000
	MaxOctets  = 1 << 30
)

// ErrNotCapture says that a file is neither pcap nor pcapng.
var ErrNotCapture = errors.New("not a capture: neither pcap nor pcapng")

// CaptureFile is the contents of a capture file.
type CaptureFile struct {
	Interfaces []string // the names of those that have one, each once

	first time.Duration // the stamp of the first packet
	list  []compact     // in order of time
}

// compact is a packet of a capture that is kept in little memory: there may be millions.
type compact struct {
	at     time.Duration // since the first packet
	octets int32
	port   int32   // its interface's place, from 1; 0: it has no name
	data   *[]byte // nil unless they are asked for
}

// Len returns the number of packets.
func (c *CaptureFile) Len() int { return len(c.list) }

// Packet returns the i-th packet, from 0, in order of time.
func (c *CaptureFile) Packet(i int) Captured {
	k := &c.list[i]
	p := Captured{At: k.at, Stamp: c.first + k.at, Octets: int(k.octets)}
	if k.port > 0 {
		p.Interface = c.Interfaces[k.port-1]
	}
	if k.data != nil {
		p.Data = *k.data
	}
	return p
}

// Packets returns all packets.
func (c *CaptureFile) Packets() iter.Seq[Captured] {
	return func(yield func(Captured) bool) {
		for i := range c.list {
			if !yield(c.Packet(i)) {
				return
			}
		}
	}
}

// sort puts packets in order of time: a network card with several queues may deliver packets
// slightly out of order. Times count from the earliest.
func (c *CaptureFile) sort() {
	slices.SortStableFunc(c.list, func(a, b compact) int { return cmp.Compare(a.at, b.at) })
	if len(c.list) == 0 {
		return
	}
	earliest := c.list[0].at
	c.first += earliest
	for i := range c.list {
		c.list[i].at -= earliest
	}
}

// Captured is a packet of a capture.
type Captured struct {
	At        time.Duration // since the first packet
	Stamp     time.Duration // since 1970; in a capture of csmacd, simulated time
	Octets    int           // on the wire, from the destination address on, without FCS
	Interface string        // its name, if it has one
	Data      []byte        // those octets, as many as were captured; nil unless they were asked for
}
