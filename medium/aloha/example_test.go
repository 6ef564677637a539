package aloha_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/aloha"
	"github.com/csmacd/csmacd/phy"
)

// An unlimited number of users offer half a frame in the time of one, and send each once: the best
// that the pure channel can do, 1/2e.
func Example() {
	n, err := aloha.New(aloha.Config{Frame: phy.Millisecond, Seed: 1, Groups: []aloha.Group{{
		Group:   medium.Group{Name: "users", Names: []string{"users"}, Policy: backoff.Limit(backoff.None(), 1, 0)},
		Every:   2 * phy.Millisecond,
		Endless: true,
	}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := n.Run(1000 * phy.Second); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("throughput %.3f\n", n.Result().Medium.Throughput)
	// Output: throughput 0.184
}
