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

// Config is a queue and its clients.
type Config struct {
	Seed    uint64
	BitTime phy.Time // what results count time in besides; 0: that of [phy.Ethernet10]
	Warmup  phy.Time // left out of the figures
	Until   medium.Until
	Draws   backoff.Draws // in place of all streams: for each client in order its start, in units of Startup, then what policies draw; nil: the streams

	Rule
	Groups []Group
}

// Rule is what the queue is like.
type Rule struct {
	Descriptors int      // of the table
	PerJob      int      // that an attempt in the queue holds; at least 1
	SenseBelow  int      // clients that look defer where fewer are free; 0: never
	Service     phy.Time // of an attempt, one after the other
	Startup     phy.Time // from an attempt's start to its arrival at the queue
	Down        phy.Time // from a crash to the restart
}

// Standard is the paper's scenario at a tenth of its scale, as the reference was run.
var Standard = Rule{
	Descriptors: 800, PerJob: 20, SenseBelow: 100,
	Service: 100 * phy.Millisecond, Startup: phy.Second, Down: 5 * phy.Second,
}

// Group is clients that are alike. Without a policy they have their discipline's.
type Group struct {
	medium.Group

	Discipline Discipline
}

// unit is what the plain numbers of policies are multiples of.
const unit = phy.Second

// New builds a queue's network, at time 0. The error says what is impossible.
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

// spread draws when a client is started first, in units of a start-up.
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

// Check reports what is impossible about the rule.
func (r Rule) Check() error {
	switch {
	case r.PerJob < 1 || r.Descriptors < 0 || r.SenseBelow < 0 || max(r.PerJob, r.Descriptors, r.SenseBelow) > math.MaxInt32:
		return errors.New("an attempt needs a descriptor or more, and no number of descriptors is negative or above 2^31-1")
	case r.Service < 0 || r.Startup < 0 || r.Down < 0 || max(r.Service, r.Startup, r.Down) > phy.MaxTime:
		return errors.New("a time is negative or beyond all bounds")
	}
	return nil
}
