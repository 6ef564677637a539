package clause148

import (
	"fmt"

	"github.com/csmacd/csmacd/internal/clause4"
	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/mac/plca"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a multidrop bus.
type Config struct {
	Seed     uint64
	Nodes    []Node
	Timeline []medium.Change // in order of time
	Until    phy.Time        // nothing at or after it is shown

	everyEdge bool // visit every edge of the transmit clocks, however idle: for the tests of skipping
}

// Node is a station with its PHY.
type Node struct {
	clause4.Station
	PLCA    *plca.Params // nil: off
	Latency Latency
	Phase   phy.Time // of the transmit clock
}

// Latency holds the latencies of a PHY (147, timing tables).
type Latency struct {
	Tx, CRSOn, CRSOff, RxOn, RxOff, COLOn, COLOff phy.Time
	MII                                           phy.Time // the period of the transmit clock; 0: none
	Tail                                          phy.Time // the last zero of a transmission
}

// Result is the result of a run.
type Result struct {
	Events   []medium.Event // by instant, then as they were written
	Counters []mac.Counters // by node
	PLCA     []medium.PLCANode
}

// Run runs a bus.
func Run(c Config) (*Result, error) {
	m := &model{until: c.Until}
	if err := m.build(&c); err != nil {
		return nil, err
	}
	m.run()
	r := &Result{Events: m.events}
	for _, n := range m.nodes {
		n.noteStatus()
		if m.until > 0 {
			n.figures.StatusOK = float64(n.okTime) / float64(m.until)
		}
		r.Counters = append(r.Counters, n.mac.Counters())
		r.PLCA = append(r.PLCA, n.figures)
	}
	return r, nil
}

// build makes the nodes of a bus.
func (m *model) build(c *Config) error {
	m.timeline, m.everyEdge = c.Timeline, c.everyEdge
	errors := clause4.Config{Seed: c.Seed, Timeline: c.Timeline}
	m.wrong = errors.Errors("", bit)
	for i, from := range c.Nodes {
		if from.Params.BitTime == 0 {
			from.Params = mac.For(phy.Ethernet10)
		}
		a, err := clause4.NewMAC(i, from.Station)
		if err != nil {
			return fmt.Errorf("node %s: %w", from.Name, err)
		}
		m.nodes = append(m.nodes, newNode(m, i, &from, a, c.Seed))
	}
	return nil
}
