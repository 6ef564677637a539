package main

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"testing"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestFigures(t *testing.T) {
	list := []float64{1, 2, 3, 4}
	assert.Equal(t, []float64{1, 2, 4, 4}, []float64{quantile(list, 0), quantile(list, 0.5), quantile(list, 0.99), quantile(list, 1)})
	assert.Equal(t, spread{1, 2, 4}, spreadOf([]float64{4, 1, 3, 2}))
	assert.InDelta(t, 1, jain([]float64{3, 3, 3}), 1e-9)
	assert.InDelta(t, 0.25, jain([]float64{1, 0, 0, 0}), 1e-9)
	for text, x := range map[string]float64{"0": 0, "3": 3, "3.14": 3.14159, "31.4": 31.4159, "314": 314.159, "20117": 20117.2, "0.0314": 0.0314} {
		assert.Equal(t, text, plain(x))
	}
	f := figure{Name: "f", Values: []float64{301, 1}, Unit: "us", How: "so"}
	assert.Equal(t, "at most 300: **missed**", f.atMost(300).target())
	assert.Equal(t, "at least 300: met", f.atLeast(300).target())
	assert.Empty(t, f.target())
	var table bytes.Buffer
	printTable(&table, []figure{f})
	assert.Contains(t, table.String(), "| f      | 301, 1 us |        |      | so |\n")
}

// tcpFrame is a frame of a TCP stream, with its FCS.
func tcpFrame(t *testing.T, port uint16, seq uint32, payload int) []byte {
	ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: []byte{10, 0, 0, 1}, DstIP: []byte{10, 0, 0, 2}}
	tcp := &layers.TCP{SrcPort: layers.TCPPort(port), DstPort: 5201, Seq: seq}
	require.NoError(t, tcp.SetNetworkLayerForChecksum(ip))
	b := gopacket.NewSerializeBuffer()
	require.NoError(t, gopacket.SerializeLayers(b, gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true},
		&layers.Ethernet{SrcMAC: make([]byte, 6), DstMAC: make([]byte, 6), EthernetType: layers.EthernetTypeIPv4}, ip, tcp, gopacket.Payload(make([]byte, payload))))
	frame := b.Bytes()
	frame = append(frame, make([]byte, max(0, 60-len(frame)))...) // the pad is no payload
	return binary.LittleEndian.AppendUint32(frame, crc32.ChecksumIEEE(frame))
}

// What a stream brought is read from a capture: not what collided, and nothing twice.
func TestStreamOfCapture(t *testing.T) {
	var file bytes.Buffer
	w, err := pcapgo.NewNgWriterInterface(&file, pcapgo.NgInterface{Name: "h1", LinkType: layers.LinkTypeEthernet, SnapLength: 65536}, pcapgo.NgWriterOptions{})
	require.NoError(t, err)
	at := time.Duration(0)
	write := func(data []byte) {
		at += time.Millisecond
		require.NoError(t, w.WritePacket(gopacket.CaptureInfo{Timestamp: time.Unix(0, int64(at)), CaptureLength: len(data), Length: len(data)}, data))
	}
	const first = 1<<32 - 1500 // the numbers come round
	write(tcpFrame(t, 40000, 7, 37))
	write(tcpFrame(t, 40001, first, 1000))
	write(tcpFrame(t, 40001, first+2000-1<<32, 1000))
	write(tcpFrame(t, 40001, first, 1000))
	broken := tcpFrame(t, 40001, first+1000-1<<32+1<<32, 1000)
	broken[100] ^= 1
	write(broken)
	write(broken[:30])
	require.NoError(t, w.Flush())

	s, frames := newSegments(5201), 0
	require.NoError(t, readFrames(&file, func(f frame) {
		frames++
		s.add(f)
	}))
	assert.Equal(t, 4, frames)
	list := s.largest()
	require.Len(t, list, 3)
	assert.EqualValues(t, 2000, unique(list))
	assert.Equal(t, 2*time.Millisecond+1058*octetTime, list[0].at)
	assert.Error(t, readFrames(bytes.NewReader([]byte("no capture at all, and long enough")), func(frame) {}))
}

// Octets counted as spans are those that are counted one by one.
func TestUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := rapid.Uint32().Draw(t, "start")
		var list []segment
		seen := map[uint32]bool{}
		for range rapid.IntRange(0, 20).Draw(t, "segments") {
			s := segment{from: start + rapid.Uint32Range(0, 200).Draw(t, "from"), payload: rapid.IntRange(1, 60).Draw(t, "payload")}
			list = append(list, s)
			for i := range s.payload {
				seen[s.from+uint32(i)] = true
			}
		}
		assert.EqualValues(t, len(seen), unique(list))
	})
}

func TestSilences(t *testing.T) {
	s := newSilences(2, 10*time.Second, 20*time.Second)
	for _, f := range []frame{{at: 9 * time.Second}, {at: 11 * time.Second}, {at: 14 * time.Second, station: 1, data: make([]byte, 64)}, {at: 19 * time.Second}, {at: 20 * time.Second}} {
		s.add(f)
	}
	share, silence := s.worst()
	assert.InDelta(t, 1.0/3, share, 1e-9)
	assert.Equal(t, 8*time.Second, silence)
	assert.Equal(t, []float64{0, 64}, s.octets)
}
