package lan

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a network: segments, the repeaters and bridges that join them, and stations.
type Config struct {
	Seed      uint64
	Warmup    phy.Time // the initial time that the figures do not include
	Until     medium.Until
	Segments  []Segment
	Repeaters []domain.Repeater
	Bridges   []Bridge
	Stations  []domain.Station // Params nil: those of their segment
}

// Segment is a segment, with the rules of the MACs on it.
type Segment struct {
	domain.Segment
	Params mac.Params
	Star   bool // all stations are Delay apart from each other; for a segment that joins nothing else
}

// Bridge is a bridge or switch by IEEE 802.1D: it learns, ages, filters, floods and forwards whole
// frames.
type Bridge struct {
	Name    string
	Ageing  phy.Time // how long an address is remembered
	Latency phy.Time // from the end of a reception until the frame is queued
	Queue   int      // the capacity of a port's queue in frames, including the one being sent
	Pause   Pause
	Ports   []BridgePort
}

// BridgePort is a port of a bridge, with a MAC of its own.
type BridgePort struct {
	To        string // what is plugged in, for the names of events and results
	End       domain.End
	ObeyPause bool
}

// Pause says when a bridge asks the sender at a full-duplex port to pause (annex 31B). The zero
// value is never.
type Pause struct {
	Above, Below int    // frames queued for any port: more than Above, fewer than Below
	Quanta       uint16 // of 512 bits
}
