package trace

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"github.com/csmacd/csmacd/medium"
)

// The head of a pcapng file: a Section Header Block and an Interface Description Block for
// each interface (draft-ietf-opsawg-pcapng, 4.1 and 4.2), in little-endian order.
const (
	blockSection   = 0x0a0d0d0a
	blockInterface = 1

	byteOrderMagic = 0x1a2b3c4d
	linkEthernet   = 1 // LINKTYPE_ETHERNET

	optionApplication = 4 // of a section
	optionName        = 2 // of an interface
	optionDescription = 3
	optionResolution  = 9
	tenToMinus9       = 9 // the resolution: 10^-9 s

	maxLabel = 1024 // octets of an interface's name or description
)

// port is an interface of a capture.
type port struct {
	name, description string
}

// writeHead writes the section and its interfaces, each block as one record.
func writeHead(out *Output, note string, count int, describe func(i int) port) error {
	// Nothing here describes the machine: the same run makes the same file.
	out.commit(appendSection(out.begin(), note))
	for i := range count {
		out.commit(appendInterface(out.begin(), describe(i)))
	}
	return out.Err()
}

func appendSection(b []byte, note string) []byte {
	le, start := binary.LittleEndian, len(b)
	b = appendBlockHead(b, blockSection)
	b = le.AppendUint32(b, byteOrderMagic)
	b = le.AppendUint16(b, 1) // version 1.0
	b = le.AppendUint16(b, 0)
	b = le.AppendUint64(b, 1<<64-1) // the length of the section is not given
	b = appendOption(b, optionApplication, application)
	b = appendOption(b, optionComment, note)
	return appendBlockEnd(b, start)
}

func appendInterface(b []byte, p port) []byte {
	le, start := binary.LittleEndian, len(b)
	b = appendBlockHead(b, blockInterface)
	b = le.AppendUint16(b, linkEthernet)
	b = le.AppendUint16(b, 0) // reserved
	b = le.AppendUint32(b, maxCaptured)
	if p.name != "" {
		b = appendOption(b, optionName, p.name)
	}
	if p.description != "" {
		b = appendOption(b, optionDescription, p.description)
	}
	b = appendOption(b, optionResolution, string(rune(tenToMinus9)))
	return appendBlockEnd(b, start)
}

// appendBlockHead begins a block whose length is filled in at its end.
func appendBlockHead(b []byte, kind uint32) []byte {
	b = binary.LittleEndian.AppendUint32(b, kind)
	return binary.LittleEndian.AppendUint32(b, 0)
}

// appendBlockEnd ends the options and the block that began at start.
func appendBlockEnd(b []byte, start int) []byte {
	le := binary.LittleEndian
	b = le.AppendUint32(b, optionEnd)
	size := uint32(len(b) + 4 - start)
	le.PutUint32(b[start+4:], size)
	return le.AppendUint32(b, size)
}

func appendOption(b []byte, code uint16, value string) []byte {
	b = binary.LittleEndian.AppendUint16(b, code)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(value)))
	return appendPadded(b, []byte(value))
}

// stationPort is an interface of a station's name.
func stationPort(stations medium.Stations, station int) port {
	return port{name: label(stations.Name(station))}
}

// label makes a string fit for an option: valid UTF-8, and not too long.
func label(s string) string {
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	for len(s) > maxLabel {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return s
}
