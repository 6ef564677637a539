package server_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/server"
	"github.com/csmacd/csmacd/phy"
)

// A server is stopped for ten seconds, and a thousand clients retry at once. It never recovers,
// unless it notices which clients have left.
func Example() {
	clients := server.Group{Group: medium.Group{Name: "clients", Policy: backoff.Fixed(0.1)}, Think: 10 * phy.Second, Timeout: 2 * phy.Second}
	for i := range 1000 {
		clients.Names = append(clients.Names, fmt.Sprint("c", i))
	}
	for _, cancel := range []bool{false, true} {
		n, err := server.New(server.Config{
			Seed: 1, Rule: server.Standard, Cancel: cancel,
			Stops:  []server.Stop{{At: 21 * phy.Second, For: 10 * phy.Second}},
			Groups: []server.Group{clients},
		})
		if err != nil {
			panic(err)
		}
		if err := n.Run(90 * phy.Second); err != nil {
			panic(err)
		}
		m := n.Result().Medium
		fmt.Printf("notices: %v, at most %d requests at once, up again: %v\n", cancel, m.ConcurrencyPeak, m.RecoveredUs != nil)
	}
	// Output:
	// notices: false, at most 28595 requests at once, up again: false
	// notices: true, at most 626 requests at once, up again: true
}
