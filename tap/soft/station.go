package soft

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gvisor.dev/gvisor/pkg/tcpip"
	"gvisor.dev/gvisor/pkg/tcpip/header"
	"gvisor.dev/gvisor/pkg/tcpip/stack"

	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// Station is a host in user space. Its methods of [tap.Link] are used by one goroutine; any
// goroutine may call the others.
type Station struct {
	config Config
	queue  queue
	port   port
	stack  *stack.Stack
	began  time.Time
	hear   atomic.Pointer[func(frame []byte, left bool)] // is told of frames that leave and arrive; nil: nobody wants to know
	delay  atomic.Pointer[delay]                         // of acknowledgements; nil: there is none

	gets atomic.Uint64 // number of requests for its pages

	ctx    context.Context // ends with the station
	cancel context.CancelFunc
	ended  sync.WaitGroup // the goroutines of its services
	mu     sync.Mutex
	closed bool
	open   map[io.Closer]struct{} // what its services have open
}

var (
	_ tap.Link    = (*Station)(nil)
	_ tap.Dropper = (*Station)(nil)
)

// New makes a station, which exists until Close, and starts its services. The error says everything
// that is wrong with the configuration.
func New(c Config) (*Station, error) {
	c, err := c.complete()
	if err != nil {
		return nil, err
	}
	s := &Station{config: c, began: time.Now(), open: map[io.Closer]struct{}{}}
	s.port = port{
		sent:  s.send,
		ether: tcpip.LinkAddress(c.Ether[:]),
		mtu:   uint32(c.MTU + header.EthernetMinimumSize),
	}
	if s.stack, err = newStack(c, &s.port, stack.Options{}); err != nil {
		return nil, err
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	for _, name := range c.Serve {
		if err := services[name].begin(s); err != nil {
			s.Close()
			return nil, fmt.Errorf("soft: station %s: service %s: %w", c.Name, name, err)
		}
	}
	return s, nil
}

// Start implements [tap.Link]. The stack calls wake for each frame that it sends, from goroutines
// of its own, and from within Write if it answers at once. Close calls it too.
func (s *Station) Start(wake func()) error {
	if err := s.queue.start(wake); err != nil {
		return fmt.Errorf("soft: station %s: %w", s.config.Name, err)
	}
	return nil
}

// FD implements [tap.Link]: it returns -1, because there is none.
func (s *Station) FD() int { return -1 }

// Read implements [tap.Link]. After Close the error is io.EOF.
func (s *Station) Read(p []byte) (int, error) { return s.queue.get(p) }

// Write implements [tap.Link]. A frame for another station is ignored, as an interface does. A
// frame that is too short or too long is not taken.
func (s *Station) Write(frame []byte) error {
	switch {
	case s.ctx.Err() != nil:
		return io.EOF
	case len(frame) < header.EthernetMinimumSize, len(frame) > s.longest():
		return tap.ErrNotTaken
	case s.config.concerns(phy.Address(frame)):
		if hear := s.hear.Load(); hear != nil {
			(*hear)(frame, false)
		}
		if d := s.delay.Load(); d != nil {
			d.arrived(frame)
		}
		s.port.receive(frame)
	}
	return nil
}

// send takes a frame that the stack sends.
func (s *Station) send(pieces [][]byte) {
	if d := s.delay.Load(); d != nil {
		frame := slices.Concat(pieces...)
		if !d.holds(frame) {
			s.leaves(frame)
		}
		return
	}
	if hear := s.hear.Load(); hear != nil {
		(*hear)(slices.Concat(pieces...), true)
	}
	s.queue.put(pieces)
}

// leaves passes on a frame that the stack sends.
func (s *Station) leaves(frame []byte) {
	if hear := s.hear.Load(); hear != nil {
		(*hear)(frame, true)
	}
	s.queue.put([][]byte{frame})
}

// longest returns the size of the longest frame that is taken: a packet of the MTU's size, or the
// shortest frame with its pad, and a VLAN tag.
func (s *Station) longest() int { return max(int(s.port.mtu), 60) + 4 }

// Dropped implements [tap.Dropper]: it returns the number of frames that the stack sent while the
// queue of frames to be read was full.
func (s *Station) Dropped() uint64 { return s.queue.drops() }

// Close ends the station, its services and all its connections, without notice to their peers. It
// waits until everything of the station has ended.
func (s *Station) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	open := s.open
	s.open = nil
	s.mu.Unlock()

	s.queue.close()
	s.cancel()
	var failed []error
	for c := range open {
		if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			failed = append(failed, err)
		}
	}
	shut(s.stack)
	s.ended.Wait()
	return errors.Join(failed...)
}

// hold registers something to be closed with the station. ok is false if the station is closed
// already; then hold closes it at once.
func (s *Station) hold(c io.Closer) (release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		c.Close()
		return nil, false
	}
	s.open[c] = struct{}{}
	return func() {
		s.mu.Lock()
		delete(s.open, c)
		s.mu.Unlock()
		c.Close()
	}, true
}

// run calls f in a goroutine that Close waits for, unless the station is closed.
func (s *Station) run(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.ended.Go(f)
	}
}
