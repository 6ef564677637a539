package trace

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
)

// aDay is when the captures of these tests were made.
var aDay = time.Date(2024, 2, 29, 12, 0, 0, 123456789, time.UTC)

// written are packets of 60, 61, ... octets, a millisecond apart.
func written(n int, write func(gopacket.CaptureInfo, []byte) error) {
	for i := range n {
		data := make([]byte, 60+i)
		info := gopacket.CaptureInfo{Timestamp: aDay.Add(time.Duration(i) * time.Millisecond), CaptureLength: len(data), Length: len(data)}
		if err := write(info, data); err != nil {
			panic(err)
		}
	}
}

func pcapFile(n int, link layers.LinkType) []byte {
	var b bytes.Buffer
	w := pcapgo.NewWriterNanos(&b)
	_ = w.WriteFileHeader(65535, link)
	written(n, w.WritePacket)
	return b.Bytes()
}

func pcapngFile(n int, link layers.LinkType) []byte {
	var b bytes.Buffer
	w, _ := pcapgo.NewNgWriter(&b, link)
	written(n, w.WritePacket)
	_ = w.Flush()
	return b.Bytes()
}

// captured is a packet that was captured so long after the first.
func captured(at time.Duration, octets int) Captured { return Captured{At: at, Octets: octets} }

// packets returns those of a file by their time since the first and their length alone.
func packets(c CaptureFile) (list []Captured) {
	for p := range c.Packets() {
		list = append(list, captured(p.At, p.Octets))
	}
	return list
}

var threePackets = []Captured{captured(0, 60), captured(time.Millisecond, 61), captured(2*time.Millisecond, 62)}

func TestReadCapture(t *testing.T) {
	zip := func(file []byte) []byte {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = w.Write(file)
		_ = w.Close()
		return b.Bytes()
	}
	var micro bytes.Buffer
	w := pcapgo.NewWriter(&micro)
	_ = w.WriteFileHeader(65535, layers.LinkTypeEthernet)
	written(3, w.WritePacket)

	ng, pcap := pcapngFile(3, layers.LinkTypeEthernet), pcapFile(3, layers.LinkTypeEthernet)
	for name, file := range map[string][]byte{"pcap": pcap, "microseconds": micro.Bytes(), "pcapng": ng, "pcap.gz": zip(pcap), "pcapng.gz": zip(ng)} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, file, 0o600))
		got, err := ReadCapture(path, false)
		require.NoError(t, err)
		require.Equal(t, threePackets, packets(got), name)
	}
}

// Written on a machine of the other order of octets.
func TestReadCaptureBigEndian(t *testing.T) {
	words := func(w ...uint32) (b []byte) {
		for _, v := range w {
			b = binary.BigEndian.AppendUint32(b, v)
		}
		return b
	}
	pcap := words(0xa1b2c3d4, 2<<16|4, 0, 0, 65535, 1, 7, 5, 4, 1518, 0)
	got, err := readCapture(bytes.NewReader(pcap), false)
	require.NoError(t, err)
	require.Equal(t, []Captured{captured(0, 1518)}, packets(got), "its length on the wire")

	section := words(0x0a0d0d0a, 28, 0x1a2b3c4d, 1<<16, 0xffffffff, 0xffffffff, 28)
	ng := append(section, words(1, 20, 1<<16, 0, 20, 6, 36, 0, 0, 7, 4, 1518, 0, 36)...)
	got, err = readCapture(bytes.NewReader(ng), false)
	require.NoError(t, err)
	require.Equal(t, []Captured{captured(0, 1518)}, packets(got))
	// A second section, in the other order.
	got, err = readCapture(bytes.NewReader(append(ng, pcapngFile(2, layers.LinkTypeEthernet)...)), false)
	require.NoError(t, err)
	require.Equal(t, 3, got.Len())
}

// What a run has written can be sent again: each frame once, as long as it was.
func TestReadCaptureOfOurOwn(t *testing.T) {
	file := capture(t, names{"A", "B"}, rules(), Options{At: AllStations}, all(rules(),
		tx{frame: frame(0, 1, 1, 64), attempt: 1, jam: bits(64)},
		tx{frame: frame(1, 0, 1, 1518), attempt: 1, jam: bits(64 + 8*100), late: true},
		tx{frame: frame(0, 1, 1, 64), attempt: 2, start: bits(2000)},
		tx{frame: frame(1, medium.Broadcast, 1, 1518), attempt: 2, start: bits(3000)}))
	got, err := readCapture(bytes.NewReader(file), false)
	require.NoError(t, err)
	require.Equal(t, []Captured{captured(0, 60), captured(100*time.Microsecond, 1514)}, packets(got))
}

func TestReadCaptureSorts(t *testing.T) {
	var b bytes.Buffer
	w := pcapgo.NewWriterNanos(&b)
	_ = w.WriteFileHeader(65535, layers.LinkTypeEthernet)
	for i, ms := range []int{5, 3, 9, 3} {
		info := gopacket.CaptureInfo{Timestamp: aDay.Add(time.Duration(ms) * time.Millisecond), CaptureLength: 1, Length: 60 + i}
		require.NoError(t, w.WritePacket(info, []byte{0}))
	}
	got, err := readCapture(&b, false)
	require.NoError(t, err)
	require.Equal(t, []Captured{captured(0, 61), captured(0, 63), captured(2*time.Millisecond, 60), captured(6*time.Millisecond, 62)}, packets(got))
}

func TestReadCaptureErrors(t *testing.T) {
	ng, pcap := pcapngFile(3, layers.LinkTypeEthernet), pcapFile(3, layers.LinkTypeEthernet)
	// change puts a 32-bit number into a file, so far from its end.
	change := func(file []byte, fromEnd int, v uint32) []byte {
		file = bytes.Clone(file)
		binary.LittleEndian.PutUint32(file[len(file)-fromEnd:], v)
		return file
	}
	last := 32 + 64 // the last block of ng: 62 octets, padded
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"empty", nil, ErrNotCapture.Error()},
		{"a text", []byte("schema: csmacd/scenario/1"), ErrNotCapture.Error()},
		{"a broken gzip", []byte("\x1f\x8b and so on"), ErrNotCapture.Error()},
		{"pcap's header cut", pcap[:20], "the file ends within its header"},
		{"pcapng's header cut", ng[:20], "the file ends within its header"},
		{"pcap cut in a header", pcap[:len(pcap)-62-3], "packet 3: the file ends within it"},
		{"pcap cut after a header", pcap[:len(pcap)-62], "packet 3: the file ends within it"},
		{"pcap cut in the data", pcap[:len(pcap)-1], "packet 3: the file ends within it"},
		{"pcapng cut", ng[:len(ng)-1], "packet 3: the file ends within it"},
		{"pcapng cut in a head", ng[:len(ng)-last+10], "packet 3: the file ends within it"},
		{"pcapng cut in a packet's head", ng[:len(ng)-last+22], "packet 3: the file ends within it"},
		{"pcap of another link", pcapFile(3, layers.LinkTypeLinuxSLL), "captured on Linux SLL (link type 113), not on Ethernet"},
		{"pcapng of another link", pcapngFile(3, layers.LinkTypeRaw), "packet 1: captured on Raw (link type 101), not on Ethernet"},
		{"pcap's length a lie", change(pcap, 62+8, 1<<31), "packet 3: capture length exceeds snap length: 2147483648 > 262144"},
		{"pcapng's length a lie", change(ng, last-20, 1<<31), "packet 3: the file is damaged: 2147483648 octets in a block of 96"},
		{"a block's length odd", change(ng, last-4, 97), "packet 3: the file is damaged: a block of 97 octets"},
		{"a block's length nothing", change(ng, last-4, 0), "packet 3: the file is damaged: a block of 0 octets"},
		{"a packet without time", change(ng, last, blockSimplePacket), "packet 3: it has no time (a Simple Packet Block)"},
		{"no such interface", change(ng, last-8, 9), "packet 3: interface id 9 not present in section (have only 1 interfaces)"},
		{"a section in no order", change(change(ng, last, blockSection), last-8, 9), "packet 3: the file is damaged: a section has no byte order"},
		{"an option too long", pcapngWith(blockInterface, 0, 0, 2|1<<16<<4, 0), "packet 1: the file is damaged: an option does not fit its block"},
		{"stamps in units of nothing", pcapngWith(blockInterface, 1, 0, 9|1<<16, 127, 0), "packet 1: the file is damaged: an interface has stamps in units of 10^-127 s (if_tsresol 127)"},
		{"stamps in halves of nothing", pcapngWith(blockInterface, 1, 0, 9|1<<16, 255, 0), "packet 1: the file is damaged: an interface has stamps in units of 2^-127 s (if_tsresol 255)"},
		{"stamps in units too small", pcapngWith(blockInterface, 1, 0, 9|1<<16, 20, 0), "packet 1: the file is damaged: an interface has stamps in units of 10^-20 s (if_tsresol 20)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x.pcap")
			require.NoError(t, os.WriteFile(path, c.file, 0o600))
			got, err := ReadCapture(path, false)
			require.EqualError(t, err, path+": "+c.want)
			require.Zero(t, got)
		})
	}
	_, err := ReadCapture("no such file", false)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "no such file: ")
	dir := t.TempDir()
	_, err = ReadCapture(dir, false)
	require.ErrorContains(t, err, dir+": ")
}

// pcapngWith is a section, a block of those words, and a packet of interface 0.
func pcapngWith(words ...uint32) []byte {
	le := binary.LittleEndian
	file := pcapngFile(0, layers.LinkTypeEthernet)
	file = file[:le.Uint32(file[4:])] // the section alone
	size := uint32(4*len(words) + 8)
	file = le.AppendUint32(file, words[0])
	file = le.AppendUint32(file, size)
	for _, w := range words[1:] {
		file = le.AppendUint32(file, w)
	}
	file = le.AppendUint32(file, size)
	for _, w := range []uint32{blockEnhancedPacket, 36, 0, 0, 0, 4, 4, 0, 36} {
		file = le.AppendUint32(file, w)
	}
	return file
}

// However a capture is cut off, what is read of it is an error or ends between
// packets.
func TestReadCaptureCutAnywhere(t *testing.T) {
	for _, file := range [][]byte{pcapFile(3, layers.LinkTypeEthernet), pcapngFile(3, layers.LinkTypeEthernet)} {
		ends := 0
		for n := range file {
			if got, err := readCapture(bytes.NewReader(file[:n]), false); err == nil {
				ends++
				require.Equal(t, append([]Captured(nil), threePackets[:got.Len()]...), packets(got))
			}
		}
		require.LessOrEqual(t, ends, 4)
		require.GreaterOrEqual(t, ends, 3)
	}
}

func FuzzReadCapture(f *testing.F) {
	f.Add(pcapFile(2, layers.LinkTypeEthernet))
	f.Add(pcapngFile(2, layers.LinkTypeEthernet))
	f.Add(pcapngWith(blockInterface, 1, 0, 9|1<<16, 80, 0))
	f.Add(pcapngWith(blockStatistics, 0, 0, 0, 2|1<<16, 0, 0))
	f.Add(capture(f, names{"A"}, rules(), Options{At: AllStations}, tx{frame: frame(0, -1, 1, 64), attempt: 2}.events(rules())))
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := readCapture(bytes.NewReader(file), true)
		if err != nil {
			require.Zero(t, c)
			return
		}
		last := time.Duration(0)
		for p := range c.Packets() {
			require.GreaterOrEqual(t, p.At, last)
			require.GreaterOrEqual(t, p.Octets, len(p.Data))
			require.True(t, p.Interface == "" || slices.Contains(c.Interfaces, p.Interface))
			last = p.At
		}
	})
}

// A packet of a capture takes little room, whatever it is captured on: there may be millions, and gzip makes
// a file of them small.
func TestPacketsTakeLittleRoom(t *testing.T) {
	const n = 50_000
	one := pcapFile(1, layers.LinkTypeEthernet)
	file := append(bytes.Clone(one[:24]), bytes.Repeat(one[24:], n)...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c, err := readCapture(bytes.NewReader(file), false)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Equal(t, n, c.Len())
	require.Less(t, (after.TotalAlloc-before.TotalAlloc)/n, uint64(200))
}
