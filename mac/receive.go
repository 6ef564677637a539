package mac

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// Reception is what a receiver makes of a chain of signals (4.2.9).
type Reception uint8

// What a receiver makes of what it heard.
const (
	Whole          Reception = iota // a frame
	Fragment                        // shorter than a frame may be
	FCSError                        // whole octets, damaged
	AlignmentError                  // damaged, with bits left over
	TooLong                         // longer than a frame may be
)

var receptionNames = [...]string{"", "fragment", "collision", "collision", "too_long"}

// String returns the reason as the events of a run name it, or Reception(9) where there is no such
// one.
func (r Reception) String() string {
	if int(r) >= len(receptionNames) {
		return fmt.Sprintf("Reception(%d)", uint8(r))
	}
	return receptionNames[r]
}

// Receive judges a reception that lasted for length after the header of its first
// signal; damaged says that it was anything but a single signal sent to its end
// without jam. octets is what was received, whole octets only.
func (p *Params) Receive(length phy.Time, damaged bool) (r Reception, octets int) {
	bits := int(max(0, length) / p.BitTime)
	octets = bits / 8
	switch {
	case octets < p.MinFrame:
		return Fragment, octets
	case octets > p.MaxFrame:
		return TooLong, octets
	case !damaged:
		return Whole, octets
	case bits%8 != 0:
		return AlignmentError, octets
	}
	return FCSError, octets
}
