package scenario

import (
	"slices"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Contents has the octets of frames that traffic replays as they were captured.
type Contents struct {
	frames [][]byte // by Ref less 1; from destination address to the end of data
}

// AppendFrame appends the f.Size octets of a frame: those that were captured, zeros if these
// are fewer, and the FCS. For a Ref without a frame it appends zeros and their FCS.
func (c *Contents) AppendFrame(b []byte, f medium.Frame) []byte {
	size := int(max(0, f.Size))
	b = slices.Grow(b, size+phy.FCSSize)
	body := b[len(b) : len(b)+max(0, size-phy.FCSSize)]
	n := 0
	if f.Ref-1 < uint64(len(c.frames)) { // a Ref of 0 wraps
		n = copy(body, c.frames[f.Ref-1])
	}
	clear(body[n:])
	phy.AppendFCS(body)
	return b[:len(b)+size]
}
