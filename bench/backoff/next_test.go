package backoff

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// sink keeps results alive, so that the compiler cannot remove the work.
var sink int64

// BenchmarkNext is the delay before the next attempt, by csmacd and by each library. cpu-ns/op is
// processor time, the figure to read on a machine with other load. x-csmacd is the time relative to
// that of csmacd's draw, the two measured in turn.
func BenchmarkNext(b *testing.B) {
	for _, c := range calls {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			start := cpu()
			sink += c.run(b.N)
			used := cpu() - start
			b.StopTimer()
			b.ReportMetric(float64(used.Nanoseconds())/float64(b.N), "cpu-ns/op")
			some := func(c call) func() { return func() { sink += c.run(5000) } }
			b.ReportMetric(relative(101, some(c), some(calls[0])), "x-csmacd")
		})
	}
}

// relative returns the time of a function relative to that of another: the median of rounds. Each round times
// one after the other.
func relative(rounds int, f, other func()) float64 {
	ratios := make([]float64, rounds)
	for i := range ratios {
		start := time.Now()
		other()
		middle := time.Now()
		f()
		ratios[i] = float64(time.Since(middle)) / float64(middle.Sub(start))
	}
	slices.Sort(ratios)
	return ratios[rounds/2]
}

// The calls are comparable: the sum of ten delays that double is a thousand times the first, and by
// the libraries' kinds of jitter half to twice as much.
func TestCallsAreAlike(t *testing.T) {
	for _, c := range calls {
		const pieces = 10_000
		unit := float64(base)
		if strings.HasPrefix(c.name, "csmacd") {
			unit = 1 // a slot
		}
		sum := float64(c.run(attempts*pieces)) / pieces / unit
		if sum < 500 || sum > 2100 {
			t.Errorf("%s: ten delays come to %.0f units", c.name, sum)
		}
	}
}
