package recount

import (
	"encoding/binary"

	"github.com/csmacd/csmacd/internal/trace"
	"github.com/csmacd/csmacd/medium"
)

// The octets of the frames of hosts are read as a program that reads a capture would: Ethernet, IPv4 (RFC 791), TCP (RFC 9293),
// UDP (RFC 768), ICMP (RFC 792).

// octets keeps the octets of all frames that arrive at their stations.
type octets struct {
	net      medium.Network
	contents trace.Contents
	of       map[key][]byte
}

// Interest implements [medium.Observer].
func (o *octets) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Queued, medium.Dropped)}
}

// Observe implements [medium.Observer].
func (o *octets) Observe(e *medium.Event) {
	k := key{o.net.Name(int(e.Frame.Source)), int(e.Frame.Number)}
	if _, ok := o.of[k]; !ok && e.Frame.Ref != 0 {
		o.of[k] = o.contents.AppendFrame(nil, e.Frame)
	}
}

// packet is what is in a frame of a host.
type packet struct {
	id     identifier
	offset int  // of a fragment
	more   bool // fragments follow
	data   []byte
}

// identifier is what the fragments of a packet have in common.
type identifier struct {
	protocol  byte // of IP
	number    uint16
	addresses [8]byte // from and to
}

const (
	icmp byte = 1
	tcp  byte = 6
	udp  byte = 17
)

// packetOf returns the packet of IPv4 in a frame.
func packetOf(b []byte) (p packet, ok bool) {
	if len(b) < 34 || binary.BigEndian.Uint16(b[12:]) != 0x0800 {
		return p, false
	}
	ip := b[14:]
	header, total := int(ip[0]&15)*4, int(binary.BigEndian.Uint16(ip[2:]))
	flags := binary.BigEndian.Uint16(ip[6:])
	return packet{identifier{ip[9], binary.BigEndian.Uint16(ip[4:]), [8]byte(ip[12:])}, int(flags&0x1fff) * 8, flags&0x2000 != 0, ip[header:total]}, true
}

// piece is a segment of TCP.
type piece struct {
	from, to      int // ports
	seq, ack      uint32
	syn, fin, rst bool
	acks          bool
	data          []byte
}

func pieceOf(p packet) (s piece) {
	b := p.data
	flags := b[13]
	return piece{
		from: int(binary.BigEndian.Uint16(b)), to: int(binary.BigEndian.Uint16(b[2:])), seq: binary.BigEndian.Uint32(b[4:]), ack: binary.BigEndian.Uint32(b[8:]),
		fin: flags&1 != 0, syn: flags&2 != 0, rst: flags&4 != 0, acks: flags&16 != 0, data: b[int(b[12]>>4)*4:],
	}
}

// fragments puts packets together again.
type fragments map[identifier]map[int]packet

// whole returns a packet when all fragments of it are there.
func (f fragments) whole(p packet) ([]byte, bool) {
	if p.offset == 0 && !p.more {
		return p.data, true
	}
	parts := f[p.id]
	if parts == nil {
		parts = map[int]packet{}
		f[p.id] = parts
	}
	parts[p.offset] = p
	var all []byte
	for {
		x, ok := parts[len(all)]
		if !ok {
			return nil, false
		}
		all = append(all, x.data...)
		if !x.more {
			delete(f, p.id)
			return all, true
		}
	}
}
