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
	"github.com/csmacd/csmacd/tap/internal/cargo"
)

// Network is the medium of a live run: a [bus.Network] or a [lan.Network] that has not been run yet.
//
// [bus.Network]: https://pkg.go.dev/github.com/csmacd/csmacd/medium/bus#Network
// [lan.Network]: https://pkg.go.dev/github.com/csmacd/csmacd/medium/lan#Network
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

// holder is a Network with bridges, which have copies of a frame after its sender has sent it.
type holder interface {
	// Holds reports whether a copy of the frame with a Ref is queued or on its way.
	Holds(ref uint64) bool
}

// chooser is a Network that does not call hooks for frames that they do not want.
type chooser interface {
	DeliverOnly(station int, wants func(f *medium.Frame) bool)
}

// spacious is a Network that knows how far apart stations are at least.
type spacious interface {
	Apart(a, b int) phy.Time
}

// Port connects a station to its host.
type Port struct {
	Station     int
	Link        Link
	Promiscuous bool // the host gets every whole frame, not only those for it and for groups
	Queue       int  // capacity of the station in frames: while it is full, no frames are taken from its host
}

// Options are the settings of a live run. The zero value means a run at the speed of the wall
// clock.
type Options struct {
	Speed float64       // simulated time divided by wall-clock time; 0: 1
	Spin  time.Duration // time before each instant for which the run polls the clock instead of sleeping: exact, and costly

	// Octets appends the octets of a frame of simulated traffic, from destination address to FCS.
	// If it is nil, such a frame is all zeros.
	Octets func(b []byte, f medium.Frame) []byte

	// Arrived is called for each frame from a host, with the instant at which it is queued at its
	// station, always a whole nanosecond, and its octets, padded and with FCS. They are valid
	// during the call.
	Arrived func(station int, at phy.Time, octets []byte)

	// Changed is called for each change that the network has accepted: of [Live.Change], and those that
	// follow from the interfaces of hosts.
	Changed func(c medium.Change)

	// Prefer is called once with the thread that keeps the time, which is to run before others. Without
	// it Run tries to do that itself, which needs CAP_SYS_NICE.
	Prefer func(thread int)

	// Turn is called after each step, when nothing is under way.
	Turn func()

	// Note is called at once with what the user should know: a station that left, time that was
	// lost.
	Note func(text string)
}

// Live ties a network to the wall clock and its live stations to their hosts. The network is run up
// to the instant that the clock shows, and never further. A frame that a host sends is queued at
// its station at that instant, by Inject. A frame that the station receives is passed to the host
// when its last bit has arrived.
//
// Within the medium all instants are exact. The instants at which host frames are seen, and at
// which hosts receive theirs, are not: [Figures] shows how late the latter were.
type Live struct {
	net     Network
	options Options
	ports   ports
	portOf  []*port // by station; nil for simulated ones
	joining *port   // of the station that joins; nil: there is none, or it is a simulated one
	clock   clock
	pace    pace
	cargo   cargo.Hold
	horizon horizon
	known   destinations
	news    news
	due     []delivery     // received, and not yet passed on
	closing sync.WaitGroup // links of stations that were removed
	buffer  []byte

	mu     sync.Mutex
	moving bool // stations get other addresses at the instant up to which the network has been run

	asks []func() // functions to call between two steps
	over chan struct{}
}

// NewLive prepares a live run of a network that has not been run yet. It starts the links, and owns
// them from then on: if it fails, it closes them. The error says what is wrong with a port or an
// option, or why a link does not start.
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
		l.place(newPort(p), p.Station)
	}
	var err error
	if l.clock, err = newClock(o.Spin); err != nil {
		l.closeLinks()
		return nil, err
	}
	for _, p := range l.ports.all {
		if err := l.begin(p, net.Name(p.station)); err != nil {
			l.Close()
			return nil, err
		}
	}
	if h, ok := net.(holder); ok {
		l.cargo.Held = h.Holds
	}
	l.horizon.init(net, l.near)
	net.Observe(&l.horizon)
	if _, changes := net.(medium.Changer); changes || len(l.ports.all) > 0 {
		net.Observe(&departures{l})
	}
	return l, nil
}

// check returns an error if a live run cannot be made of its arguments.
func check(net Network, ports []Port, o *Options) error {
	switch {
	case net == nil:
		return errors.New("there is no network")
	case net.Now() > 0:
		return fmt.Errorf("the network has been run already, up to %v", net.Now())
	case !(o.Speed >= 0) || math.IsInf(o.Speed, 1):
		return fmt.Errorf("the speed is %v: it must be more than 0, or 0 for that of the wall clock", o.Speed)
	case o.Spin < 0:
		return fmt.Errorf("the spin is %v: it must not be negative", o.Spin)
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
			return fmt.Errorf("port %d: station %s holds %d frames: the number must not be negative", i, net.Name(p.Station), p.Queue)
		}
		taken[p.Station] = true
	}
	return nil
}

// Run runs the network until the given instant, until its own end, or until ctx ends. It must be
// called only once.
func (l *Live) Run(ctx context.Context, until phy.Time) error {
	// The thread is used by this run only, so that it can be woken in time.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer exactTimers(l.options.Prefer)()
	defer close(l.over)
	defer context.AfterFunc(ctx, l.clock.Wake)()
	defer context.AfterFunc(ctx, l.interruptLater)()
	l.pace.begin(l.clock.Now())
	for _, p := range l.ports.all {
		l.recognizeAll(p)
	}
	for followed := false; ; {
		now := l.pace.now(l.clock.Now(), l.options.Note)
		// A change may have run the network a little further than the clock is.
		if err := l.net.Run(max(l.net.Now(), min(now, until))); err != nil {
			return err
		}
		l.handOver()
		l.cargo.Release(l.net.Now(), l.net.Span())
		if l.net.Done() || now >= until || ctx.Err() != nil {
			l.turn()
			return nil
		}
		l.heed()
		l.settle()
		took := l.take()
		l.turn()
		l.settle()
		if took && !followed {
			// A frame that was taken has started by now if the medium was idle. A second step sees that, and
			// waits until the frame ends. Otherwise the wait would be for the end of the shortest frame.
			followed, l.pace.due = true, l.pace.started
			continue
		}
		followed = false
		l.wait(until)
	}
}

// mostAfterTheEnd is the longest time for which a step may continue after the context has ended.
const mostAfterTheEnd = 300 * time.Millisecond

// interruptLater ends a step that takes too long, because very many frames are due at once.
func (l *Live) interruptLater() {
	select {
	case <-l.over:
	case <-time.After(mostAfterTheEnd):
		l.net.Interrupt()
	}
}

// turn does what is due between two steps.
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

// longest is the longest time for which a step waits if nothing is to come. A call of [Live.Do]
// ends the wait, so that the limit only matters to an observer.
const longest = 100 * time.Millisecond

// wait waits for the next instant at which a host may receive something, or for a frame from a
// host.
func (l *Live) wait(until phy.Time) {
	next := min(l.horizon.next(), until)
	// It counts from the beginning of this step, not from now: time that the step took too long is
	// lost.
	latest := l.pace.started + longest
	at := latest
	if next < phy.Forever {
		at = min(l.pace.wall(next), latest)
	}
	l.pace.due = max(at, l.pace.started)
	l.clock.Wait(at, &l.ports)
}

// Do calls f between two steps of [Live.Run] and waits for it, so that another goroutine can read
// the network. It returns false, without calling f, if the run is over or ctx ends first.
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

// Figures returns the figures of the run so far. It must be called by Run's goroutine, or from
// [Live.Do].
func (l *Live) Figures() Figures {
	f := l.pace.figures(l.clock.Now())
	for _, p := range l.ports.all {
		f.Hosts = append(f.Hosts, p.passage(l.net.Name(p.station)))
	}
	return f
}

// AppendFrame appends the octets of a frame, padded and with FCS. For a frame that a host has sent
// it finds them by Ref, as long as the frame is on its way. For a frame of simulated traffic it
// appends the result of Options.Octets.
func (l *Live) AppendFrame(b []byte, f medium.Frame) []byte {
	if cargo.OfHost(f.Ref) {
		return append(b, l.cargo.Octets(f.Ref)...)
	}
	if l.options.Octets != nil {
		return l.options.Octets(b, f)
	}
	return b
}

// Close closes the links. It must be called after Run has returned.
func (l *Live) Close() error {
	l.closing.Wait() // a link is closed by one at a time
	err := l.closeLinks()
	l.clock.Close()
	return err
}
