package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a network, and when its run ends by itself.
type Config struct {
	// Params are the rules of every station that has none of its own. The zero value means those of
	// [phy.Ethernet10].
	Params mac.Params

	// Shape defines the distances between stations. The zero value is a cable.
	Shape Shape

	Seed     uint64
	Warmup   phy.Time // the initial time that the figures do not include
	Until    Until
	Stations []Station

	// Timeline lists bit errors of the medium, in order of time. Changes of other kinds need the
	// engine of package domain. The errors are drawn from the stream of Segment, the name of the
	// medium.
	Timeline []medium.Change
	Segment  string

	// Part is the part that the network has in a larger one; nil if it is a network by itself.
	Part *medium.Part
}

// Station describes one station.
type Station struct {
	Name    string
	Address phy.Address    // the zero value: the address of [phy.StationAddress]
	At      phy.Time       // the place on the cable, as its delay from the left end
	Params  *mac.Params    // nil: the rules of the Config
	Backoff backoff.Policy // nil: binary exponential, with the backoff limit of the rules
	Queue   int            // capacity in frames, including the one being sent; 0: DefaultQueue
	Traffic []traffic.Source
}

// DefaultQueue is the capacity of a station's queue, in frames, if the configuration does not set
// it.
const DefaultQueue = 1000

// Until ends a run as soon as one of its conditions holds.
type Until = medium.Until
