//go:build !js

package trace

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"time"

	"github.com/csmacd/csmacd/internal/compress"
	"github.com/csmacd/csmacd/internal/files"
)

// maxSpan is longer than any capture, and can be added to itself without overflow.
const maxSpan = 100 * 365 * 24 * time.Hour

// ReadCapture reads the packets of a pcap or pcapng file, compressed with gzip, Zstandard or not, in order
// of time. They must be Ethernet frames. A packet that the capture has only in part counts with
// its length on the wire. It is an error if the file is damaged or ends within a packet; the
// error has the number of the packet. The octets of packets are kept if asked for.
//
// Captures of real networks have no FCS. Those that [Capture] and [Recorder] wrote have one,
// which is removed. Those of Capture also have every attempt; fragments are left out.
func ReadCapture(path string, octets bool) (CaptureFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return CaptureFile{}, files.Because(path, err)
	}
	defer f.Close()
	c, err := readCapture(f, octets)
	if err != nil {
		return CaptureFile{}, files.Because(path, err)
	}
	return c, nil
}

func readCapture(r io.Reader, octets bool) (file CaptureFile, err error) {
	source, err := openCapture(r)
	if err != nil {
		return CaptureFile{}, err
	}
	var first time.Time
	kept := 0
	for number := 1; ; number++ { // the number of the packet being read
		p, err := source.next()
		switch {
		case err == io.EOF:
			file.Interfaces = source.ports()
			file.sort()
			return file, nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return CaptureFile{}, fmt.Errorf("packet %d: the file ends within it", number)
		case err != nil:
			return CaptureFile{}, fmt.Errorf("packet %d: %w", number, err)
		case number > MaxPackets:
			return CaptureFile{}, fmt.Errorf("more than %d packets", MaxPackets)
		case p.octets == leaveOut:
			continue
		}
		if len(file.list) == 0 {
			first, file.first = p.at, p.at.Sub(time.Unix(0, 0))
		}
		since := p.at.Sub(first)
		if since != since%maxSpan {
			return CaptureFile{}, fmt.Errorf("packet %d: the file is damaged: stamped %v, and the first packet %v", number, p.at, first)
		}
		c := compact{at: since, octets: int32(min(p.octets, math.MaxInt32)), port: p.port}
		if octets {
			data := slices.Clone(p.data[:min(len(p.data), p.octets)])
			c.data = &data
			if kept += len(data); kept > MaxOctets {
				return CaptureFile{}, fmt.Errorf("more than %d octets in its packets", MaxOctets)
			}
		}
		file.list = append(file.list, c)
	}
}

// openCapture finds out the kind of a file from its first octets.
func openCapture(r io.Reader) (source packetSource, err error) {
	b, err := compress.NewReader(r)
	if errors.Is(err, compress.ErrDamaged) {
		return source, ErrNotCapture
	} else if err != nil {
		return source, err
	}
	magic, err := b.Peek(4)
	if err != nil && err != io.EOF {
		return source, err
	}
	switch string(magic) {
	case "\x0a\x0d\x0d\x0a":
		source, err = openPcapng(b)
	case "\xa1\xb2\xc3\xd4", "\xd4\xc3\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x4d\x3c\xb2\xa1":
		source, err = openPcap(b)
	default:
		return source, ErrNotCapture
	}
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file ends within its header")
	}
	return source, err
}
