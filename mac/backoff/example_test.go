package backoff_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
)

// The backoff of a frame that collides five times.
func Example() {
	beb := backoff.BEB(10)                    // one for all stations
	rng := backoff.NewRand(1, "A", "backoff") // a stream for each
	for n := 1; n <= 5; n++ {
		fmt.Printf("after collision %d: %d of 0 to %d\n", n, beb.Draw(n, &rng), beb.Window(n).Size-1)
	}
	// Output:
	// after collision 1: 0 of 0 to 1
	// after collision 2: 1 of 0 to 3
	// after collision 3: 2 of 0 to 7
	// after collision 4: 6 of 0 to 15
	// after collision 5: 14 of 0 to 31
}
