//go:build unix

package experiment

import (
	"context"
	"fmt"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/csmacd/csmacd/internal/scenario"
)

// What a run costs besides the engine: short runs of a sweep, as many at once as there are processors, with their
// records and tables. ns/engine is the processor time of Network.Run alone, ns/outside that of all the rest.
func BenchmarkShortRuns(b *testing.B) {
	for _, duration := range []string{"1ms", "100ms", "2s"} {
		b.Run(duration, func(b *testing.B) {
			s, err := scenario.Parse("x", []byte(base+"  axes: {stations[0].count: [20]}\n  replications: 1000"), scenario.Options{Set: []string{"duration=" + duration, fmt.Sprintf("sweep.replications=%d", b.N)}})
			require.NoError(b, err)
			var told notes
			o := options(b.TempDir(), &told)
			o.Jobs = runtime.GOMAXPROCS(0)
			b.ReportAllocs()
			b.ResetTimer()
			before := used()
			out, err := Sweep(context.Background(), s.Sweep, o)
			all := float64(used()-before) / float64(b.N)
			require.NoError(b, err)
			require.Equal(b, b.N, out.Ran)
			b.StopTimer()
			engine := engineTime(b, s, min(b.N, 2000))
			b.ReportMetric(engine, "ns/engine")
			b.ReportMetric(all-engine, "ns/outside")
		})
	}
}

// engineTime returns the processor time of Network.Run in a run of a plan, in nanoseconds.
func engineTime(b *testing.B, s *scenario.Scenario, runs int) float64 {
	p := s.Sweep.Point(0)
	of, err := scenario.At(s.Sweep, &p, 1, Readers{}.options())
	require.NoError(b, err)
	sum := int64(0)
	for i := range runs {
		of.Config.Seed = uint64(i)
		net, err := of.Network()
		require.NoError(b, err)
		before := used()
		err = net.Run(of.Duration)
		after := used()
		require.NoError(b, err)
		sum += after - before - (used() - after) // less what reading the clock takes
		net.Release()
	}
	return float64(sum) / float64(runs)
}

// used returns the processor time that this process has used, in nanoseconds.
func used() int64 {
	var r syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return r.Utime.Nano() + r.Stime.Nano()
}
