package submit

import (
	"errors"
	"fmt"
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// Config describes a queue and its clients.
type Config struct {
	Seed    uint64
	BitTime phy.Time // unit of time in results besides picoseconds; 0: that of [phy.Ethernet10]
	Warmup  phy.Time // left out of the figures
	Until   medium.Until
	Draws   backoff.Draws // replace all streams: first the start of each client in order, in units of Startup, then the draws of the policies; nil: the streams

	Rule
	Groups []Group
}

// Rule describes the queue.
type Rule struct {
	Descriptors int      // size of the table
	PerJob      int      // number that an attempt in the queue holds; at least 1
	SenseBelow  int      // clients that look defer if fewer are free; 0: never
	Service     phy.Time // time of an attempt; one is served after the other
	Startup     phy.Time // from an attempt's start to its arrival at the queue
	Down        phy.Time // from a crash to the restart
}

// Standard is the paper's scenario at a tenth of its scale, at which the reference was run.
var Standard = Rule{
	Descriptors: 800, PerJob: 20, SenseBelow: 100,
	Service: 100 * phy.Millisecond, Startup: phy.Second, Down: 5 * phy.Second,
}

// Group describes clients that are alike. If it has no policy, it uses that of its discipline.
type Group struct {
	medium.Group

	Discipline Discipline
}

// unit is the unit of the policies' plain numbers.
const unit = phy.Second

// New makes a queue's network, at time 0. The error says what is impossible in the configuration.
func New(c Config) (*Network, error) {
	if err := c.Rule.Check(); err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	n := &schedd{rule: c.Rule, sums: make([]medium.Submit, len(c.Groups))}
	groups := make([]medium.Group, len(c.Groups))
	for i := range c.Groups {
		g := &c.Groups[i]
		if g.Discipline > Ethernet {
			return nil, fmt.Errorf("submit: group %q: there is no discipline %d", g.Name, g.Discipline)
		}
		if groups[i] = g.Group; g.Policy == nil {
			groups[i].Policy = g.Discipline.Policy()
		}
		n.senses = append(n.senses, g.Discipline.Senses())
	}
	o := crowd.Options{
		Kind: "submit", Seed: c.Seed, BitTime: c.BitTime, Warmup: c.Warmup, Until: c.Until, Draws: c.Draws,
		Unit: unit, Work: c.Service,
	}
	if err := n.Init(o, n, groups); err != nil {
		return nil, fmt.Errorf("submit: %w", err)
	}
	n.queue.ring = make([]int32, max(1, min(n.Len(), c.Descriptors/c.PerJob)))
	for i := range int32(n.Len()) {
		n.next(i, start, crowd.Times(n.spread(i), c.Startup))
	}
	return &Network{n}, nil
}

// spread draws the instant of a client's first start, in units of Startup.
func (n *schedd) spread(i int32) float64 {
	if d := n.Draws(); d != nil {
		u := d.Uniform(0, 1)
		if !(u >= 0) {
			n.Undrawn(i)
		}
		return u
	}
	stream := n.Stream(i, "arrival")
	return stream.Float64()
}

// Check returns an error that says what is impossible about the rule, or nil.
func (r Rule) Check() error {
	switch {
	case r.PerJob < 1 || r.Descriptors < 0 || r.SenseBelow < 0 || max(r.PerJob, r.Descriptors, r.SenseBelow) > math.MaxInt32:
		return errors.New("an attempt needs at least one descriptor, and a number of descriptors must be 0 to 2^31-1")
	case r.Service < 0 || r.Startup < 0 || r.Down < 0 || max(r.Service, r.Startup, r.Down) > phy.MaxTime:
		return errors.New("a time is negative or too long")
	}
	return nil
}
