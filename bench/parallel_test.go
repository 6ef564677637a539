package bench

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/csmacd/csmacd/medium/bus"
)

// BenchmarkParallel is k independent networks on as many goroutines, and one of them alone. An
// operation is a round of both. speed-up is the factor by which k networks simulate more time in
// the same wall time, at best k: networks share no memory that is written, and allocate none.
//
// It needs idle processors: other load is in the figure. The two are therefore measured in turn,
// and the best round of each counts. cpu-growth is less sensitive: the processor time of a
// network's round with the others relative to that of one alone. It is 1 unless they share
// something: a cache line, a cache, or a core.
func BenchmarkParallel(b *testing.B) {
	for k := 2; k <= max(2, runtime.GOMAXPROCS(0)); k *= 2 {
		for _, octets := range sizes {
			b.Run(fmt.Sprintf("k=%d/octets=%d/N=24", k, octets), func(b *testing.B) { together(b, k, octets) })
		}
	}
}

func together(b *testing.B, k, octets int) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(k))
	nets := make([]*bus.Network, k)
	for i := range nets {
		nets[i] = network(b, 24, saturated(octets))
		warm(b, nets[i])
	}
	// A round takes some milliseconds, which is short compared with the pauses of other work.
	const round = 50
	var one, all lap
	b.ResetTimer()
	for i := range b.N {
		// Each of the networks is the one alone in turn.
		one.best(b, nets[i%k:i%k+1], round)
		all.best(b, nets, round)
	}
	b.StopTimer()
	b.ReportMetric(float64(k)*one.wall/all.wall, "speed-up")
	b.ReportMetric(median(all.cpus)/median(one.cpus), "cpu-growth")
	b.ReportMetric(float64(k)*round*slice.Seconds()*1e9/all.wall, "sim-s/s")
	hideTimePerOp(b)
}

// lap holds the times of rounds, in nanoseconds.
type lap struct {
	wall float64   // of the best round so far
	cpus []float64 // of each round, per network
}

// best runs networks for a round at the same time. The measurement begins when all goroutines run,
// so that waking them is not included.
func (l *lap) best(b *testing.B, nets []*bus.Network, round int) {
	slices := func(net *bus.Network) {
		for range round {
			if err := net.Run(net.Now() + slice); err != nil {
				b.Error(err)
			}
		}
	}
	var come atomic.Int32
	var begin atomic.Bool
	var done sync.WaitGroup
	for _, net := range nets[1:] {
		done.Go(func() {
			come.Add(1)
			for !begin.Load() {
			}
			slices(net)
		})
	}
	for int(come.Load()) < len(nets)-1 {
	}
	used, start := cpu(), time.Now()
	begin.Store(true)
	slices(nets[0])
	done.Wait()
	wall, each := nanoseconds(time.Since(start)), nanoseconds(cpu()-used)/float64(len(nets))
	if l.wall == 0 || wall < l.wall {
		l.wall = wall
	}
	l.cpus = append(l.cpus, each)
}
