//go:build !js

package trace

import (
	"fmt"
	"io"
	"time"

	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"

	"github.com/csmacd/csmacd/phy"
)

// packetSource gives one packet of a capture after the other, then io.EOF.
type packetSource struct {
	next  func() (sourcePacket, error)
	ports func() []string // names of the interfaces so far
}

// sourcePacket is a packet as it is read. Its data is valid until the next is.
type sourcePacket struct {
	at     time.Time
	octets int // on the wire; leaveOut for one that is not to be sent again
	data   []byte
	port   string // name of its interface
}

const leaveOut = -1

// openPcap reads the older format.
func openPcap(r io.Reader) (source packetSource, err error) {
	pcap, err := pcapgo.NewReader(r)
	if err != nil {
		return source, err
	}
	if err := checkLink(pcap.LinkType()); err != nil {
		return source, err
	}
	// The file's own limit may be anything, and gopacket would make that much room.
	pcap.SetSnaplen(maxCaptured)
	source.ports = func() []string { return nil }
	source.next = func() (sourcePacket, error) {
		data, info, err := pcap.ZeroCopyReadPacketData()
		if err == io.EOF && data != nil {
			err = io.ErrUnexpectedEOF // there was a header
		}
		return sourcePacket{at: info.Timestamp, octets: info.Length, data: data}, err
	}
	return source, nil
}

// openPcapng reads the newer format, ours too.
func openPcapng(r io.Reader) (source packetSource, err error) {
	blocks := newBlockReader(r)
	ng, err := pcapgo.NewNgReader(blocks, pcapgo.NgReaderOptions{WantMixedLinkType: true})
	if err != nil {
		return source, err
	}
	given := 0
	ports := portNames{ng: ng, seen: map[string]bool{}}
	source.ports = ports.all
	source.next = func() (p sourcePacket, err error) {
		data, info, err := ng.ReadPacketData()
		if err == io.EOF && given != blocks.packets {
			// An option longer than its block leads gopacket astray.
			err = fmt.Errorf("the file is damaged: an option does not fit its block")
		}
		if err != nil {
			return p, err
		}
		given++
		if err := checkLink(info.AncillaryData[0].(layers.LinkType)); err != nil {
			return p, err
		}
		p = sourcePacket{at: info.Timestamp, octets: info.Length, data: data, port: ports.of(info.InterfaceIndex)}
		if ng.SectionInfo().Application == application {
			p.octets -= phy.FCSSize
			if p.octets < 0 || info.CaptureLength == info.Length && !phy.CheckFCS(data) {
				p.octets = leaveOut
			}
		}
		return p, nil
	}
	return source, nil
}

// portNames gathers the names of interfaces. A section of a file begins its own, and
// takes those before it away.
type portNames struct {
	ng    *pcapgo.NgReader
	known int // interfaces of this section that have been seen
	names []string
	seen  map[string]bool
}

// of gives the name of the interface of the packet that has just been read.
func (p *portNames) of(i int) string {
	port, _ := p.ng.Interface(i)
	if p.ng.NInterfaces() != p.known || !p.seen[port.Name] {
		p.all()
	}
	return port.Name
}

// all gives the names of all interfaces so far.
func (p *portNames) all() []string {
	p.known = p.ng.NInterfaces()
	for i := range p.known {
		port, _ := p.ng.Interface(i)
		if port.Name != "" && !p.seen[port.Name] {
			p.names = append(p.names, port.Name)
		}
		p.seen[port.Name] = true
	}
	return p.names
}

// checkLink refuses what is not Ethernet: there, a packet's length is not that of
// a frame.
func checkLink(t layers.LinkType) error {
	if t != layers.LinkTypeEthernet {
		return fmt.Errorf("captured on %v (link type %d), not on Ethernet", t, uint8(t))
	}
	return nil
}
