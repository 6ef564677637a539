// Package cargo keeps the octets of the frames that hosts have sent, while the frames are on their way
// through a network: a medium knows only their size and their destination.
package cargo

import "github.com/csmacd/csmacd/phy"

// host marks the Ref of a frame that a host has sent. The station may also have traffic of its own,
// whose frames have a Ref of 0 or one of their source.
const host uint64 = 1 << 63

// OfHost reports whether a frame with this Ref is a host's.
func OfHost(ref uint64) bool { return ref&host != 0 }

// Hold keeps octets. A frame's Ref is its place, from 1, plus the mark of hosts. Places are reused, so
// that memory depends on the queues.
type Hold struct {
	Kept [][]byte // from destination address to FCS, padded
	Free []uint64 // places

	// Held reports whether a bridge has a frame. It is nil if there are no bridges.
	Held func(ref uint64) bool

	gone   []gone   // frames that left their stations, in order of time
	inside []uint64 // places of frames that bridges had when they were asked
	asked  phy.Time // when that was
}

type gone struct {
	at  phy.Time
	ref uint64
}

// Take keeps a frame's octets as the MAC transmits them: padded with zeros to the least size, which
// includes the FCS (IEEE 802.3 4.2.3.3), and with FCS.
func (h *Hold) Take(frame []byte, least int) (ref uint64, octets []byte) {
	if n := len(h.Free); n > 0 {
		ref, h.Free = h.Free[n-1], h.Free[:n-1]
	} else {
		h.Kept = append(h.Kept, nil)
		ref = uint64(len(h.Kept))
	}
	k := &h.Kept[ref-1]
	b := append((*k)[:0], frame...)
	for len(b) < least-phy.FCSSize {
		b = append(b, 0)
	}
	*k = phy.AppendFCS(b)
	return ref | host, *k
}

// Octets returns the octets of a host's frame as they are on the medium, or nil if the Ref is not of one.
func (h *Hold) Octets(ref uint64) []byte {
	if place := ref &^ host; OfHost(ref) && place > 0 && place <= uint64(len(h.Kept)) {
		return h.Kept[place-1]
	}
	return nil
}

// Empty reports whether no frame is on its way.
func (h *Hold) Empty() bool { return len(h.Free) == len(h.Kept) }

// Left records that a frame has left its station, sent or dropped. Its last bit may still be on the
// cable.
func (h *Hold) Left(ref uint64, at phy.Time) { h.gone = append(h.gone, gone{at, ref &^ host}) }

// Pause is the simulated time after which bridges are asked again about the frames that they had.
const Pause = phy.Millisecond

// Release frees the places of frames that left longer than the span ago, except those that bridges
// have.
func (h *Hold) Release(now, span phy.Time) {
	if len(h.inside) > 0 && now-h.asked >= Pause {
		was := h.inside
		h.inside, h.asked = h.inside[:0], now
		for _, ref := range was {
			h.give(ref)
		}
	}
	k := 0
	for k < len(h.gone) && h.gone[k].at < now-span {
		h.give(h.gone[k].ref)
		k++
	}
	if k > 0 {
		h.gone = h.gone[:copy(h.gone, h.gone[k:])]
	}
}

// give frees a place, unless a bridge has its frame.
func (h *Hold) give(ref uint64) {
	if h.Held != nil && h.Held(ref|host) {
		h.inside = append(h.inside, ref)
		return
	}
	h.Free = append(h.Free, ref)
}
