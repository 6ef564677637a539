package turns

import "github.com/csmacd/csmacd/phy"

// The constants of clause 148, and of the MAC above it, in bit times.
const (
	beacon  = 20
	gap     = 96  // between frames, 4.2.3.2.2
	header  = 64  // preamble and SFD
	ending  = 8   // ESD and ESDOK, after TX_EN has fallen
	logical = 608 // from the start of a MAC in another's turn until its frame is pending: header, jam 32, pending_timer 512
	hold    = 396 // the length of the delay line
	jam     = 32
	pending = 512 // pending_timer
)

// bit is the bit time of 10BASE-T1S.
const bit = 100 * phy.Nanosecond

func bits(n int) phy.Time { return phy.Time(n) * bit }

// bus is a segment with PLCA, as the formulas see it.
type bus struct {
	nodes []node
	owner []int    // by ID below the node count: the node, or -1
	to    phy.Time // to_timer of the coordinator
	fixed phy.Time // what PHYs add to each used turn and each beacon
	over  phy.Time // the same, with the wait for the MII clock and the way along the cable
	start phy.Time // the part of it from the beginning of a turn to the first bit on the line
}

// node is a node with PLCA.
type node struct {
	frame phy.Time // the longest frame of its traffic, DA to FCS
	burst int      // frames in a turn besides the first
	talks bool     // it has traffic
}

// used returns the length of a turn in which a node sends all it may: for each frame, COMMIT while the
// MAC waits for its gap, header and frame; then the end of the last one.
func (b *bus) used(n *node) phy.Time {
	return bits(ending) + phy.Time(n.burst+1)*(bits(gap+header)+n.frame) + b.over
}

// empty returns the length of a cycle in which nobody sends. A beacon starts on an edge of the
// coordinator's MII clock; its period is 0 if there is none.
func (b *bus) empty(mii phy.Time) phy.Time {
	t := bits(beacon) + b.fixed + phy.Time(len(b.owner))*b.to
	if mii > 0 {
		t += mod(-t, mii)
	}
	return t
}

// full returns the length of a cycle in which every node that has traffic sends all it may.
func (b *bus) full() phy.Time {
	t := bits(beacon) + b.over
	for _, k := range b.owner {
		if k >= 0 && b.nodes[k].talks {
			t += b.used(&b.nodes[k])
		} else {
			t += b.to
		}
	}
	return t
}
