package bus

import (
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a network and when its run ends by itself.
type Config struct {
	// Params are the rules of every station that has none of its own; the zero
	// value stands for those of [phy.Ethernet10].
	Params mac.Params

	// Shape says how far stations are from each other; the zero value is a cable.
	Shape Shape

	Seed     uint64
	Warmup   phy.Time // left out of the figures
	Until    Until
	Stations []Station
}

// Station describes one station.
type Station struct {
	Name    string
	Address phy.Address    // the zero value: that of [phy.StationAddress]
	At      phy.Time       // place on the cable: its delay from the left end
	Params  *mac.Params    // nil: those of the Config
	Backoff backoff.Policy // nil: binary exponential, by the rules' backoff limit
	Queue   int            // frames that it holds, the one being sent included; 0: 1000
	Traffic []traffic.Source
}

// DefaultQueue is the number of frames that a station holds unless it says more.
const DefaultQueue = 1000

// Until ends a run as soon as one of its conditions holds.
type Until = medium.Until
