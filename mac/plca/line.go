package plca

import "github.com/csmacd/csmacd/phy"

// Cmd is what a node sends besides frames, or a PHY decodes: tx_cmd and rx_cmd.
type Cmd uint8

// The commands.
const (
	None Cmd = iota
	Beacon
	Commit
)

// Inputs are what a node sees at an instant: the signals of the MII from its PHY, and what its MAC sends.
type Inputs struct {
	CRS, COL bool // COL also while the node does not send
	RXDV     bool // RX_DV
	RXCmd    Cmd  // what the PHY decodes while RXDV is off
	TXEN     bool // the MAC sends, as the clock of the MII samples it
	TXER     bool // they are to be made useless

	// MCD reports whether this instant is an edge of the clock of the MII. It is always true for a PHY
	// without a clock, whose Clock is 0. Clock is the period, and Edge the next edge after this instant.
	MCD   bool
	Clock phy.Time
	Edge  phy.Time

	// Settled says that nothing else changes at this instant: now a state may lead to itself (see [Data.Fills]).
	Settled bool
}

// receiving is the variable of that name (148.4.4.2): data or COMMIT, not BEACON.
func (in *Inputs) receiving() bool { return in.RXDV || in.RXCmd == Commit }
func (in *Inputs) beacon() bool    { return !in.RXDV && in.RXCmd == Beacon }
