package server

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/crowd"
	"github.com/csmacd/csmacd/phy"
)

// Overflow selects what happens to a delay of more nanoseconds than an int64 holds.
type Overflow uint8

// What happens to a delay that overflows.
const (
	Saturate Overflow = iota // it is longer than any run
	Wrap                     // it becomes negative, as in Go on amd64: the next request that is looked at is done
)

var overflowNames = [...]string{"saturate", "wrap"}

// String returns the name in a scenario, or a text such as Overflow(9) for an undefined value.
func (o Overflow) String() string {
	if int(o) >= len(overflowNames) {
		return fmt.Sprintf("Overflow(%d)", uint8(o))
	}
	return overflowNames[o]
}

// Config describes a server and its clients.
type Config struct {
	Seed    uint64
	BitTime phy.Time // unit of time in results besides picoseconds; 0: that of [phy.Ethernet10]
	Warmup  phy.Time // left out of the figures; the first window begins at its end
	Until   medium.Until
	Draws   backoff.Draws // replace all streams, in the policies' units; nil: the streams

	Rule
	// Times are response times that were measured while the server had at most Limit requests. If there
	// are any, each request has one of them, drawn at random, in place of Delay; Poll and Overflow have no
	// meaning.
	Times  []phy.Time
	Cancel bool   // the server notices when a client has left
	Stops  []Stop // in order of time
	Groups []Group
}

// Rule describes the time that a request takes. A number that is 0 means that of the original, see
// [Standard]. A Delay or a Limit below 0 means 0.
type Rule struct {
	Delay    phy.Time // of a request, while at most Limit requests are in the server; in whole nanoseconds
	Limit    int
	Factor   float64 // factor by which K more requests lengthen the delay; at least 1
	K        float64
	Poll     phy.Time // time between two looks of a handler at the clock
	Overflow Overflow
}

// Standard is the rule of the original.
var Standard = Rule{Delay: 100 * phy.Millisecond, Limit: 30, Factor: 1.05, K: 15, Poll: 50 * phy.Millisecond}

// Stop is a time during which the server is stopped.
type Stop struct {
	At, For phy.Time
}

// Group describes clients that are alike.
type Group struct {
	medium.Group

	Think   phy.Time // mean of the exponential time between a response and the next request; 0: none
	Timeout phy.Time // after which a client gives a request up
}

// unit is the unit of the policies' plain numbers.
const unit = phy.Second

// New makes a server's network, at time 0. The error says what is impossible in the configuration.
func New(c Config) (*Network, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	c.Rule = c.Rule.complete()
	n := &server{rule: c.Rule, cancel: c.Cancel, stops: c.Stops, windows: make([]windows, len(c.Groups)), measured: measured{rings: phy.Forever}}
	if len(c.Times) > 0 {
		n.times = c.Times
	}
	groups := make([]medium.Group, len(c.Groups))
	for i := range c.Groups {
		groups[i] = c.Groups[i].Group
	}
	o := crowd.Options{
		Kind: "server", Seed: c.Seed, BitTime: c.BitTime, Warmup: c.Warmup, Until: c.Until, Draws: c.Draws, Unit: unit,
	}
	if err := n.Init(o, n, groups); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	n.recompute()
	n.clients = make([]client, n.Len())
	for i := range n.clients {
		k, id := &n.clients[i], int32(i)
		g := &c.Groups[n.Client(id).Group()]
		k.thought, k.think, k.timeout = n.Stream(id, "think"), g.Think, g.Timeout
		if n.times != nil {
			k.served = n.Stream(id, "service")
		}
		n.ponder(id)
	}
	for i, s := range c.Stops {
		n.Due.Push(crowd.Entry{At: s.At, Place: crowd.PlaceOf(halt, 0), Tag: uint64(2 * i)})
		n.Due.Push(crowd.Entry{At: s.At + s.For, Place: crowd.PlaceOf(halt, 0), Tag: uint64(2*i + 1)})
	}
	return &Network{n}, nil
}

// complete returns the rule with the original's numbers in place of those that are 0.
func (r Rule) complete() Rule {
	r.Delay = max(0, cmp.Or(r.Delay, Standard.Delay))
	r.Limit = max(0, cmp.Or(r.Limit, Standard.Limit))
	r.Factor = cmp.Or(r.Factor, Standard.Factor)
	r.K = cmp.Or(r.K, Standard.K)
	r.Poll = cmp.Or(r.Poll, Standard.Poll)
	return r
}

// Check returns an error that says what is impossible about the rule, or nil.
func (r Rule) Check() error {
	switch r = r.complete(); {
	case r.Delay > phy.MaxTime || r.Limit > math.MaxInt32:
		return errors.New("the delay is more than 30 days, or the limit more than 2^31-1")
	case !(r.Factor >= 1) || math.IsInf(r.Factor, 1) || !(r.K > 0) || math.IsInf(r.K, 1):
		return errors.New("the factor has to be at least 1, and k more than 0")
	case r.Poll < 0 || r.Poll > phy.MaxTime:
		return errors.New("poll must be more than 0, and at most 30 days")
	case int(r.Overflow) >= len(overflowNames):
		return fmt.Errorf("there is no overflow %d", r.Overflow)
	}
	return nil
}

func (c *Config) check() error {
	if err := c.Rule.Check(); err != nil {
		return err
	}
	for _, t := range c.Times {
		if t < 0 || t > MostTime {
			return fmt.Errorf("a measured time is %v: it must be from 0 to %v", t, MostTime)
		}
	}
	last := phy.Time(-1)
	for _, s := range c.Stops {
		if s.At <= last || s.For <= 0 || s.At > phy.MaxTime || s.For > phy.MaxTime {
			return errors.New("stops have to be in order of time, each longer than 0 and over before the next")
		}
		last = s.At + s.For
	}
	for i := range c.Groups {
		if g := &c.Groups[i]; g.Think < 0 || g.Timeout <= 0 || max(g.Think, g.Timeout) > phy.MaxTime {
			return fmt.Errorf("group %q: the time to think is negative, or the time-out is not more than 0, or one of them is more than 30 days", g.Name)
		}
	}
	return nil
}
