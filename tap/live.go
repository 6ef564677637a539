package tap

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/csmacd/csmacd/mac"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/phy"
)

// Network is the medium that a live run is on: a [bus.Network] that nothing has been
// run of.
//
// [bus.Network]: https://pkg.go.dev/github.com/csmacd/csmacd/medium/bus#Network
type Network interface {
	medium.Stations
	Run(until phy.Time) error
	Inject(station int, at phy.Time, f medium.Frame) error
	Observe(medium.Observer)
	Deliver(station int, f func(at phy.Time, frame medium.Frame))
	Now() phy.Time
	Next() phy.Time
	Span() phy.Time
	Done() bool
	Interrupt()
	Destination(phy.Address) int32
	Params(station int) mac.Params
}

// Port says which station is live, and which host it is.
type Port struct {
	Station     int
	Link        Link
	Promiscuous bool // the host gets every whole frame, not only those for it and for groups
	Queue       int  // frames that the station holds: no more are taken from its host until one leaves
}

// Options are what a live run may be told. The zero value is one at the speed of the
// wall clock.
type Options struct {
	Speed float64       // simulated over wall-clock time; 0: 1
	Spin  time.Duration // before each instant that is due, wait by looking at the clock: exact, and costly

	// Octets appends those of a frame that simulated traffic made, from destination
	// address to FCS; nil: such a frame is all zeros.
	Octets func(b []byte, f medium.Frame) []byte

	// Arrived is told of each frame that a host has sent: when it is queued at its
	// station, always a whole nanosecond, and its octets, padded and with FCS, which are
	// valid during the call.
	Arrived func(station int, at phy.Time, octets []byte)

	// Turn is called after each step, in which nothing is under way.
	Turn func()

	// Note is told at once what whoever runs this should know: a station that left, time
	// that was lost.
	Note func(text string)
}

// Live ties a network to the wall clock and its live stations to their hosts. The
// network is run up to the instant that the clock shows, and never further: what a host
// sends is queued at its station at that instant, by Inject, and what the station
// receives is handed over when the last bit has come.
//
// Within the medium all is exact. What is not is when a host's frame is seen, and when
// the host gets one: [Figures] say how late the latter was.
type Live struct {
	net     Network
	options Options
	ports   []*port
	portOf  []*port // by station; nil for those that are simulated
	clock   clock
	pace    pace
	store   store
	horizon horizon
	known   destinations
	due     []delivery // received, and not yet handed over
	buffer  []byte

	mu   sync.Mutex
	asks []func() // for between two steps
	over chan struct{}
}

// NewLive prepares a live run of a network on which nothing has been run. It starts the
// links, and owns them from then on: where it fails they are closed. The error says what is
// wrong with a port or an option, or why a link does not start.
func NewLive(net Network, ports []Port, o Options) (*Live, error) {
	return build(net, ports, o, newWallClock)
}

func build(net Network, ports []Port, o Options, newClock func(spin time.Duration) (clock, error)) (*Live, error) {
	if err := check(net, ports, &o); err != nil {
		for _, p := range ports {
			if p.Link != nil {
				_ = p.Link.Close() // it was never used
			}
		}
		return nil, fmt.Errorf("tap: %w", err)
	}
	l := &Live{
		net: net, options: o, portOf: make([]*port, net.Len()), pace: newPace(o.Speed),
		buffer: make([]byte, maxRead), over: make(chan struct{}),
	}
	l.known.init(net)
	for _, p := range ports {
		l.add(p)
	}
	var err error
	if l.clock, err = newClock(o.Spin); err != nil {
		l.closeLinks()
		return nil, err
	}
	for _, p := range l.ports {
		if err := p.link.Start(l.clock.Wake); err != nil {
			l.Close()
			return nil, err
		}
	}
	l.horizon.init(net)
	net.Observe(&l.horizon)
	if len(l.ports) > 0 {
		net.Observe(&departures{l})
	}
	for _, p := range l.ports {
		net.Deliver(p.station, func(at phy.Time, f medium.Frame) { l.received(p, at, f) })
	}
	return l, nil
}

// check reports what is wrong with what a live run is made of.
func check(net Network, ports []Port, o *Options) error {
	switch {
	case net == nil:
		return errors.New("there is no network")
	case net.Now() > 0:
		return fmt.Errorf("the network has been run already, up to %v", net.Now())
	case !(o.Speed >= 0) || math.IsInf(o.Speed, 1):
		return fmt.Errorf("a speed of %v: more than 0 is wanted, or 0 for that of the wall clock", o.Speed)
	case o.Spin < 0:
		return fmt.Errorf("a spin of %v: a time is not negative", o.Spin)
	}
	taken, linked := map[int]bool{}, map[Link]int{} // the ports of links that are pointers
	for i, p := range ports {
		other, again := 0, false
		if reflect.ValueOf(p.Link).Kind() == reflect.Pointer {
			if other, again = linked[p.Link]; !again {
				linked[p.Link] = i
			}
		}
		switch {
		case p.Station < 0 || p.Station >= net.Len():
			return fmt.Errorf("port %d: there is no station %d, the network has %d", i, p.Station, net.Len())
		case p.Link == nil:
			return fmt.Errorf("port %d: station %s has no link", i, net.Name(p.Station))
		case again:
			return fmt.Errorf("port %d: its link is that of port %d already", i, other)
		case taken[p.Station]:
			return fmt.Errorf("port %d: station %s has a port already", i, net.Name(p.Station))
		case p.Queue < 0:
			return fmt.Errorf("port %d: station %s holds %d frames: a number is not negative", i, net.Name(p.Station), p.Queue)
		}
		taken[p.Station] = true
	}
	return nil
}

// Run runs the network until the instant given, or its own end, or the context's. It
// must not be called again.
func (l *Live) Run(ctx context.Context, until phy.Time) error {
	// The thread is this run's alone: that is how it is woken in time.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer exactTimers()()
	defer close(l.over)
	defer context.AfterFunc(ctx, l.clock.Wake)()
	defer context.AfterFunc(ctx, l.interruptLater)()
	l.pace.begin(l.clock.Now())
	for {
		now := l.pace.now(l.clock.Now(), l.options.Note)
		if err := l.net.Run(min(now, until)); err != nil {
			return err
		}
		l.handOver()
		l.store.release(l.net.Now() - l.net.Span())
		if l.net.Done() || now >= until || ctx.Err() != nil {
			l.turn()
			return nil
		}
		l.take()
		l.turn()
		l.wait(until)
	}
}

// mostAfterTheEnd is how long a step may go on when the context has ended.
const mostAfterTheEnd = 300 * time.Millisecond

// interruptLater ends a step that does not end: very many frames are due at once.
func (l *Live) interruptLater() {
	select {
	case <-l.over:
	case <-time.After(mostAfterTheEnd):
		l.net.Interrupt()
	}
}

// turn is what is done between two steps.
func (l *Live) turn() {
	if l.options.Turn != nil {
		l.options.Turn()
	}
	l.mu.Lock()
	asks := l.asks
	l.asks = nil
	l.mu.Unlock()
	for _, f := range asks {
		f()
	}
}

// longest is how long a step waits where nothing is to come: what is asked for by [Live.Do]
// wakes it, so this is for whoever watches.
const longest = 100 * time.Millisecond

// wait waits for the next instant at which a host may receive something, or for a host
// that has sent something.
func (l *Live) wait(until phy.Time) {
	next := min(l.horizon.next(l.net), until)
	// From where this step began, not from now: what it took too long for is time lost.
	latest := l.pace.started + longest
	at := latest
	if next < phy.Forever {
		at = min(l.pace.wall(next), latest)
	}
	l.pace.due = max(at, l.pace.started)
	l.clock.Wait(at, l.ports)
}

// Do has the function called between two steps of [Live.Run], and waits for it: so
// another goroutine can read the network. It returns false, and does not call it, where
// the run is over or the context ends first.
func (l *Live) Do(ctx context.Context, f func()) bool {
	const waiting, called, given = 0, 1, 2 // given up
	var state atomic.Int32
	done := make(chan struct{})
	l.mu.Lock()
	l.asks = append(l.asks, func() {
		if state.CompareAndSwap(waiting, called) {
			f()
			close(done)
		}
	})
	l.mu.Unlock()
	l.clock.Wake()
	select {
	case <-done:
		return true
	case <-l.over:
	case <-ctx.Done():
	}
	if state.CompareAndSwap(waiting, given) {
		return false
	}
	<-done
	return true
}

// Figures tell how the run went so far. They are Run's goroutine's to ask for, or [Live.Do]'s.
func (l *Live) Figures() Figures {
	f := l.pace.figures(l.clock.Now())
	for _, p := range l.ports {
		f.Hosts = append(f.Hosts, p.passage(l.net.Name(p.station)))
	}
	return f
}

// AppendFrame appends the octets of a frame that a host has sent, padded and with FCS,
// by its Ref: those of a frame that is still on its way.
//
// Of a frame that traffic made it gives what Options.Octets does.
func (l *Live) AppendFrame(b []byte, f medium.Frame) []byte {
	if ofHost(f.Ref) {
		return append(b, l.store.at(f.Ref)...)
	}
	if l.options.Octets != nil {
		return l.options.Octets(b, f)
	}
	return b
}

// Close takes the links down. It must come after Run.
func (l *Live) Close() error {
	err := l.closeLinks()
	l.clock.Close()
	return err
}
