package tap

import (
	"context"
	"slices"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// told is a clock that a test moves: it shows each instant at once, and at some of them does what
// the test has planned.
type told struct {
	now   time.Duration
	plan  []planned
	late  func(until time.Duration) time.Duration // by how much a wait is too long
	woken bool
	waits int
}

type planned struct {
	at time.Duration
	do func()
}

func (c *told) at(at time.Duration, do func()) {
	c.plan = append(c.plan, planned{at, do})
	slices.SortStableFunc(c.plan, func(a, b planned) int { return int(a.at - b.at) })
}

func (c *told) Now() time.Duration { return c.now }
func (c *told) Wake()              { c.woken = true }
func (c *told) Close()             {}

func (c *told) Wait(until time.Duration, ports *ports) {
	c.waits++
	if len(c.plan) > 0 && c.plan[0].at <= until && !c.woken {
		next := c.plan[0]
		c.plan = c.plan[1:]
		c.now = max(c.now, next.at)
		next.do()
	} else if !c.woken {
		c.now = max(c.now, until)
		if c.late != nil {
			c.now += c.late(until)
		}
	}
	c.woken = false
	for _, p := range ports.all {
		ports.mark(p)
	}
}

// desk is a host: a test puts in the frames that it sends, and reads those that it receives.
type desk struct {
	clock    *told
	sent     [][]byte
	received [][]byte
	at       []time.Duration // of received
	refuse   error           // of Write
	broken   error           // of Read
	closed   bool
	takes    time.Duration // a call of Read
}

func (d *desk) Start(func()) error { return nil }
func (d *desk) FD() int            { return -1 }
func (d *desk) Close() error       { d.closed = true; return nil }

func (d *desk) Read(p []byte) (int, error) {
	d.clock.now += d.takes
	switch {
	case d.broken != nil:
		return 0, d.broken
	case len(d.sent) == 0:
		return 0, ErrNothing
	}
	f := d.sent[0]
	d.sent = d.sent[1:]
	copy(p, f)
	return len(f), nil
}

func (d *desk) Write(frame []byte) error {
	if d.refuse != nil {
		return d.refuse
	}
	d.received = append(d.received, slices.Clone(frame))
	d.at = append(d.at, d.clock.now)
	return nil
}

// frameFor is n octets from one station to another.
func frameFor(to, from phy.Address, n int) []byte {
	f := append(append(make([]byte, 0, n), to[:]...), from[:]...)
	f = append(f, 0x88, 0xb5)
	for len(f) < n {
		f = append(f, byte(len(f)))
	}
	return f
}

// network is one of which a test can read the figures.
type network interface {
	Network
	Result() *medium.Result
}

// bench is a cable or a network with hosts at its first stations.
type bench struct {
	t     require.TestingT
	clock *told
	net   network
	live  *Live
	desks []*desk
	notes []string
}

func onBench(t require.TestingT, c bus.Config, hosts int, o Options) *bench {
	net, err := bus.New(c)
	require.NoError(t, err)
	return onNetwork(t, net, o, c.Stations[:hosts])
}

// onNetwork puts hosts at the first stations of a network.
func onNetwork(t require.TestingT, net network, o Options, stations []bus.Station) *bench {
	b := &bench{t: t, clock: &told{now: 77 * time.Second}, net: net}
	o.Note = func(text string) { b.notes = append(b.notes, text) }
	var ports []Port
	for i := range stations {
		d := &desk{clock: b.clock}
		b.desks = append(b.desks, d)
		queue := stations[i].Queue
		if queue == 0 {
			queue = bus.DefaultQueue
		}
		ports = append(ports, Port{Station: i, Link: d, Queue: queue})
	}
	var err error
	b.live, err = build(net, ports, o, func(time.Duration) (clock, error) { return b.clock, nil })
	require.NoError(t, err)
	return b
}

// begin is when the run starts, on the clock.
func (b *bench) begin() time.Duration { return 77 * time.Second }

func (b *bench) run(until phy.Time) {
	require.NoError(b.t, b.live.Run(context.Background(), until))
}

func cable(places ...phy.Time) bus.Config {
	var c bus.Config
	for i, at := range places {
		c.Stations = append(c.Stations, bus.Station{Name: string(rune('A' + i)), At: at * 100 * phy.Nanosecond})
	}
	return c
}

var addressA, addressB, addressC = phy.StationAddress(0), phy.StationAddress(1), phy.StationAddress(2)
