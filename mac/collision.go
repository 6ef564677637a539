package mac

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// JamAfter returns the instants at which the jam of a transmission begins and at which the
// transmission then ends, for a transmission that began at start and a collision detected at
// detected. Both are at ends of whole bits of the transmission. The station completes the header
// first (4.2.8 PhysicalSignalEncap, StartJam), unless CutHeader is set.
func (p *Params) JamAfter(start, detected phy.Time) (jam, end phy.Time) {
	if detected-start <= p.Header && !p.CutHeader { // a whole number of bits
		jam = start + p.Header
	} else {
		jam = start + (detected-start+p.BitTime-1)/p.BitTime*p.BitTime
	}
	return jam, jam + p.Jam
}

// Late reports whether a collision is late: detected more than a slot time after the first bit of
// the transmission (4.2.8 WatchForCollision), or more than LateWindow if that is set.
func (p *Params) Late(start, detected phy.Time) bool {
	window := p.SlotTime
	if p.LateWindow != 0 {
		window = p.LateWindow
	}
	return detected-start > window
}

// Next is what a station does after an attempt that ended in a collision.
type Next uint8

// The outcomes of a collision.
const (
	Retry               Next = iota // back off, then try again
	ExcessiveCollisions             // discard the frame: this was the last attempt allowed
	LateCollision                   // discard the frame: the collision was late, and the station does not retry those
)

var nextNames = [...]string{"retry", "excessive_collisions", "late_collision"}

// String returns the name used in events, or a text such as Next(9) for an undefined value.
func (n Next) String() string {
	if int(n) >= len(nextNames) {
		return fmt.Sprintf("Next(%d)", uint8(n))
	}
	return nextNames[n]
}

// After returns what follows the n-th collision of a frame (4.2.8 TransmitLinkMgmt).
func (p *Params) After(n int, late bool) Next {
	switch {
	case n >= p.AttemptLimit:
		return ExcessiveCollisions // late or not: LayerMgmtTransmitCounters
	case late && p.LateDiscard:
		return LateCollision
	}
	return Retry
}
