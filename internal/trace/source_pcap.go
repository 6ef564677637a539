//go:build !js

package trace

import (
	"encoding/binary"
	"fmt"
	"io"
	"time"
)

// pcapSource reads the older format (draft-ietf-opsawg-pcap): a header of 24 octets, and
// before each packet one of 16.
type pcapSource struct {
	r     io.Reader
	order binary.ByteOrder
	unit  int64 // of the fraction of a stamp, in nanoseconds
	head  [16]byte
	data  []byte
}

func openPcap(r io.Reader) (packetSource, error) {
	var head [24]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	p := &pcapSource{r: r, order: binary.LittleEndian, unit: 1}
	switch string(head[:4]) {
	case "\xa1\xb2\xc3\xd4":
		p.order, p.unit = binary.BigEndian, 1000
	case "\xd4\xc3\xb2\xa1":
		p.unit = 1000
	case "\xa1\xb2\x3c\x4d":
		p.order = binary.BigEndian
	}
	if major := p.order.Uint16(head[4:]); major != 2 {
		return nil, fmt.Errorf("unknown major version %d", major)
	}
	if minor := p.order.Uint16(head[6:]); minor != 4 {
		return nil, fmt.Errorf("unknown minor version %d", minor)
	}
	// The upper half describes the FCS: its presence and length.
	return p, checkLink(p.order.Uint32(head[20:]) & 0xffff)
}

func (p *pcapSource) ports() []string { return nil }

func (p *pcapSource) next() (q sourcePacket, err error) {
	if _, err := io.ReadFull(p.r, p.head[:]); err != nil {
		return q, err
	}
	seconds, fraction := p.order.Uint32(p.head[0:]), p.order.Uint32(p.head[4:])
	captured, octets := p.order.Uint32(p.head[8:]), p.order.Uint32(p.head[12:])
	switch {
	case captured > maxCaptured: // whatever limit the file gives
		return q, fmt.Errorf("capture length exceeds snap length: %d > %d", captured, maxCaptured)
	case captured > octets:
		return q, fmt.Errorf("capture length exceeds original packet length: %d > %d", captured, octets)
	case int(captured) > cap(p.data):
		p.data = make([]byte, captured, maxCaptured)
	}
	p.data = p.data[:captured]
	if _, err := io.ReadFull(p.r, p.data); err == io.EOF {
		return q, io.ErrUnexpectedEOF // there was a header
	} else if err != nil {
		return q, err
	}
	return sourcePacket{at: time.Unix(int64(seconds), int64(fraction)*p.unit).UTC(), octets: int(octets), data: p.data}, nil
}
