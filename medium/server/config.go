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

// Overflow says what becomes of a delay of more nanoseconds than an int64 holds.
type Overflow uint8

// What becomes of it.
const (
	Saturate Overflow = iota // it is longer than any run
	Wrap                     // it is negative, as in Go on amd64: whoever looks is done
)

var overflowNames = [...]string{"saturate", "wrap"}

// String returns the name in a scenario, or Overflow(9) where there is no such one.
func (o Overflow) String() string {
	if int(o) >= len(overflowNames) {
		return fmt.Sprintf("Overflow(%d)", uint8(o))
	}
	return overflowNames[o]
}

// Config is a server and its clients.
type Config struct {
	Seed    uint64
	BitTime phy.Time // what results count time in besides; 0: that of [phy.Ethernet10]
	Warmup  phy.Time // left out of the figures; the first window begins at its end
	Until   medium.Until
	Draws   backoff.Draws // in place of all streams, in the policies' units; nil: the streams

	Rule
	Cancel bool   // the server notices that a client has left
	Stops  []Stop // in order of time
	Groups []Group
}

// Rule is how long a request takes. A number that is 0 is the original's, that of
// [Standard]; a Delay or a Limit below 0 stands for 0.
type Rule struct {
	Delay    phy.Time // of one, as long as no more than Limit are in the server; whole nanoseconds count
	Limit    int
	Factor   float64 // by which K requests more make the delay longer; at least 1
	K        float64
	Poll     phy.Time // between two looks at the time
	Overflow Overflow
}

// Standard is the original's rule.
var Standard = Rule{Delay: 100 * phy.Millisecond, Limit: 30, Factor: 1.05, K: 15, Poll: 50 * phy.Millisecond}

// Stop is a time during which the server does nothing.
type Stop struct {
	At, For phy.Time
}

// Group is clients that are alike.
type Group struct {
	medium.Group

	Think   phy.Time // mean of the time between a response and the next request, exponential; 0: none
	Timeout phy.Time // after which a client gives a request up
}

// unit is what the plain numbers of policies are multiples of.
const unit = phy.Second

// New builds a server's network, at time 0. The error says what is impossible.
func New(c Config) (*Network, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("server: %w", err)
	}
	c.Rule = c.Rule.complete()
	n := &server{rule: c.Rule, cancel: c.Cancel, stops: c.Stops, windows: make([]windows, len(c.Groups))}
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
		n.ponder(id)
	}
	for i, s := range c.Stops {
		n.Due.Push(crowd.Entry{At: s.At, Place: crowd.PlaceOf(halt, 0), Tag: uint64(2 * i)})
		n.Due.Push(crowd.Entry{At: s.At + s.For, Place: crowd.PlaceOf(halt, 0), Tag: uint64(2*i + 1)})
	}
	return &Network{n}, nil
}

// complete returns the rule with the original's numbers where it has none.
func (r Rule) complete() Rule {
	r.Delay = max(0, cmp.Or(r.Delay, Standard.Delay))
	r.Limit = max(0, cmp.Or(r.Limit, Standard.Limit))
	r.Factor = cmp.Or(r.Factor, Standard.Factor)
	r.K = cmp.Or(r.K, Standard.K)
	r.Poll = cmp.Or(r.Poll, Standard.Poll)
	return r
}

// Check reports what is impossible about the rule.
func (r Rule) Check() error {
	switch r = r.complete(); {
	case r.Delay > phy.MaxTime || r.Limit > math.MaxInt32:
		return errors.New("the delay is more than 30 days, or the limit more than 2^31-1")
	case !(r.Factor >= 1) || math.IsInf(r.Factor, 1) || !(r.K > 0) || math.IsInf(r.K, 1):
		return errors.New("the factor has to be at least 1, and k more than 0")
	case r.Poll < 0 || r.Poll > phy.MaxTime:
		return errors.New("the server has to look at the time every so often: poll has to be more than 0, up to 30 days")
	case int(r.Overflow) >= len(overflowNames):
		return fmt.Errorf("there is no overflow %d", r.Overflow)
	}
	return nil
}

func (c *Config) check() error {
	if err := c.Rule.Check(); err != nil {
		return err
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
