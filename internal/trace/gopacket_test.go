package trace

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// theirs are the packets of a file as gopacket reads them.
func theirs(t require.TestingT, file []byte) (list []Captured) {
	var next func() ([]byte, gopacket.CaptureInfo, error)
	name := func(int) string { return "" }
	if binary.LittleEndian.Uint32(file) == blockSection {
		r, err := pcapgo.NewNgReader(bytes.NewReader(file), pcapgo.NgReaderOptions{})
		require.NoError(t, err)
		next = r.ReadPacketData
		name = func(i int) string {
			port, _ := r.Interface(i)
			return port.Name
		}
	} else {
		r, err := pcapgo.NewReader(bytes.NewReader(file))
		require.NoError(t, err)
		next = r.ReadPacketData
	}
	var first time.Time
	for {
		data, info, err := next()
		if err == io.EOF {
			return list
		}
		require.NoError(t, err)
		if len(list) == 0 {
			first = info.Timestamp
		}
		list = append(list, Captured{
			At: info.Timestamp.Sub(first), Stamp: info.Timestamp.Sub(time.Unix(0, 0)), Octets: info.Length, Interface: name(info.InterfaceIndex), Data: data,
		})
	}
}

// Files of any packets and interfaces, as gopacket writes them, are read as gopacket reads them.
func TestReadCaptureAsGopacketDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var file bytes.Buffer
		var write func(gopacket.CaptureInfo, []byte) error
		ports := 1
		switch rapid.IntRange(0, 2).Draw(t, "format") {
		case 0:
			w := pcapgo.NewWriter(&file)
			require.NoError(t, w.WriteFileHeader(65535, layers.LinkTypeEthernet))
			write = w.WritePacket
		case 1:
			w := pcapgo.NewWriterNanos(&file)
			require.NoError(t, w.WriteFileHeader(65535, layers.LinkTypeEthernet))
			write = w.WritePacket
		default:
			word := rapid.StringMatching("[a-z0-9 ]{0,9}")
			options := pcapgo.NgWriterOptions{SectionInfo: pcapgo.NgSectionInfo{Comment: word.Draw(t, "comment"), Application: "x" + word.Draw(t, "application")}}
			port := func(name string) pcapgo.NgInterface {
				return pcapgo.NgInterface{Name: name, Comment: word.Draw(t, "port's comment"), OS: word.Draw(t, "OS"), LinkType: layers.LinkTypeEthernet, TimestampResolution: 9}
			}
			w, err := pcapgo.NewNgWriterInterface(&file, port("first"), options)
			require.NoError(t, err)
			ports = rapid.IntRange(1, 4).Draw(t, "ports")
			for range ports - 1 {
				_, err := w.AddInterface(port(word.Draw(t, "name")))
				require.NoError(t, err)
			}
			write = func(info gopacket.CaptureInfo, data []byte) error {
				defer w.Flush()
				return w.WritePacket(info, data)
			}
			require.NoError(t, w.Flush())
		}
		at := aDay
		for range rapid.IntRange(0, 6).Draw(t, "packets") {
			at = at.Add(time.Duration(rapid.IntRange(0, 1<<40).Draw(t, "later")))
			data := rapid.SliceOfN(rapid.Byte(), 0, 99).Draw(t, "data")
			require.NoError(t, write(gopacket.CaptureInfo{
				Timestamp: at, CaptureLength: len(data), Length: len(data) + rapid.IntRange(0, 1500).Draw(t, "cut off"),
				InterfaceIndex: rapid.IntRange(0, ports-1).Draw(t, "port"),
			}, data))
		}
		c, err := readCapture(bytes.NewReader(file.Bytes()), true)
		require.NoError(t, err)
		var got []Captured
		for p := range c.Packets() {
			p.Data = append([]byte{}, p.Data...)
			got = append(got, p)
		}
		require.Equal(t, theirs(t, file.Bytes()), got)
	})
}

// A unit of time that is a power of two is converted exactly.
func TestReadCaptureOfBinaryStamps(t *testing.T) {
	file := pcapngWith(blockInterface, 1, 0, 9|1<<16, 0x80|20, 0)
	half := len(file) - 20 // the lower half of the stamp
	binary.LittleEndian.PutUint32(file[half:], 1<<19)
	file = append(file, file[len(file)-36:]...)
	binary.LittleEndian.PutUint32(file[len(file)-20:], 1<<20+1)
	c, err := readCapture(bytes.NewReader(file), false)
	require.NoError(t, err)
	require.Equal(t, 500*time.Millisecond, c.Packet(0).Stamp)
	require.Equal(t, time.Second+time.Second/(1<<20), c.Packet(1).Stamp)
}
