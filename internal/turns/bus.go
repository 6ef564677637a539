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

	slack phy.Time // how much earlier or later a race may end than in a rhythm
	heard phy.Time // how long after the start of another's turn a node may be without its carrier
	after phy.Time // how long a node hears a frame after its end on the line, if COMMIT follows
	clock phy.Time // the period of the MII clock
	grid  phy.Time // what a clock that fits neither a gap nor a frame adds to each of them
	ways  phy.Time // what the way along the cable may add to a wait
}

// node is a node with PLCA.
type node struct {
	frame phy.Time // the longest frame of its traffic, DA to FCS
	burst int      // frames in a turn besides the first
	vain  phy.Time // for which a turn is kept for a frame that comes too late
	talks bool     // it has traffic
}

// used returns the length of a turn in which a node sends all it may: for each frame, COMMIT while the
// MAC waits for its gap, header and frame; then the end of the last one.
func (b *bus) used(n *node) phy.Time {
	return bits(ending) + phy.Time(n.burst+1)*(bits(gap+header)+n.frame+b.grid) + n.vain + b.over
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

// full returns the length of the longest cycle in which every node that has traffic sends all it may.
func (b *bus) full() phy.Time {
	t := bits(beacon) + b.over
	for _, k := range b.owner {
		if k >= 0 && b.nodes[k].talks {
			t += b.used(&b.nodes[k])
		} else {
			t += b.to
		}
	}
	if b.holds() {
		t -= bits(gap)
	}
	return t
}

// holds reports whether the first frame of a turn follows no COMMIT: of a node that talks alone, and has one turn.
// Its MAC begins a gap after its last frame, while nobody sends, and the sublayer holds the bits until its turn: with
// n turns in a cycle and times in bits, that is at most 8 + (n-1) to_timer + 20 - 96 later, or, if that is
// less than 0, the next cycle of 20 + n to_timer later. No COMMIT is needed as long as that is less than the delay
// line's 396, which with a to_timer of 32 are 15 turns. Near that number it is not sure. Nor is it if the node keeps its
// turn in vain: it may hear the end of its own COMMIT as its MAC begins.
func (b *bus) holds() bool {
	turns, vain := 0, phy.Time(0)
	for _, k := range b.owner {
		if k >= 0 && b.nodes[k].talks {
			turns++
			vain += b.nodes[k].vain
		}
	}
	silent := phy.Time(len(b.owner)-1) * b.to
	held := bits(ending) + silent + bits(beacon) - bits(gap)
	if more := 2*b.over + b.slack; held < more {
		held = max(held, 0) + silent + b.to + bits(beacon)
	}
	return turns == 1 && vain == 0 && held+2*b.over+b.slack < bits(hold)
}
