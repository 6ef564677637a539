package soft

import (
	"encoding/binary"
	"net"
	"runtime"
	"testing"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// A flood of questions from hosts that are not there (connections begun, datagrams,
// fragments without an end, addresses asked for) leaves memory as it was, and the
// station answers after it.
func TestFlood(t *testing.T) {
	s := station(t, 0, all, "10.0.0.1/24")
	before := heap()
	buf := make([]byte, 2000)
	for i := range uint32(5000) {
		source := make(net.IP, 4)
		binary.BigEndian.PutUint32(source, 10<<24+2+i%250)
		ip := func(p layers.IPProtocol) *layers.IPv4 {
			return &layers.IPv4{Version: 4, TTL: 64, Id: uint16(i), Protocol: p, SrcIP: source, DstIP: net.IP{10, 0, 0, 1}}
		}
		tcpIP, udpIP, fragment := ip(layers.IPProtocolTCP), ip(layers.IPProtocolUDP), ip(layers.IPProtocolUDP)
		fragment.Flags = layers.IPv4MoreFragments
		syn := &layers.TCP{SrcPort: layers.TCPPort(1024 + i), DstPort: 80, Seq: i, SYN: true, Window: 1000}
		datagram := &layers.UDP{SrcPort: layers.UDPPort(1024 + i), DstPort: 7}
		require.NoError(t, syn.SetNetworkLayerForChecksum(tcpIP))
		require.NoError(t, datagram.SetNetworkLayerForChecksum(udpIP))
		eth := frameTo(mine, layers.EthernetTypeIPv4)
		for _, frame := range [][]byte{
			octets(t, eth, tcpIP, syn),
			octets(t, eth, udpIP, datagram, gopacket.Payload(buf[:1000])),
			octets(t, eth, fragment, gopacket.Payload(buf[:1480])),
		} {
			require.NoError(t, s.Write(frame))
		}
		for {
			if _, err := s.Read(buf); err != nil {
				require.ErrorIs(t, err, tap.ErrNothing)
				break
			}
		}
	}
	after := heap()
	t.Logf("heap: %d KiB before, %d KiB after", before>>10, after>>10)
	assert.Less(t, after, before+64<<20)
	require.NoError(t, s.Write(arpRequest(t, phy.Broadcast, "10.0.0.1")))
	for sent(t, s).Layer(layers.LayerTypeARP) == nil {
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
