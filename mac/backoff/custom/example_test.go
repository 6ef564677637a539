//go:build !js

package custom_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/mac/backoff/custom"
)

// A policy of one's own: an exponential delay whose second half is random.
func ExampleNew() {
	p, err := custom.New("min(60, 0.5 * 2**attempt) * (0.5 + u/2)")
	if err != nil {
		fmt.Println(err)
		return
	}
	rng := backoff.NewRand(1, "A", "backoff")
	s := backoff.State{}
	for s.Attempt = 1; s.Attempt <= 3; s.Attempt++ {
		delay, _ := p.Next(&s, &rng)
		fmt.Printf("after failure %d: %.3f\n", s.Attempt, delay)
	}
	_, err = custom.New("5 - 3*attempt*2")
	fmt.Println(err)
	// Output:
	// after failure 1: 0.696
	// after failure 2: 1.425
	// after failure 3: 2.601
	// "5 - 3*attempt*2" is -1, which is not a delay: attempt 1, previous 0, elapsed 0, u 0.5, normal 0
}
