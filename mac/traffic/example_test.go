package traffic_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/traffic"
	"github.com/csmacd/csmacd/phy"
)

// The first frames of a Poisson stream of a thousand a second.
func Example() {
	source := traffic.Source{Kind: traffic.Poisson, Mean: phy.Millisecond, Size: traffic.IMIX()}
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
