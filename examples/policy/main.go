// Policy compares backoff policies of its own with the standard's, on traffic of its own, and
// counts with an observer of its own. It is a module outside csmacd: any program can import what it
// imports.
package main

import (
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/bus"
	"github.com/csmacd/csmacd/phy"
)

// fibonacci draws from windows of 2, 3, 5, 8, ... slots. Windows make a table, which the engine
// runs as fast as its own policies.
func fibonacci() backoff.Policy {
	var windows []backoff.Window
	for a, b := uint32(2), uint32(3); len(windows) < 12; a, b = b, a+b {
		windows = append(windows, backoff.Window{Size: a})
	}
	t, err := backoff.NewTable("fibonacci", windows...)
	if err != nil {
		log.Fatal(err)
	}
	return t
}

// sticky draws from a window of twice its last delay, plus a slot. It depends on more than the
// number of the failure, and therefore implements [backoff.Policy].
type sticky struct{}

func (sticky) Name() string { return "sticky" }

func (sticky) Next(s *backoff.State, r *backoff.Rand) (delay float64, stop bool) {
	s.Previous = float64(r.Below(uint64(min(2*s.Previous+2, 1024))))
	return s.Previous, false
}

// client has a number of requests on their way to a server, station 0, and sends the next one when
// one has left.
type client struct{ window int }

func (c *client) request(at phy.Time) traffic.Arrival {
	return traffic.Arrival{At: at, Octets: 200, To: traffic.To{Whom: traffic.ToStation, Station: 0}}
}

// Next implements [traffic.Generator].
func (c *client) Next(phy.Time, rand.Source) (traffic.Arrival, bool) {
	c.window--
	return c.request(0), c.window >= 0
}

// Departed implements [traffic.ClosedLoop].
func (c *client) Departed(now phy.Time, r rand.Source) (traffic.Arrival, bool) {
	return c.request(now + traffic.Exponential(phy.Millisecond, r)), true
}

// retries counts the frames that were sent, by their number of attempts.
type retries [17]int

// Interest implements [medium.Observer].
func (*retries) Interest() medium.Interest { return medium.Interest{Kinds: medium.Of(medium.Sent)} }

// Observe implements [medium.Observer].
func (r *retries) Observe(e *medium.Event) { r[e.Attempt]++ }

func run(p backoff.Policy) error {
	c := bus.Config{Seed: 1, Stations: []bus.Station{{Name: "server"}}}
	for i := range 20 {
		c.Stations = append(c.Stations, bus.Station{
			Name:    fmt.Sprintf("client%d", i),
			At:      phy.Delay(float64(25*i), phy.Ethernet10.Velocity),
			Backoff: p,
			Traffic: []traffic.Source{traffic.From(&client{window: 4})},
		})
	}
	net, err := bus.New(c)
	if err != nil {
		return err
	}
	var attempts retries
	net.Observe(&attempts)
	if err := net.Run(phy.Second); err != nil {
		return err
	}
	m := net.Result().Medium
	fmt.Printf("%-9s throughput %.2f, %.2f attempts per frame, %d frames at the first, %d after ten or more\n",
		p.Name(), m.Throughput, float64(m.Attempts)/float64(m.FramesSent), attempts[1], late(&attempts))
	return nil
}

func late(r *retries) (sum int) {
	for _, n := range r[10:] {
		sum += n
	}
	return sum
}

func main() {
	for _, p := range []backoff.Policy{backoff.BEB(10), fibonacci(), sticky{}} {
		if err := run(p); err != nil {
			log.Fatal(err)
		}
	}
}
