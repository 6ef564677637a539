package mac

import (
	"fmt"

	"github.com/csmacd/csmacd/phy"
)

// Reception is how a receiver classifies a chain of overlapping signals (4.2.9).
type Reception uint8

// The classes of receptions.
const (
	Whole          Reception = iota // a frame, received as it was sent
	Fragment                        // shorter than the shortest frame
	FCSError                        // a whole number of octets, damaged
	AlignmentError                  // damaged, with bits left over
	TooLong                         // longer than the longest frame
)

var receptionNames = [...]string{"", "fragment", "collision", "collision", "too_long"}

// String returns the name used in events, or a text such as Reception(9) for an undefined value.
func (r Reception) String() string {
	if int(r) >= len(receptionNames) {
		return fmt.Sprintf("Reception(%d)", uint8(r))
	}
	return receptionNames[r]
}

// Receive classifies a reception. length is its duration after the header of its first signal.
// damaged is false only if the reception was a single signal that was sent to its end without jam.
// octets is the number of whole octets received.
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
