package store

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a store and its clients.
type Config struct {
	Seed    uint64
	BitTime phy.Time // unit of time in results besides picoseconds; 0: that of [phy.Ethernet10]
	Warmup  phy.Time // left out of the figures
	Until   medium.Until
	Draws   backoff.Draws // replace all streams, in milliseconds; nil: the streams

	Leg    Leg
	Rows   Rows
	Groups []Group
}

// Rows selects which clients share a row.
type Rows uint8

// Which clients share a row.
const (
	OneRow   Rows = iota // all clients
	GroupRow             // those of a group: each group has a row of its own, so that groups do not contend
)

// Group describes clients that are alike.
type Group struct {
	medium.Group

	Works   uint64   // number of changes that each client makes, one after the other; 0: one
	Endless bool     // the number of changes is unlimited; Works is ignored
	Think   phy.Time // mean of the exponential time between the response and the next change; 0: none
}

// New makes a store's network, at time 0. The error says what is impossible in the configuration.
func New(c Config) (*Network, error) {
	if err := c.Leg.Check(); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if c.Rows > GroupRow {
		return nil, fmt.Errorf("store: there is no way %d of sharing a row", c.Rows)
	}
	n := &store{leg: c.Leg, rows: make([]uint64, 1), sums: make([]sums, len(c.Groups))}
	if c.Rows == GroupRow {
		n.rows = make([]uint64, len(c.Groups))
	}
	groups := make([]medium.Group, len(c.Groups))
	for i := range c.Groups {
		if groups[i] = c.Groups[i].Group; c.Groups[i].Think < 0 {
			return nil, fmt.Errorf("store: group %q: the time to think is negative", c.Groups[i].Name)
		} else if c.Groups[i].Think > phy.MaxTime {
			return nil, fmt.Errorf("store: group %q: the time to think is more than 30 days", c.Groups[i].Name)
		}
	}
	o := crowd.Options{
		Kind: "store", Seed: c.Seed, BitTime: c.BitTime, Warmup: c.Warmup, Until: c.Until, Draws: c.Draws, Unit: unit,
	}
	if err := n.Init(o, n, groups); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	n.clients = make([]client, n.Len())
	for i := range n.clients {
		g := &c.Groups[n.Client(int32(i)).Group()]
		k := &n.clients[i]
		k.legs = n.Stream(int32(i), "leg")
		k.thought, k.think = n.Stream(int32(i), "think"), millis(g.Think)
		k.endless, k.works = g.Endless, max(1, g.Works)
		n.Due.Push(crowd.Entry{Place: crowd.PlaceOf(begin, int32(i))})
	}
	return &Network{n}, nil
}
