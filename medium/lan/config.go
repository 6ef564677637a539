package lan

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/domain"
	"github.com/csmacd/csmacd/medium/t1s"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a network: segments, the repeaters and bridges that join them, and stations.
type Config struct {
	Seed      uint64
	Warmup    phy.Time     // the initial time that the figures do not include
	Until     medium.Until // conditions that end the run; counts are of all domains
	Segments  []Segment
	Repeaters []domain.Repeater
	Bridges   []Bridge
	Stations  []domain.Station // those with nil Params have the Params of their segment
	Nodes     []Node           // by station: what it is on a multidrop bus; nil: all are the zero value
	Timeline  []medium.Change  // what changes during the run, in order of time

	// Changeable makes a network that can be changed while it runs ([Network.Change]). Its results are
	// the same, but it is slower.
	Changeable bool
}

// Segment is a segment, with the rules of the MACs on it.
type Segment struct {
	domain.Segment
	Params mac.Params
	Star   bool // all stations are Delay apart from each other; for a segment that joins nothing else

	// Multidrop makes a cable a bus of 10BASE-T1S whose nodes can have PLCA: it has the latencies of the
	// PHYs of nodes that have none of their own. Stations and ports of bridges are plugged into it. nil is
	// any other segment.
	Multidrop *t1s.Latency
}

// Bridge is a bridge or switch by IEEE 802.1D, which sends on whole frames. The package comment says
// how.
type Bridge struct {
	Name    string
	Ageing  phy.Time // how long an address is remembered that is not heard; 300 s in IEEE 802.1D
	Latency phy.Time // from the end of a reception until the frame is queued
	Queue   int      // the capacity of a port's queue in frames, including the one being sent
	Pause   Pause    // at its full-duplex ports
	Ports   []BridgePort
}

// BridgePort is a port of a bridge, with a MAC of its own.
type BridgePort struct {
	To        string // what is plugged in, for the names of events and results
	End       domain.End
	ObeyPause bool // PAUSE frames from the other end stop the port's transmissions (annex 31B)
	Node      Node // what the port is on a multidrop bus
}

// Pause says when a bridge asks the sender at a full-duplex port to pause (annex 31B). The zero
// value is never.
type Pause struct {
	Above  int    // a PAUSE frame is sent when a port's queue has more than this number of frames
	Below  int    // one of 0 quanta, which ends the pause, when all queues have fewer than this number
	Quanta uint16 // the length of a pause, in units of 512 bit times
}
