package bench

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/csmacd/csmacd/mac/backoff"
)

// attempts is how many failures of a frame draw a backoff: one fewer than the
// attempt limit.
const attempts = 15

// sink keeps results alive, so that the compiler cannot leave the work out.
var sink uint64

// BenchmarkDraw is the innermost step of a collision: a number of slots from the
// number of the attempt, by a policy chosen before and the station's own generator.
// bare and pcg are that generator, and Go's own PCG, with nothing but a mask. x-bare
// is a policy's time over bare's, measured in turn, so that it holds on a busy
// machine where ns/op of two benchmarks cannot be compared.
func BenchmarkDraw(b *testing.B) {
	b.Run("bare", func(b *testing.B) {
		rng := backoff.NewRand(1, "A", "backoff")
		b.ReportAllocs()
		b.ResetTimer()
		sink += bare(&rng, b.N)
	})
	for _, p := range []*backoff.Table{
		backoff.BEB(10),
		backoff.Exponential(1.5, 16),
		backoff.Polynomial(2, 16),
		backoff.Linear(4, 16),
		backoff.Fixed(32),
		backoff.Constant(4),
	} {
		b.Run(p.Name(), func(b *testing.B) {
			rng := backoff.NewRand(1, "A", "backoff")
			b.ReportAllocs()
			b.ResetTimer()
			sink += draws(p, &rng, b.N)
			b.StopTimer()
			b.ReportMetric(timesBare(p), "x-bare")
		})
	}
	b.Run("pcg", func(b *testing.B) {
		rng := rand.NewPCG(1, 2)
		b.ReportAllocs()
		b.ResetTimer()
		sink += pcg(rng, b.N)
	})
}

// timesBare gives how many times as long as a bare draw a policy's takes: the median
// of many rounds, in each of which one follows the other.
func timesBare(p *backoff.Table) float64 {
	const rounds, count = 201, 5000
	rng := backoff.NewRand(1, "A", "backoff")
	ratios := make([]float64, rounds)
	for i := range ratios {
		start := time.Now()
		sink += bare(&rng, count)
		middle := time.Now()
		sink += draws(p, &rng, count)
		ratios[i] = nanoseconds(time.Since(middle)) / nanoseconds(middle.Sub(start))
	}
	return median(ratios)
}

// The three loops are alike but for the draw. They are not inlined, so that none
// knows its policy, and each finds its generator where a station's is: in memory.

//go:noinline
func draws(p *backoff.Table, r *backoff.Rand, count int) (sum uint64) {
	attempt := 0
	for range count {
		if attempt++; attempt > attempts {
			attempt = 1
		}
		sum += uint64(p.Draw(attempt, r))
	}
	return sum
}

//go:noinline
func bare(r *backoff.Rand, count int) (sum uint64) {
	attempt := 0
	for range count {
		if attempt++; attempt > attempts {
			attempt = 1
		}
		sum += r.Uint64() & masks[attempt&15]
	}
	return sum
}

//go:noinline
func pcg(r *rand.PCG, count int) (sum uint64) {
	attempt := 0
	for range count {
		if attempt++; attempt > attempts {
			attempt = 1
		}
		sum += r.Uint64() & masks[attempt&15]
	}
	return sum
}

// masks are those of a draw from 0 to 2^min(n,10)-1, looked up: that is quicker than a
// shift, and so the stricter thing to be held against.
var masks = func() (m [attempts + 1]uint64) {
	for n := range m {
		m[n] = 1<<min(n, 10) - 1
	}
	return m
}()
