package tap

import "github.com/csmacd/csmacd/phy"

// store keeps the octets of the hosts' frames while they are on their way. A frame's Ref
// is its place, from 1. Places are used again, so that memory follows the queues.
type store struct {
	kept []kept
	free []uint64 // places
	gone []gone   // left their stations, in order of time
}

type kept struct {
	octets []byte // from destination address to FCS, padded
	length int    // of those, what the host sent
}

type gone struct {
	at  phy.Time
	ref uint64
}

// take keeps a frame's octets, which the medium needs padded and with FCS.
func (s *store) take(frame []byte) (ref uint64, octets []byte) {
	if n := len(s.free); n > 0 {
		ref, s.free = s.free[n-1], s.free[:n-1]
	} else {
		s.kept = append(s.kept, kept{})
		ref = uint64(len(s.kept))
	}
	k := &s.kept[ref-1]
	k.length = len(frame)
	k.octets = appendPadded(k.octets[:0], frame)
	return ref, k.octets
}

// host gives the octets as the host has sent them.
func (s *store) host(ref uint64) []byte {
	k := &s.kept[ref-1]
	return k.octets[:k.length]
}

// append appends the octets as they are on the medium; nothing for a Ref that is not kept.
func (s *store) append(b []byte, ref uint64) []byte {
	if ref == 0 || ref > uint64(len(s.kept)) {
		return b
	}
	return append(b, s.kept[ref-1].octets...)
}

// left notes that a frame has left its station, sent or dropped. Its last bit may still
// be on the cable.
func (s *store) left(ref uint64, at phy.Time) { s.gone = append(s.gone, gone{at, ref}) }

// release frees the places of frames that left before an instant.
func (s *store) release(before phy.Time) {
	k := 0
	for k < len(s.gone) && s.gone[k].at < before {
		s.free = append(s.free, s.gone[k].ref)
		k++
	}
	if k > 0 {
		s.gone = s.gone[:copy(s.gone, s.gone[k:])]
	}
}
