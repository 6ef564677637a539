package soft_test

import (
	"flag"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/phy"
	"github.com/csmacd/csmacd/tap/soft"
)

// make exact does it a thousand times.
var runs = flag.Int("runs", 6, "runs of a transfer that must be the same")

// Transfers with losses are the same every time, with 1 to 8 processors, while other work wants them too.
func TestManyRunsAreTheSame(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	c := segment{hosts: 3, load: 300, errors: 2e-6, flows: []soft.Flow{
		{Name: "h0/1", From: 0, To: 1, Bytes: 100_000},
		{Name: "h2/1", From: 2, To: 1, Bytes: 60_000, At: 20 * phy.Millisecond, Congestion: "reno"},
	}}
	want := c.run(t)
	require.Positive(t, want.Flows[0].Retransmissions+want.Flows[1].Retransmissions)
	stop := make(chan struct{})
	var others sync.WaitGroup
	for range 3 {
		others.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					for range 5000 {
						runtime.KeepAlive(stop)
					}
					runtime.Gosched()
				}
			}
		})
	}
	defer others.Wait()
	defer close(stop)
	for i := range *runs {
		runtime.GOMAXPROCS(1 + i%8)
		require.Equal(t, want, c.run(t), "run %d", i)
	}
}
