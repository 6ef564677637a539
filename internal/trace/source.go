package trace

import (
	"fmt"
	"io"
	"time"

	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"

	"github.com/csmacd/csmacd/phy"
)

// packetSource gives one packet of a capture after the other, then io.EOF. octets
// is leaveOut for one that is not to be sent again.
type packetSource func() (at time.Time, octets int, err error)

const leaveOut = -1

// openPcap reads the older format.
func openPcap(r io.Reader) (packetSource, error) {
	pcap, err := pcapgo.NewReader(r)
	if err != nil {
		return nil, err
	}
	if err := checkLink(pcap.LinkType()); err != nil {
		return nil, err
	}
	// The file's own limit may be anything, and gopacket would make that much room.
	pcap.SetSnaplen(maxCaptured)
	return func() (time.Time, int, error) {
		data, info, err := pcap.ZeroCopyReadPacketData()
		if err == io.EOF && data != nil {
			err = io.ErrUnexpectedEOF // there was a header
		}
		return info.Timestamp, info.Length, err
	}, nil
}

// openPcapng reads the newer format, ours too.
func openPcapng(r io.Reader) (packetSource, error) {
	blocks := newBlockReader(r)
	ng, err := pcapgo.NewNgReader(blocks, pcapgo.NgReaderOptions{WantMixedLinkType: true})
	if err != nil {
		return nil, err
	}
	given := 0
	return func() (time.Time, int, error) {
		data, info, err := ng.ReadPacketData()
		if err == io.EOF && given != blocks.packets {
			// An option longer than its block leads gopacket astray.
			err = fmt.Errorf("the file is damaged: an option does not fit its block")
		}
		if err != nil {
			return time.Time{}, 0, err
		}
		given++
		if err := checkLink(info.AncillaryData[0].(layers.LinkType)); err != nil {
			return time.Time{}, 0, err
		}
		octets := info.Length
		if ng.SectionInfo().Application == application {
			octets -= phy.FCSSize
			if info.CaptureLength == info.Length && !phy.CheckFCS(data) {
				octets = leaveOut
			}
		}
		return info.Timestamp, octets, nil
	}, nil
}

// checkLink refuses what is not Ethernet: there, a packet's length is not that of
// a frame.
func checkLink(t layers.LinkType) error {
	if t != layers.LinkTypeEthernet {
		return fmt.Errorf("captured on %v (link type %d), not on Ethernet", t, uint8(t))
	}
	return nil
}
