package soft

import (
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

var (
	mine  = phy.StationAddress(0)
	other = phy.StationAddress(1)
)

// octets puts layers together to a frame, padded to 60 octets where it is shorter, as
// it comes off a wire.
func octets(t testing.TB, stack ...gopacket.SerializableLayer) []byte {
	t.Helper()
	b := gopacket.NewSerializeBuffer()
	require.NoError(t, gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}, stack...))
	frame := b.Bytes()
	for len(frame) < 60 {
		frame = append(frame, 0xa5)
	}
	return frame
}

func frameTo(to phy.Address, kind layers.EthernetType) *layers.Ethernet {
	return &layers.Ethernet{SrcMAC: other[:], DstMAC: to[:], EthernetType: kind}
}

func arpRequest(t testing.TB, to phy.Address, target string) []byte {
	return octets(t, frameTo(to, layers.EthernetTypeARP), &layers.ARP{
		AddrType: layers.LinkTypeEthernet, Protocol: layers.EthernetTypeIPv4, HwAddressSize: 6, ProtAddressSize: 4,
		Operation: layers.ARPRequest, SourceHwAddress: other[:], SourceProtAddress: []byte{10, 0, 0, 2},
		DstHwAddress: make([]byte, 6), DstProtAddress: net.ParseIP(target).To4(),
	})
}

func echoRequest(t testing.TB, to phy.Address, data string) []byte {
	return octets(t, frameTo(to, layers.EthernetTypeIPv4),
		&layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolICMPv4, SrcIP: net.IP{10, 0, 0, 2}, DstIP: net.IP{10, 0, 0, 1}},
		&layers.ICMPv4{TypeCode: layers.CreateICMPv4TypeCode(layers.ICMPv4TypeEchoRequest, 0), Id: 7, Seq: 3},
		gopacket.Payload(data))
}

func solicitation(t testing.TB) []byte {
	ip := &layers.IPv6{Version: 6, HopLimit: 255, NextHeader: layers.IPProtocolICMPv6, SrcIP: net.ParseIP("fd00::2"), DstIP: net.ParseIP("ff02::1:ff00:1")}
	icmp := &layers.ICMPv6{TypeCode: layers.CreateICMPv6TypeCode(layers.ICMPv6TypeNeighborSolicitation, 0)}
	require.NoError(t, icmp.SetNetworkLayerForChecksum(ip))
	return octets(t, frameTo(phy.Address{0x33, 0x33, 0xff, 0, 0, 1}, layers.EthernetTypeIPv6), ip, icmp, &layers.ICMPv6NeighborSolicitation{
		TargetAddress: net.ParseIP("fd00::1"),
		Options:       layers.ICMPv6Options{{Type: layers.ICMPv6OptSourceAddress, Data: other[:]}},
	})
}

// sent is the next frame that a station sends.
func sent(t testing.TB, s *Station) gopacket.Packet {
	t.Helper()
	buf := make([]byte, 2000)
	var n int
	within(t, time.Minute, "a frame", func() (ok bool) {
		var err error
		n, err = s.Read(buf)
		return err == nil
	})
	return gopacket.NewPacket(buf[:n], layers.LayerTypeEthernet, gopacket.Default)
}

func TestARPIsAnswered(t *testing.T) {
	s := station(t, 0, nil, "10.0.0.1/24")
	require.NoError(t, s.Write(arpRequest(t, phy.Broadcast, "10.0.0.1")))
	p := sent(t, s)
	assert.Len(t, p.Data(), 42, "no pad: that is the medium's to add")
	eth := p.Layer(layers.LayerTypeEthernet).(*layers.Ethernet)
	assert.Equal(t, net.HardwareAddr(other[:]), eth.DstMAC)
	assert.Equal(t, net.HardwareAddr(mine[:]), eth.SrcMAC)
	arp := p.Layer(layers.LayerTypeARP).(*layers.ARP)
	assert.EqualValues(t, layers.ARPReply, arp.Operation)
	assert.Equal(t, mine[:], arp.SourceHwAddress)
	assert.Equal(t, []byte{10, 0, 0, 1}, arp.SourceProtAddress)
	assert.Equal(t, other[:], arp.DstHwAddress)
	assert.Equal(t, []byte{10, 0, 0, 2}, arp.DstProtAddress)
}

// A ping is answered with its own data, whether the frame has a pad or not; the answer
// goes to who asked, with no question before it.
func TestPingIsAnswered(t *testing.T) {
	s := station(t, 0, nil, "10.0.0.1/24")
	for _, data := range []string{"", "x", "a ping", string(make([]byte, 1472))} {
		require.NoError(t, s.Write(arpRequest(t, phy.Broadcast, "10.0.0.1")))
		sent(t, s)
		require.NoError(t, s.Write(echoRequest(t, mine, data)))
		p := sent(t, s)
		assert.Len(t, p.Data(), 14+20+8+len(data))
		icmp := p.Layer(layers.LayerTypeICMPv4).(*layers.ICMPv4)
		assert.EqualValues(t, layers.ICMPv4TypeEchoReply, icmp.TypeCode.Type())
		assert.EqualValues(t, 7, icmp.Id)
		assert.EqualValues(t, 3, icmp.Seq)
		assert.Equal(t, data, string(icmp.Payload))
		assert.Nil(t, p.ErrorLayer())
	}
}

func TestNeighbourSolicitationIsAnswered(t *testing.T) {
	s := station(t, 0, nil, "fd00::1/64")
	require.NoError(t, s.Write(solicitation(t)))
	p := sent(t, s)
	na := p.Layer(layers.LayerTypeICMPv6NeighborAdvertisement).(*layers.ICMPv6NeighborAdvertisement)
	assert.Equal(t, net.ParseIP("fd00::1"), na.TargetAddress)
	assert.Equal(t, mine[:], na.Options[0].Data)
}

// What is for others, or is nothing at all, brings about no answer.
func TestOthersFramesAreIgnored(t *testing.T) {
	s := station(t, 0, all, "10.0.0.1/24")
	buf := make([]byte, 2000)
	for _, frame := range [][]byte{
		arpRequest(t, phy.Broadcast, "10.0.0.7"),
		arpRequest(t, phy.StationAddress(5), "10.0.0.1"),
		echoRequest(t, phy.StationAddress(5), "for another"),
		echoRequest(t, phy.Address{0x01, 0, 0x5e, 1, 2, 3}, "for a group")[:20],
		append(mine[:], make([]byte, 54)...),
	} {
		require.NoError(t, s.Write(frame))
		_, err := s.Read(buf)
		assert.ErrorIs(t, err, tap.ErrNothing)
	}
	for _, n := range []int{0, 1, 13, 1519, 9000, 1 << 17} {
		assert.ErrorIs(t, s.Write(make([]byte, n)), tap.ErrNotTaken, "%d octets", n)
	}
	require.NoError(t, s.Write(arpRequest(t, phy.Broadcast, "10.0.0.1")))
	sent(t, s)
}

// A station that nobody talks to says nothing.
func TestIdleIsSilent(t *testing.T) {
	t.Parallel()
	s := station(t, 0, all, "10.0.0.1/24", "fd00::1/64")
	var woken atomic.Int32
	require.NoError(t, s.Start(func() { woken.Add(1) }))
	time.Sleep(5 * time.Second) // what is shown is that nothing happens
	n, err := s.Read(make([]byte, 2000))
	assert.ErrorIs(t, err, tap.ErrNothing, "a frame of %d octets", n)
	assert.Zero(t, woken.Load())
	assert.Zero(t, s.Dropped())
}

// Where nobody reads, the queue fills, and what does not fit is counted; once read, it
// goes on.
func TestFullQueueDrops(t *testing.T) {
	s := station(t, 0, nil, "10.0.0.1/24")
	var woken int
	require.NoError(t, s.Write(arpRequest(t, phy.Broadcast, "10.0.0.1")))
	require.NoError(t, s.Start(func() { woken++ }))
	assert.Equal(t, 1, woken, "one waited already")
	sent(t, s)
	const more = 36
	for range queueLength + more {
		require.NoError(t, s.Write(echoRequest(t, mine, "again")))
	}
	assert.EqualValues(t, more, s.Dropped())
	assert.Equal(t, 1+queueLength, woken, "once for each frame")
	for range queueLength {
		n, err := s.Read(make([]byte, 4)) // cut, but its length is told
		require.NoError(t, err)
		require.Equal(t, 14+20+8+5, n)
	}
	_, err := s.Read(nil)
	assert.ErrorIs(t, err, tap.ErrNothing)
	require.NoError(t, s.Write(echoRequest(t, mine, "again")))
	sent(t, s)
}

// FuzzWrite hands a station whatever there may be on a wire; it answers a ping after it.
func FuzzWrite(f *testing.F) {
	for _, frame := range [][]byte{
		arpRequest(f, phy.Broadcast, "10.0.0.1"), echoRequest(f, mine, "a ping"), solicitation(f),
		octets(f, frameTo(mine, layers.EthernetTypeIPv4),
			&layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: net.IP{10, 0, 0, 2}, DstIP: net.IP{10, 0, 0, 1}},
			tcpSegment()),
		octets(f, frameTo(mine, layers.EthernetTypeIPv4),
			&layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolIGMP, SrcIP: net.IP{10, 0, 0, 2}, DstIP: net.IP{224, 0, 0, 1}},
			gopacket.Payload("\x11\x64\xee\x9b\x00\x00\x00\x00")),
		octets(f, frameTo(mine, layers.EthernetTypeIPv6),
			&layers.IPv6{Version: 6, NextHeader: layers.IPProtocolIPv6HopByHop, HopLimit: 1, SrcIP: net.ParseIP("fe80::2"), DstIP: net.ParseIP("ff02::1")},
			gopacket.Payload("\x3a\x00\x05\x02\x00\x00\x01\x00\x82\x00\x00\x00\x00\x00\x00\x00")),
	} {
		f.Add(frame, frame)
	}
	s, err := New(Config{Ether: mine, Serve: all, Addresses: []netip.Prefix{
		netip.MustParsePrefix("10.0.0.1/24"), netip.MustParsePrefix("fd00::1/64")}})
	require.NoError(f, err)
	f.Cleanup(func() { s.Close() })
	f.Fuzz(func(t *testing.T, first, second []byte) {
		for _, frame := range [][]byte{first, second} {
			if len(frame) >= 14 && frame[0]&1 == 0 {
				copy(frame, mine[:])
			}
			if err := s.Write(frame); err != nil {
				require.ErrorIs(t, err, tap.ErrNotTaken)
			}
		}
		for buf := make([]byte, 2000); ; {
			if n, err := s.Read(buf); err != nil {
				require.ErrorIs(t, err, tap.ErrNothing)
				break
			} else {
				require.LessOrEqual(t, n, 1514)
			}
		}
	})
}

func tcpSegment() *layers.TCP {
	s := &layers.TCP{SrcPort: 4000, DstPort: 80, SYN: true, Window: 1000}
	s.SetNetworkLayerForChecksum(&layers.IPv4{Protocol: layers.IPProtocolTCP, SrcIP: net.IP{10, 0, 0, 2}, DstIP: net.IP{10, 0, 0, 1}})
	return s
}
