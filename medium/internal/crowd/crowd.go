package crowd

import (
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/internal/tally"
	"github.com/csmacd/csmacd/phy"
)

// Options are the settings that every medium's configuration has.
type Options struct {
	Kind    string
	Seed    uint64
	BitTime phy.Time // 0: that of [phy.Ethernet10]
	Warmup  phy.Time
	Until   medium.Until
	Draws   backoff.Draws // replace all streams; nil: the streams

	Unit   phy.Time // the unit of policies that do not set one
	Work   phy.Time // the time for which a piece of work occupies the medium, for throughput; 0: there is no such time
	Lag    phy.Time // the time from when a piece of work no longer occupies the medium until its client knows
	Octets int32    // the size of a piece of work; 0: none
}

// Resource is the thing for which clients contend.
type Resource interface {
	// Happen processes an entry of the agenda, at its instant.
	Happen(e Entry)
	// Restart resets the resource's own figures: the warm-up ends now.
	Restart()
	// Measure adds the resource's own figures to a result. The result contains all groups; they are
	// removed afterwards if there is only one.
	Measure(r *medium.Result)
}

// Crowd is the clients of a medium and the state of their run. A medium embeds it.
type Crowd struct {
	Due    Agenda
	Groups []Counts // by group
	Sums   Counts   // of all

	Collisions         uint64   // the medium defines what a collision is
	Success, Collision phy.Time // time for which the medium was occupied

	options  Options
	resource Resource
	names    []string
	marks    []tally.Name
	clients  []Client
	groups   []medium.Group
	now      phy.Time
	since    phy.Time // the end of the warm-up
	warm     bool
	done     bool
	err      error
	stop     atomic.Bool // the run is to end: set by Interrupt
	digest   tally.Digest
	watch    watchers
	placed   []func(from, until phy.Time)
}

// mostAtOnce is the number of entries of one instant, beyond those that clients cause, after which
// the run is considered stuck.
const mostAtOnce = 1 << 18

// muchWork is the number of entries of one instant after which the crowd checks whether the run is
// interrupted. With fewer entries the instant ends first.
const muchWork = 1 << 12

// Interrupt implements [medium.Network].
func (c *Crowd) Interrupt() { c.stop.Store(true) }

// Init checks the groups and makes their clients.
func (c *Crowd) Init(o Options, resource Resource, groups []medium.Group) error {
	if o.BitTime == 0 {
		o.BitTime = phy.Ethernet10.BitTime
	}
	total := 0
	for i := range groups {
		total += len(groups[i].Names)
	}
	switch {
	case total == 0:
		return errors.New("a medium needs at least one client")
	case o.Warmup < 0 || o.BitTime < 0 || o.Unit <= 0:
		return errors.New("a time is negative, or the unit of delays is 0")
	case max(o.Warmup, o.BitTime, o.Unit) > phy.MaxTime:
		return errors.New("a time is more than 30 days")
	}
	*c = Crowd{
		options: o, resource: resource, groups: groups, warm: o.Warmup == 0,
		Groups: make([]Counts, len(groups)), clients: make([]Client, 0, total), names: make([]string, 0, total),
		marks: make([]tally.Name, 0, total),
	}
	c.Due.heap = make([]Entry, 0, total+16)
	c.Sums.init()
	seen := make(map[string]bool, total)
	for g := range groups {
		group := &groups[g]
		if group.Policy == nil || group.Unit < 0 || group.Unit > phy.MaxTime {
			return fmt.Errorf("group %q: it needs a policy, and a unit from 0 to 30 days", group.Name)
		}
		if len(groups) > 1 {
			c.Groups[g].init()
		}
		unit := group.Unit
		if unit == 0 {
			unit = o.Unit
		}
		for _, name := range group.Names {
			if name == "" || seen[name] {
				return fmt.Errorf("client %d: the name %q is empty or taken", len(c.names), name)
			}
			seen[name] = true
			c.names = append(c.names, name)
			c.marks = append(c.marks, tally.NameOf(name))
			c.clients = append(c.clients, Client{
				group: int32(g), unit: unit, policy: group.Policy, stream: backoff.NewRand(o.Seed, name, "backoff"),
				Work: Work{State: backoff.State{Draws: o.Draws}},
			})
		}
	}
	return nil
}

// Stream returns a client's stream of random numbers for a purpose.
func (c *Crowd) Stream(i int32, purpose string) backoff.Rand {
	return backoff.NewRand(c.options.Seed, c.names[i], purpose)
}

// Draws returns the draws that replace all streams, or nil.
func (c *Crowd) Draws() backoff.Draws { return c.options.Draws }

// At returns the instant that is after from now, at most [phy.Forever].
func (c *Crowd) At(after phy.Time) phy.Time {
	if after >= phy.Forever-c.now {
		return phy.Forever
	}
	return c.now + after
}

// Failed ends the run with an error.
func (c *Crowd) Failed(err error) {
	if c.err == nil {
		c.err = err
	}
}

// Run implements [medium.Network].
func (c *Crowd) Run(until phy.Time) error {
	until = min(until, phy.Forever)
	if c.err != nil || c.done {
		return c.err
	}
	if until < c.now {
		return fmt.Errorf("%s: run until %v, but the network has been run until %v already", c.options.Kind, until, c.now)
	}
	if !c.warm && c.options.Warmup <= until {
		if c.advance(c.options.Warmup); c.err != nil || c.done {
			return c.err
		}
		c.endWarmup()
	}
	c.advance(until)
	return c.err
}

func (c *Crowd) advance(until phy.Time) {
	last := c.now
	for c.err == nil {
		if c.stop.Load() {
			c.err = medium.ErrInterrupted
			return
		}
		if c.Due.Len() == 0 && c.options.Until.Idle && c.warm {
			c.done = true
			return
		}
		at := c.Due.Next()
		if at >= until {
			break
		}
		c.now, last = at, at
		happened := 0
		for c.Due.Next() == at && c.err == nil {
			e := c.Due.Pop()
			phase := e.Phase()
			c.resource.Happen(e)
			if u := &c.options.Until; c.warm && u.Reached(c.Sums.Sent, c.Sums.Sent, 0) && !c.Due.goesOn(at, phase) {
				break // the rest of this instant is not part of the run
			}
			happened++
			if happened%muchWork == 0 && c.stop.Load() {
				c.Failed(medium.ErrInterrupted)
			}
			if happened > mostAtOnce+100*len(c.clients) {
				c.Failed(fmt.Errorf("%s: clients retry endlessly at one instant: their backoff, or a time of the medium, must not be 0", c.options.Kind))
			}
		}
		if s := &c.Sums; c.warm && c.options.Until.Reached(s.Sent, s.Sent, c.Collisions) {
			c.done = true
		}
		if c.done {
			if !c.warm {
				c.endWarmup() // the medium has stopped the run during the warm-up: nothing was measured
			}
			return
		}
	}
	if c.err == nil {
		if until >= phy.Forever {
			until = last // nothing more can happen
		}
		c.now = until
	}
}

func (c *Crowd) endWarmup() {
	c.warm, c.since = true, c.now
	c.Sums.restart()
	for i := range c.Groups {
		if len(c.Groups) > 1 {
			c.Groups[i].restart()
		}
	}
	for i := range c.clients {
		k := &c.clients[i]
		k.sent, k.dropped, k.offered, k.total, k.most = 0, 0, 0, 0, 0
		k.after = k.after[:0]
	}
	c.Collisions, c.Success, c.Collision = 0, 0, 0
	c.resource.Restart()
}

// Now implements [medium.Network].
func (c *Crowd) Now() phy.Time { return c.now }

// Since returns the end of the warm-up.
func (c *Crowd) Since() phy.Time { return c.since }

// Done implements [medium.Network].
func (c *Crowd) Done() bool { return c.done }

// BitTime implements [medium.Network].
func (c *Crowd) BitTime() phy.Time { return c.options.BitTime }

// Len implements [medium.Stations]: the number of clients.
func (c *Crowd) Len() int { return len(c.clients) }

// Name implements [medium.Stations].
func (c *Crowd) Name(i int) string { return c.names[i] }

// Address implements [medium.Stations]. Clients do not have addresses; stations with their numbers
// would.
func (c *Crowd) Address(destination int32) phy.Address {
	if destination < 0 {
		return phy.Address{}
	}
	return phy.StationAddress(int(destination))
}
