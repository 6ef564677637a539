package soft

import (
	"bytes"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/transport/icmp"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// probes are the sending side of a flow of ICMP echo requests. The receiver's stack answers by itself.
type probes struct {
	beats
	asked map[uint16]phy.Time // requests without a reply
	data  []byte
}

func newProbes(c *course) *probes {
	return &probes{beats: beats{course: c, before: -1}, asked: map[uint16]phy.Time{}}
}

func (*probes) listen() tcpip.Error { return nil }

func (p *probes) begin() {
	number := icmp.ProtocolNumber4
	if p.address.Is6() {
		number = icmp.ProtocolNumber6
	}
	p.data = echoPacket(p.address.Is6(), p.Size)
	err := p.open(p.from, &p.client, number)
	if err == nil {
		err = p.client.Connect(tcpip.FullAddress{Addr: toAddress(p.address)})
	}
	if err != nil {
		p.failure("socket", problem(err))
		p.finished, p.given = true, true
		return
	}
	p.beat(p.send)
}

// echoPacket returns an echo request with some octets of data. The stack sets its identifier and checksum.
func echoPacket(six bool, octets int) []byte {
	b := make([]byte, header.ICMPv4MinimumSize+octets) // that of IPv6 has the same header
	if six {
		header.ICMPv6(b).SetType(header.ICMPv6EchoRequest)
	} else {
		header.ICMPv4(b).SetType(header.ICMPv4Echo)
	}
	copy(b[header.ICMPv4MinimumSize:], content())
	return b
}

func (p *probes) send() {
	number := uint16(p.sent)
	p.asked[number] = p.clock.time()
	header.ICMPv4(p.data).SetSequence(number)
	p.client.Write(bytes.NewReader(p.data), tcpip.WriteOptions{})
}

func (p *probes) step(at *host) (moved bool) {
	if at != p.from || p.given || p.client.Endpoint == nil {
		return false
	}
	for {
		var b bytes.Buffer
		if _, err := p.client.Read(&b, tcpip.ReadOptions{}); err != nil {
			return moved
		}
		moved = true
		if b.Len() != len(p.data) {
			continue
		}
		number := header.ICMPv4(b.Bytes()).Sequence()
		if sent, ok := p.asked[number]; ok {
			delete(p.asked, number)
			p.arrived(int64(p.Size), sent)
		}
	}
}

func (p *probes) stop() {
	p.finished, p.given = true, true
	p.client.close()
}

func (p *probes) result(r *medium.Flow) {
	r.Pings = p.counts()
	r.RTT = times(p.times)
}

// trips implements application.
func (p *probes) trips() []phy.Time { return p.times }
