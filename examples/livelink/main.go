// Livelink puts a host of its own on a simulated cable: a link that answers each frame. A simulated
// station on the same cable asks, and two others keep the cable busy. It is a module outside
// csmacd: any program can import what it imports.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"sync"

	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap"
)

// echo is a host that sends each frame back to its sender. It implements [tap.Link].
type echo struct {
	address phy.Address

	mu      sync.Mutex
	wake    func()
	answers [][]byte
	closed  bool
}

// Start implements [tap.Link]: the host calls wake when there is something to read.
func (e *echo) Start(wake func()) error {
	e.wake = wake
	return nil
}

// FD implements [tap.Link]. There is no file descriptor to wait for; wake replaces it.
func (e *echo) FD() int { return -1 }

// Write implements [tap.Link]: the host receives a frame, without its FCS.
func (e *echo) Write(frame []byte) error {
	answer := append([]byte(nil), frame...)
	copy(answer[0:6], frame[6:12])
	copy(answer[6:12], e.address[:])
	e.mu.Lock()
	e.answers = append(e.answers, answer)
	e.mu.Unlock()
	e.wake()
	return nil
}

// Read implements [tap.Link]: the host sends a frame.
func (e *echo) Read(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return 0, io.EOF
	case len(e.answers) == 0:
		return 0, tap.ErrNothing
	}
	n := copy(p, e.answers[0])
	e.answers = e.answers[1:]
	return n, nil
}

// Close implements [tap.Link].
func (e *echo) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	return nil
}

// The stations of the cable, by number.
const (
	host = iota
	asker
)

func run() error {
	const questions = 10
	noise := []traffic.Source{traffic.Poisson(2*phy.Millisecond, traffic.IMIX(), traffic.To{Whom: traffic.ToBroadcast})}
	ask := traffic.Periodic(traffic.Octets(64), traffic.To{Whom: traffic.ToStation, Station: host}, phy.Millisecond, 5*phy.Millisecond, questions)
	net, err := bus.New(bus.Config{Seed: 1, Stations: []bus.Station{
		host:  {Name: "host"},
		asker: {Name: "asker", At: phy.Delay(100, phy.Ethernet10.Velocity), Traffic: []traffic.Source{ask}},
		2:     {Name: "noise1", At: phy.Delay(200, phy.Ethernet10.Velocity), Traffic: noise},
		3:     {Name: "noise2", At: phy.Delay(300, phy.Ethernet10.Velocity), Traffic: noise},
	}})
	if err != nil {
		return err
	}
	// The octets of simulated frames: destination and source, then zeros.
	octets := func(b []byte, f medium.Frame) []byte {
		to, from := net.Address(f.Destination), net.Address(f.Source)
		b = append(append(b, to[:]...), from[:]...)
		return append(b, make([]byte, int(f.Size)-len(b))...)
	}
	ctx, done := context.WithCancel(context.Background())
	defer done()
	answers := 0
	net.Deliver(asker, func(_ phy.Time, f medium.Frame) {
		if f.Source == host && f.Destination == asker {
			if answers++; answers == questions {
				done()
			}
		}
	})
	live, err := tap.NewLive(net, []tap.Port{{Station: host, Link: &echo{address: net.Address(host)}, Queue: 100}}, tap.Options{Octets: octets})
	if err != nil {
		return err
	}
	defer live.Close()
	// The run follows the wall clock. The host's answers collide like all other frames.
	if err := live.Run(ctx, 60*phy.Second); err != nil {
		return err
	}
	if answers < questions {
		return fmt.Errorf("%d of %d questions were answered", answers, questions)
	}
	fmt.Printf("the host answered all %d questions\n", questions)
	return nil
}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}
