package soft

import "github.com/csmacd/csmacd/phy"

// ofHost marks the Ref of a frame that a host has sent. The rest of the Ref is the place of its
// octets, from 1.
const ofHost uint64 = 1 << 63

// cargo keeps the octets of the hosts' frames while they are on their way. Places are used again.
type cargo struct {
	kept [][]byte // from destination address to FCS
	free []uint64
	gone []gone // in order of time
}

// gone is a frame that has left its station.
type gone struct {
	at  phy.Time
	ref uint64
}

// take keeps a frame as the MAC transmits it: padded with zeros to the least size, which includes the
// FCS (IEEE 802.3 4.2.3.3), and with FCS.
func (o *cargo) take(frame []byte, least int) (ref uint64, octets []byte) {
	if n := len(o.free); n > 0 {
		ref, o.free = o.free[n-1], o.free[:n-1]
	} else {
		o.kept = append(o.kept, nil)
		ref = uint64(len(o.kept))
	}
	b := append(o.kept[ref-1][:0], frame...)
	for len(b) < least-phy.FCSSize {
		b = append(b, 0)
	}
	o.kept[ref-1] = phy.AppendFCS(b)
	return ofHost | ref, o.kept[ref-1]
}

// of returns the octets of a host's frame, or nil if the Ref is not of one.
func (o *cargo) of(ref uint64) []byte {
	if place := ref &^ ofHost; ref&ofHost != 0 && place > 0 && place <= uint64(len(o.kept)) {
		return o.kept[place-1]
	}
	return nil
}

// left takes note that a frame has left its station. Its last bit may still be on its way.
func (o *cargo) left(ref uint64, at phy.Time) { o.gone = append(o.gone, gone{at, ref &^ ofHost}) }

// release frees the places of the frames that left before an instant.
func (o *cargo) release(before phy.Time) {
	k := 0
	for k < len(o.gone) && o.gone[k].at < before {
		o.free = append(o.free, o.gone[k].ref)
		k++
	}
	o.gone = o.gone[:copy(o.gone, o.gone[k:])]
}
