package tap

import "github.com/csmacd/csmacd/phy"

// hosts marks the Ref of a frame that a host has sent. The station may also have traffic of its
// own, whose frames have a Ref of 0 or one of their source.
const hosts uint64 = 1 << 63

// ofHost reports whether a frame with this Ref is a host's.
func ofHost(ref uint64) bool { return ref&hosts != 0 }

// store keeps the octets of the hosts' frames while they are on their way. A frame's Ref is its
// place, from 1, plus the mark hosts. Places are reused, so that memory depends on the queues.
type store struct {
	kept [][]byte // from destination address to FCS, padded
	free []uint64 // places
	gone []gone   // frames that left their stations, in order of time

	held   func(ref uint64) bool // reports whether a bridge has a frame; nil: there are no bridges
	inside []uint64              // places of frames that bridges had when they were asked
	asked  phy.Time              // when that was
}

type gone struct {
	at  phy.Time
	ref uint64
}

// take keeps a frame's octets. The medium needs them padded to its shortest frame and with FCS.
func (s *store) take(frame []byte, shortest int) (ref uint64, octets []byte) {
	if n := len(s.free); n > 0 {
		ref, s.free = s.free[n-1], s.free[:n-1]
	} else {
		s.kept = append(s.kept, nil)
		ref = uint64(len(s.kept))
	}
	k := &s.kept[ref-1]
	*k = appendPadded((*k)[:0], frame, shortest)
	return ref | hosts, *k
}

// at returns the octets of a host's frame as they are on the medium, or nil if the Ref is not kept.
func (s *store) at(ref uint64) []byte {
	if place := ref &^ hosts; place > 0 && place <= uint64(len(s.kept)) {
		return s.kept[place-1]
	}
	return nil
}

// left records that a frame has left its station, sent or dropped. Its last bit may still be on the
// cable.
func (s *store) left(ref uint64, at phy.Time) { s.gone = append(s.gone, gone{at, ref &^ hosts}) }

// pause is the simulated time after which bridges are asked again about the frames that they had.
const pause = phy.Millisecond

// release frees the places of frames that left longer than the span ago, except those that bridges
// have.
func (s *store) release(now, span phy.Time) {
	if len(s.inside) > 0 && now-s.asked >= pause {
		was := s.inside
		s.inside, s.asked = s.inside[:0], now
		for _, ref := range was {
			s.give(ref)
		}
	}
	k := 0
	for k < len(s.gone) && s.gone[k].at < now-span {
		s.give(s.gone[k].ref)
		k++
	}
	if k > 0 {
		s.gone = s.gone[:copy(s.gone, s.gone[k:])]
	}
}

// give frees a place, unless a bridge has its frame.
func (s *store) give(ref uint64) {
	if s.held != nil && s.held(ref|hosts) {
		s.inside = append(s.inside, ref)
		return
	}
	s.free = append(s.free, ref)
}
