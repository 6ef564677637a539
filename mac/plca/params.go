package plca

import (
	"errors"
	"fmt"
	"slices"

	"github.com/csmacd/csmacd/phy"
)

// Bit is the bit time of 10BASE-T1S, the only physical layer with PLCA.
const Bit = 100 * phy.Nanosecond

// NoID is the node ID of a node that has none. Such a node takes no part in PLCA, although it is on
// (148.4.4.2).
const NoID = 255

// Params are the PLCA parameters of a node. Their names are those of ethtool, which names the objects
// of clause 30.16.
type Params struct {
	// NodeIDs are the turns of the node, from 0 (the coordinator) to 254. A node has one, or several,
	// each with a burst of its own (802.3da). The only ID NoID, or none, is that of a node that takes no
	// part. With Dynamic there is none at the start.
	NodeIDs []int

	NodeCount  int      // turns in a cycle, 1 to 255: the coordinator alone uses it
	ToTimer    phy.Time // the length of a turn in which nobody sends, 1 to 255 bit times
	BurstCount int      // frames in a turn besides the first, 0 to 255
	BurstTimer phy.Time // how long the turn is kept for another frame, 0 to 255 bit times

	// Silence is the time without carrier before a beacon, at the coordinator. 0 is the standard; a
	// comment on draft 3.1 of 802.3da (R1-61) proposes 2.3 us.
	Silence phy.Time

	// Dynamic makes the node choose its ID (D-PLCA, 802.3da draft 3.0).
	Dynamic     bool
	Coordinator bool // with Dynamic: it may become the coordinator
	AgingCycles int  // with Dynamic: claims are forgotten after one to two times this number of cycles, plus one
}

// Default returns the defaults of clause 30.16 for a node without an ID.
func Default() Params {
	return Params{NodeIDs: []int{NoID}, NodeCount: 8, ToTimer: 32 * Bit, BurstTimer: 128 * Bit, AgingCycles: 100}
}

// Check returns an error that says what is impossible about the parameters, or nil. What is only
// unwise, such as a node count that leaves IDs out, is possible.
func (p *Params) Check() error {
	for k, id := range p.NodeIDs {
		switch {
		case id < 0 || id > NoID:
			return fmt.Errorf("node ID %d is not between 0 and 255", id)
		case id == NoID && len(p.NodeIDs) > 1:
			return errors.New("node ID 255 is that of a node without a turn, and cannot be one of several")
		case slices.Contains(p.NodeIDs[:k], id):
			return fmt.Errorf("node ID %d is given twice", id)
		}
	}
	switch {
	case p.NodeCount < 1 || p.NodeCount > 255:
		return errors.New("the node count must be 1 to 255")
	case p.ToTimer < Bit || p.ToTimer > 255*Bit:
		return errors.New("the transmit opportunity timer must be 1 to 255 bit times")
	case p.BurstCount < 0 || p.BurstCount > 255:
		return errors.New("the burst count must be 0 to 255")
	case p.BurstTimer < 0 || p.BurstTimer > 255*Bit:
		return errors.New("the burst timer must be 0 to 255 bit times")
	case p.Silence < 0 || p.Silence > phy.Millisecond:
		return errors.New("the silence before a beacon must be 0 to 1 ms")
	case p.Dynamic && len(p.NodeIDs) > 0 && !slices.Equal(p.NodeIDs, []int{NoID}):
		return errors.New("a node that chooses its ID cannot be given one")
	case p.Coordinator && !p.Dynamic:
		return errors.New("only a node that chooses its ID can be allowed to become the coordinator")
	case p.Dynamic && (p.AgingCycles < 1 || p.AgingCycles > 1<<16):
		return errors.New("the number of aging cycles must be 1 to 65536")
	}
	return nil
}
