package store_test

import (
	"fmt"

	"github.com/csmacd/csmacd/mac/backoff"
	"github.com/csmacd/csmacd/medium"
	"github.com/csmacd/csmacd/medium/store"
	"github.com/csmacd/csmacd/phy"
)

// Two clients change a row; each message takes 10 ms. Both read its first version, and the second
// one's write comes too late. It waits 7 ms, and reads again.
func Example() {
	n, err := store.New(store.Config{
		Leg: store.Constant(10 * phy.Millisecond),
		Groups: []store.Group{{Group: medium.Group{
			Names: []string{"A", "B"}, Policy: backoff.Delays(7),
		}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	n.Observe(printer{n})
	if err := n.Run(phy.Second); err != nil {
		fmt.Println(err)
	}
	r := n.Result()
	fmt.Println(r.Medium.Calls, "calls,", r.Medium.CompletionUs/1000, "ms")
	// Output:
	// 30ms write A true
	// 30ms write B false
	// 40ms sent A false
	// 77ms write B true
	// 87ms sent B false
	// 3 calls, 87 ms
}

type printer struct{ medium.Stations }

func (printer) Interest() medium.Interest {
	return medium.Interest{Kinds: medium.Of(medium.Write, medium.Sent)}
}

func (p printer) Observe(e *medium.Event) {
	fmt.Println(e.At, e.Kind, p.Name(int(e.Station)), e.OK)
}
