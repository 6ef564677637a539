//go:build !js

package trace

import (
	"errors"
	"fmt"
	"io"
	mathbits "math/bits"
	"time"

	"github.com/csmacd/csmacd/phy"
)

// pcapngSource reads the newer format, which csmacd writes too: sections, each with its own
// interfaces (draft-ietf-opsawg-pcapng, 4).
type pcapngSource struct {
	blocks     *blockReader
	ours       bool             // csmacd wrote the section
	interfaces []sourcePort     // of the section
	names      []string         // of the interfaces of all sections
	places     map[string]int32 // of the names, from 1
}

// sourcePort is an interface that packets are read from.
type sourcePort struct {
	place  int32 // of its name; 0: it has none
	link   uint32
	second uint64 // units of a stamp in a second
	offset uint64 // seconds that are added to stamps
}

func openPcapng(r io.Reader) (packetSource, error) {
	p := &pcapngSource{blocks: newBlockReader(r), places: map[string]int32{}}
	b, err := p.blocks.next()
	if err != nil {
		return nil, err
	}
	return p, p.section(b)
}

func (p *pcapngSource) ports() []string { return p.names }

// next reads up to the end of the next packet.
func (p *pcapngSource) next() (q sourcePacket, err error) {
	for {
		b, err := p.blocks.next()
		if err != nil {
			return q, err
		}
		switch b.kind {
		case blockSection:
			err = p.section(b)
		case blockInterface:
			err = p.port(b)
		case blockSimplePacket:
			err = errors.New("it has no time (a Simple Packet Block)")
		case blockPacket, blockEnhancedPacket:
			return p.packet(b)
		}
		if err != nil {
			return q, err
		}
	}
}

// section begins a section.
func (p *pcapngSource) section(b block) error {
	if b.order.Uint16(b.body[4:]) != 1 || b.order.Uint16(b.body[6:]) != 0 {
		return errors.New("unknown pcapng version in the section header")
	}
	p.ours, p.interfaces = false, p.interfaces[:0]
	return b.options(16, func(code uint16, value []byte) error {
		if code == optionApplication {
			p.ours = string(value) == application
		}
		return nil
	})
}

// port adds an interface.
func (p *pcapngSource) port(b block) error {
	port, name := sourcePort{link: uint32(b.order.Uint16(b.body)), second: 1e6}, ""
	err := b.options(8, func(code uint16, value []byte) (err error) {
		switch {
		case code == optionName:
			name = string(value)
		case code == optionResolution && len(value) > 0 && value[0] != 0:
			port.second, err = unitsOfSecond(value[0])
		case code == optionOffset && len(value) >= 8:
			port.offset = b.order.Uint64(value)
		}
		return err
	})
	if err != nil {
		return err
	}
	if port.place = p.places[name]; name != "" && port.place == 0 {
		p.names = append(p.names, name)
		port.place = int32(len(p.names))
		p.places[name] = port.place
	}
	p.interfaces = append(p.interfaces, port)
	return nil
}

// unitsOfSecond reads the resolution of stamps: 10^-n s is n, and 2^-n s is n with the highest
// bit set. A second must fit into the 64 bits of a stamp.
func unitsOfSecond(resolution byte) (uint64, error) {
	base, most, n := uint64(10), byte(19), resolution&0x7f
	if resolution&0x80 != 0 {
		base, most = 2, 63
	}
	if n > most {
		return 0, fmt.Errorf("the file is damaged: an interface has stamps in units of %d^-%d s (if_tsresol %d)", base, n, resolution)
	}
	units := uint64(1)
	for range n {
		units *= base
	}
	return units, nil
}

// packet reads a packet out of its block, which is long enough for it.
func (p *pcapngSource) packet(b block) (q sourcePacket, err error) {
	number := b.order.Uint32(b.body)
	if b.kind == blockPacket {
		number = uint32(b.order.Uint16(b.body)) // the rest counts drops
	}
	if int64(number) >= int64(len(p.interfaces)) {
		return q, fmt.Errorf("interface id %d not present in section (have only %d interfaces)", number, len(p.interfaces))
	}
	port := &p.interfaces[number]
	if err := checkLink(port.link); err != nil {
		return q, err
	}
	stamp := uint64(b.order.Uint32(b.body[4:]))<<32 | uint64(b.order.Uint32(b.body[8:]))
	high, low := mathbits.Mul64(stamp%port.second, 1e9)
	nanoseconds, _ := mathbits.Div64(high, low, port.second)
	captured, octets := b.order.Uint32(b.body[12:]), b.order.Uint32(b.body[16:])
	q = sourcePacket{
		at: time.Unix(int64(stamp/port.second+port.offset), int64(nanoseconds)).UTC(), octets: int(octets),
		data: b.body[20 : 20+captured], port: port.place,
	}
	if p.ours {
		q.octets -= phy.FCSSize
		if q.octets < 0 || captured == octets && !phy.CheckFCS(q.data) {
			q.octets = leaveOut
		}
	}
	return q, nil
}
