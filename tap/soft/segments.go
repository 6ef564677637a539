package soft

import (
	"slices"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/seqnum"

	"github.com/csmacd/csmacd/phy"
)

// segments measures one direction of TCP connections by their segments: those that the sender of the data passes to its station and
// gets from it, and those that the receiver gets.
type segments struct {
	counted
	client, server uint16 // ports of the sender and of the receiver
	known          bool   // the first sequence number is known

	next   seqnum.Value // of the sender: after the highest octet sent
	acked  seqnum.Value // of the sender: after the highest octet acknowledged
	heard  int64        // octets that the sender knows to have arrived, of this connection
	flying []flying     // sent once, and not acknowledged yet, in order

	lost     []span // of the sender, of segments that a station gave up, and not sent again yet
	timeouts uint64 // that the sender has had

	expected seqnum.Value // of the receiver: the next octet
	ahead    []span       // received after a gap
}

// counted is what is counted of all connections.
type counted struct {
	rtt       []phy.Time
	repeated  uint64 // segments that were sent again
	discarded uint64 // segments, either way, that a station gave up
	late      uint64 // timeouts of a segment that was lost so
	early     uint64 // segments that were received after a gap
}

// add adds what others have counted.
func (s *counted) add(o *counted) {
	s.rtt = append(s.rtt, o.rtt...)
	s.repeated += o.repeated
	s.discarded += o.discarded
	s.late += o.late
	s.early += o.early
}

// flying is a segment on its way. Its round trip ends with the acknowledgement of end.
type flying struct {
	end seqnum.Value
	at  phy.Time
}

type span struct{ from, to seqnum.Value }

// begin takes note of the ports of a new connection.
func (s *segments) begin(client, server uint16) {
	s.client, s.server, s.known, s.heard = client, server, false, 0
	s.flying, s.ahead, s.lost, s.timeouts = s.flying[:0], s.ahead[:0], s.lost[:0], 0
}

// left takes note of a segment that the sender's stack passes to its station, after a number of
// timeouts.
func (s *segments) left(t segment, at phy.Time, timeouts uint64) {
	if t.SourcePort() != s.client || t.DestinationPort() != s.server {
		return
	}
	from := seqnum.Value(t.SequenceNumber())
	if t.Flags().Contains(header.TCPFlagSyn) {
		s.next, s.acked, s.expected, s.known = from.Add(1), from.Add(1), from.Add(1), true
		return
	}
	if t.size == 0 || !s.known {
		return
	}
	to := from.Add(t.size)
	if from.LessThan(s.next) {
		s.repeated++
		if s.again(from, to) && timeouts > s.timeouts {
			s.late++
		}
		s.timeouts = timeouts
		// Sent again: which of the two an acknowledgement is for is not known (Karn).
		s.flying = slices.DeleteFunc(s.flying, func(f flying) bool { return from.LessThan(f.end) && f.end.LessThanEq(to) })
	} else {
		s.flying = append(s.flying, flying{to, at})
	}
	if s.next.LessThan(to) {
		s.next = to
	}
}

// again takes note that the sender sends octets again. It reports whether the first of them was lost
// with a segment that the station gave up.
func (s *segments) again(from, to seqnum.Value) (lost bool) {
	s.lost = slices.DeleteFunc(s.lost, func(x span) bool {
		lost = lost || x.from.LessThanEq(from) && from.LessThan(x.to)
		return from.LessThan(x.to) && x.from.LessThan(to)
	})
	return lost
}

// gaveUp takes note of a segment that a station has discarded after too many collisions.
func (s *segments) gaveUp(t segment) {
	switch {
	case t.SourcePort() == s.client && t.DestinationPort() == s.server:
		if from := seqnum.Value(t.SequenceNumber()); t.size > 0 {
			s.lost = append(s.lost, span{from, from.Add(t.size)})
		}
	case t.SourcePort() != s.server || t.DestinationPort() != s.client:
		return
	}
	s.discarded++
}

// acknowledged takes note of a segment that the sender's station has received. The newest segment that
// it acknowledges has made its round trip.
func (s *segments) acknowledged(t segment, at phy.Time) {
	if t.SourcePort() != s.server || t.DestinationPort() != s.client || !t.Flags().Contains(header.TCPFlagAck) {
		return
	}
	ack, k := seqnum.Value(t.AckNumber()), 0
	if s.known && s.acked.LessThan(ack) {
		s.heard += int64(s.acked.Size(ack))
		s.acked = ack
	}
	for k < len(s.flying) && s.flying[k].end.LessThanEq(ack) {
		k++
	}
	if k > 0 {
		s.rtt = append(s.rtt, at-s.flying[k-1].at)
		s.flying = slices.Delete(s.flying, 0, k)
	}
}

// inFlight returns the octets sent and not acknowledged.
func (s *segments) inFlight() int64 {
	if s.next.LessThan(s.acked) { // the end of the data is acknowledged too
		return 0
	}
	return int64(s.acked.Size(s.next))
}

// arrived takes note of a segment that the receiver's station has received.
func (s *segments) arrived(t segment) {
	if t.size == 0 || !s.known || t.SourcePort() != s.client || t.DestinationPort() != s.server {
		return
	}
	from := seqnum.Value(t.SequenceNumber())
	to := from.Add(t.size)
	switch {
	case s.expected.LessThan(from):
		s.early++
		s.ahead = append(s.ahead, span{from, to})
	case s.expected.LessThan(to):
		s.expected = to
		for again := true; again; {
			again = false
			s.ahead = slices.DeleteFunc(s.ahead, func(x span) bool {
				fits := x.from.LessThanEq(s.expected)
				if fits && s.expected.LessThan(x.to) {
					s.expected, again = x.to, true
				}
				return fits
			})
		}
	}
}

// segment is a TCP segment with some octets of data.
type segment struct {
	header.TCP
	size           seqnum.Size
	source, target tcpip.Address
}

// segmentOf returns the segment in a frame, if there is one.
func segmentOf(frame []byte) (s segment, ok bool) {
	if len(frame) < header.EthernetMinimumSize {
		return s, false
	}
	packet := frame[header.EthernetMinimumSize:]
	var payload []byte
	switch header.Ethernet(frame).Type() {
	case header.IPv4ProtocolNumber:
		ip := header.IPv4(packet)
		if !ip.IsValid(len(packet)) || ip.TransportProtocol() != header.TCPProtocolNumber || ip.FragmentOffset() > 0 {
			return s, false
		}
		payload, s.source, s.target = ip.Payload(), ip.SourceAddress(), ip.DestinationAddress()
	case header.IPv6ProtocolNumber:
		ip := header.IPv6(packet)
		if !ip.IsValid(len(packet)) || ip.NextHeader() != uint8(header.TCPProtocolNumber) {
			return s, false
		}
		payload, s.source, s.target = ip.Payload(), ip.SourceAddress(), ip.DestinationAddress()
	default:
		return s, false
	}
	if len(payload) < header.TCPMinimumSize {
		return s, false
	}
	s.TCP = payload
	if offset := int(s.DataOffset()); offset >= header.TCPMinimumSize && offset <= len(payload) {
		s.size = seqnum.Size(len(payload) - offset)
		return s, true
	}
	return s, false
}
