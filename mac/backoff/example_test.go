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

// A policy of one's own: the windows grow by half, from 4 slots on, and from the third failure
// on begin at 3.
func ExampleNewTable() {
	p, err := backoff.NewTable("patient", backoff.Window{Low: 0, Size: 4}, backoff.Window{Low: 0, Size: 6}, backoff.Window{Low: 3, Size: 9})
	if err != nil {
		fmt.Println(err)
		return
	}
	for n := 1; n <= 4; n++ {
		w := p.Window(n)
		fmt.Printf("after failure %d: %d to %d\n", n, w.Low, w.Low+w.Size-1)
	}
	// Output:
	// after failure 1: 0 to 3
	// after failure 2: 0 to 5
	// after failure 3: 3 to 11
	// after failure 4: 3 to 11
}
