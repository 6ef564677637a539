package traffic_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// The first frames of a Poisson stream of a thousand frames per second.
func Example() {
	source := traffic.Poisson(phy.Millisecond, traffic.IMIX(), traffic.To{})
	arrivals, sizes := backoff.NewRand(1, "A", "arrival"), backoff.NewRand(1, "A", "size")
	var state traffic.State
	for at := source.First(&state, &arrivals); at < 4*phy.Millisecond; at = source.Next(&state, at, &arrivals) {
		fmt.Printf("%.3f ms: %d octets\n", 1000*at.Seconds(), source.SizeOf(&state, &sizes))
	}
	// Output:
	// 1.592 ms: 64 octets
	// 2.933 ms: 64 octets
	// 3.568 ms: 64 octets
	// 3.575 ms: 64 octets
	// 3.657 ms: 64 octets
}

// pinger sends a frame to station 1. 10 ms after a frame has left, it sends the next.
type pinger struct{ begun bool }

func (p *pinger) Next(phy.Time, rand.Source) (traffic.Arrival, bool) {
	first := !p.begun
	p.begun = true
	return traffic.Arrival{Octets: 64, To: traffic.To{Whom: traffic.ToStation, Station: 1}}, first
}

func (p *pinger) Departed(now phy.Time, _ rand.Source) (traffic.Arrival, bool) {
	return traffic.Arrival{At: now + 10*phy.Millisecond, Octets: 64, To: traffic.To{Whom: traffic.ToStation, Station: 1}}, true
}

// A program's own traffic: a closed loop.
func ExampleFrom() {
	source := traffic.From(&pinger{})
	r := backoff.NewRand(1, "A", "arrival")
	var state traffic.State
	at := source.First(&state, &r)
	for range 3 {
		fmt.Println("queued at", at)
		source.Next(&state, at, &r) // only a departure brings the next arrival
		at = source.Departed(&state, at+100*phy.Microsecond, &r)
	}
	// Output:
	// queued at 0s
	// queued at 10.1ms
	// queued at 20.2ms
}
