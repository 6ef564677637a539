package clause4

import (
	"flag"
	"runtime"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

var numbered = flag.Int("networks", 100, "how many networks TestNumbered compares")

// Random networks with a number. Unlike those of TestEngine they are the same each time and on
// every machine, so that a page can state what was compared, to the last event, and in how many
// networks each rule mattered.
func TestNumbered(t *testing.T) {
	network := rapid.Custom(draw)
	var all reach
	var lock sync.Mutex
	each(1, *numbered+1, func(n int) {
		c := network.Example(n)
		var mine reach
		if err := mine.compare(c); err != nil {
			what, _, _ := strings.Cut(err.Error(), ":")
			t.Errorf("network %d: %v\nThe network, for csmacd run (make exact makes them smaller):\n%s", n, err, c.file(what))
		}
		lock.Lock()
		defer lock.Unlock()
		all.merge(&mine)
	})
	t.Logf("%d numbered networks: the engine and the reference gave the same %d events, and the same counters and figures", all.networks, all.events)
	for rule, n := range all.rules {
		if rule > 0 {
			t.Logf("rule %d came into play in %d", rule, n)
		}
	}
}

// each calls check with the numbers from one up to another, on all processors.
func each(from, to int, check func(n int)) {
	var workers sync.WaitGroup
	numbers := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for n := range numbers {
				check(n)
			}
		})
	}
	for n := from; n < to; n++ {
		numbers <- n
	}
	close(numbers)
	workers.Wait()
}
