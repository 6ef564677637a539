package main

import (
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
)

// frame is a frame that was on the medium whole.
type frame struct {
	at      time.Duration // when its last bit was sent, from the start of the run
	station int           // its sender
	data    []byte        // with its FCS; valid until the next frame
}

const octetTime = 800 * time.Nanosecond // at 10 Mb/s

// readFrames reads a capture of csmacd, whose packets are all transmissions. Those with a right FCS
// are frames; the others are what collisions left.
func readFrames(r io.Reader, each func(frame)) error {
	capture, err := pcapgo.NewNgReader(r, pcapgo.DefaultNgReaderOptions)
	if err != nil {
		return err
	}
	for {
		data, info, err := capture.ZeroCopyReadPacketData()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !whole(data) {
			continue
		}
		start := time.Duration(info.Timestamp.UnixNano())
		each(frame{start + time.Duration(len(data))*octetTime, info.InterfaceIndex, data})
	}
}

// whole reports whether a packet is a frame with a right FCS.
func whole(data []byte) bool {
	if len(data) < 64 {
		return false
	}
	body, fcs := data[:len(data)-4], data[len(data)-4:]
	sum := crc32.ChecksumIEEE(body)
	return fcs[0] == byte(sum) && fcs[1] == byte(sum>>8) && fcs[2] == byte(sum>>16) && fcs[3] == byte(sum>>24)
}

// segment is a frame's part of a TCP stream.
type segment struct {
	at      time.Duration
	from    uint32 // the number of its first octet in the stream
	payload int
}

// segments collects what was sent to a TCP port, by the sender's port.
type segments struct {
	port     layers.TCPPort
	of       map[layers.TCPPort][]segment
	ethernet layers.Ethernet
	ip       layers.IPv4
	tcp      layers.TCP
	parser   *gopacket.DecodingLayerParser
	decoded  []gopacket.LayerType
}

func newSegments(port layers.TCPPort) *segments {
	s := &segments{port: port, of: map[layers.TCPPort][]segment{}}
	s.parser = gopacket.NewDecodingLayerParser(layers.LayerTypeEthernet, &s.ethernet, &s.ip, &s.tcp)
	s.parser.IgnoreUnsupported = true
	return s
}

func (s *segments) add(f frame) {
	if s.parser.DecodeLayers(f.data, &s.decoded) != nil || !slices.Contains(s.decoded, layers.LayerTypeTCP) {
		return
	}
	if n := len(s.tcp.Payload); s.tcp.DstPort == s.port && n > 0 {
		s.of[s.tcp.SrcPort] = append(s.of[s.tcp.SrcPort], segment{f.at, s.tcp.Seq, n})
	}
}

// largest returns the segments of the connection with the most octets.
func (s *segments) largest() (list []segment) {
	for _, l := range s.of {
		if sum(l) > sum(list) {
			list = l
		}
	}
	return list
}

func sum(list []segment) (octets int) {
	for _, s := range list {
		octets += s.payload
	}
	return octets
}

// unique counts the octets of a stream in its segments, each octet once, however often it was sent.
// The stream must be shorter than the 2 GiB after which numbers repeat.
func unique(list []segment) (octets int64) {
	if len(list) == 0 {
		return 0
	}
	type span struct{ from, to int64 }
	var spans []span
	for _, s := range list {
		from := int64(int32(s.from - list[0].from))
		spans = append(spans, span{from, from + int64(s.payload)})
	}
	slices.SortFunc(spans, func(a, b span) int { return int(a.from - b.from) })
	end := spans[0].from
	for _, s := range spans {
		octets += max(0, s.to-max(s.from, end))
		end = max(end, s.to)
	}
	return octets
}

// silences collects when the frames of each of n stations were sent, between two instants.
type silences struct {
	from, until time.Duration
	last        []time.Duration
	longest     []time.Duration
	frames      []float64
	octets      []float64
}

func newSilences(n int, from, until time.Duration) *silences {
	s := &silences{from: from, until: until, last: make([]time.Duration, n), longest: make([]time.Duration, n),
		frames: make([]float64, n), octets: make([]float64, n)}
	for i := range s.last {
		s.last[i] = from
	}
	return s
}

func (s *silences) add(f frame) {
	if f.at < s.from || f.at >= s.until || f.station >= len(s.last) {
		return
	}
	s.heard(f.station, f.at)
	s.frames[f.station]++
	s.octets[f.station] += float64(len(f.data))
}

func (s *silences) heard(station int, at time.Duration) {
	s.longest[station] = max(s.longest[station], at-s.last[station])
	s.last[station] = at
}

// worst returns the share of all frames of the station with the fewest frames, and the longest time
// in which a station sent no frame.
func (s *silences) worst() (share float64, silence time.Duration) {
	all := 0.0
	for i := range s.last {
		s.heard(i, s.until)
		all += s.frames[i]
	}
	return slices.Min(s.frames) / all, slices.Max(s.longest)
}
