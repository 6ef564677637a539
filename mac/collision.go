package mac

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// JamAfter returns when the jam of a transmission begins and when the transmission then
// ends, both in its own whole bits: the transmission began at start, and collision
// was detected at detected. The header is completed first (4.2.8
// PhysicalSignalEncap, StartJam), unless the station cuts it.
func (p *Params) JamAfter(start, detected phy.Time) (jam, end phy.Time) {
	if detected-start <= p.Header && !p.CutHeader { // which is whole bits
		jam = start + p.Header
	} else {
		jam = start + (detected-start+p.BitTime-1)/p.BitTime*p.BitTime
	}
	return jam, jam + p.Jam
}

// Late reports whether a collision detected at an instant of a transmission is late:
// more than a slot time after its first bit (4.2.8 WatchForCollision), or than the
// station's own window.
func (p *Params) Late(start, detected phy.Time) bool {
	window := p.SlotTime
	if p.LateWindow != 0 {
		window = p.LateWindow
	}
	return detected-start > window
}

// Next is what a station does after an attempt that met a collision.
type Next uint8

// What a station does after a collision.
const (
	Retry               Next = iota // back off, then try again
	ExcessiveCollisions             // discard: it was the last attempt allowed
	LateCollision                   // discard: the collision was late, and the station does not retry those
)

var nextNames = [...]string{"retry", "excessive_collisions", "late_collision"}

// String returns the reason as the events of a run name it, or Next(9) where there is no such one.
func (n Next) String() string {
	if int(n) >= len(nextNames) {
		return fmt.Sprintf("Next(%d)", uint8(n))
	}
	return nextNames[n]
}

// After says what follows the n-th collision of a frame (4.2.8 TransmitLinkMgmt).
func (p *Params) After(n int, late bool) Next {
	switch {
	case n >= p.AttemptLimit:
		return ExcessiveCollisions // late or not: LayerMgmtTransmitCounters
	case late && p.LateDiscard:
		return LateCollision
	}
	return Retry
}
