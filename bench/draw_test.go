package bench

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/csmacd/csmacd/mac/backoff"
)

// attempts is the number of failures of a frame after which there is a backoff: one less than the
// attempt limit.
const attempts = 15

// sink keeps results alive, so that the compiler cannot remove the work.
var sink uint64

// tables are the policies that are a table of windows, with usual parameters: all policies of
// integer arithmetic, except the script of forced draws, which draws nothing.
var tables = []*backoff.Table{
	backoff.BEB(10),
	backoff.ExponentialWindow(1.5, 16),
	backoff.Polynomial(2, 16),
	backoff.Linear(4, 16),
	backoff.Uniform(32),
	backoff.RCP(1, 10, 100, 200),
	backoff.Untruncated(),
}

// BenchmarkDraw is the innermost step of a collision: a number of slots from the number of the
// attempt, by a policy chosen before and the station's own generator. The row next is beb through
// the interface of all policies. bare and pcg are that generator, and Go's own PCG, with only a
// mask. cpu-ns/op is processor time. x-bare is a policy's time relative to bare's, measured in
// turn, so that it is valid on a busy machine, where the times of two benchmarks cannot be
// compared.
func BenchmarkDraw(b *testing.B) {
	rng, state, standard := backoff.NewRand(1, "A", "backoff"), backoff.State{}, rand.NewPCG(1, 2)
	drawing(b, "bare", func(count int) uint64 { return bare(&rng, count) })
	for _, p := range tables {
		drawing(b, p.Name(), func(count int) uint64 { return draws(p, &rng, count) })
	}
	drawing(b, "next", func(count int) uint64 { return nexts(tables[0], &state, &rng, count) })
	drawing(b, "pcg", func(count int) uint64 { return pcg(standard, count) })
}

// drawing is a benchmark of a loop of draws.
func drawing(b *testing.B, name string, loop func(count int) uint64) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		start := cpu()
		sink += loop(b.N)
		used := cpu() - start
		b.StopTimer()
		b.ReportMetric(nanoseconds(used)/float64(b.N), "cpu-ns/op")
		b.ReportMetric(timesBare(loop), "x-bare")
	})
}

// timesBare returns the time of a loop relative to that of bare: the median of many rounds.
// Each round times one after the other.
func timesBare(loop func(count int) uint64) float64 {
	const rounds, count = 201, 5000
	rng := backoff.NewRand(1, "A", "backoff")
	ratios := make([]float64, rounds)
	for i := range ratios {
		start := time.Now()
		sink += bare(&rng, count)
		middle := time.Now()
		sink += loop(count)
		ratios[i] = nanoseconds(time.Since(middle)) / nanoseconds(middle.Sub(start))
	}
	return median(ratios)
}

// The four loops differ in the draw only. They are not inlined, so that none knows its policy, and
// each finds its generator where a station's is: in memory.

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
func nexts(p backoff.Policy, s *backoff.State, r *backoff.Rand, count int) (sum uint64) {
	for range count {
		if s.Attempt++; s.Attempt > attempts {
			s.Attempt = 1
		}
		delay, _ := p.Next(s, r)
		sum += uint64(delay)
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

// masks are those of a draw from 0 to 2^min(n,10)-1, in a table: a lookup is faster than a shift,
// and therefore the stricter comparison.
var masks = func() (m [attempts + 1]uint64) {
	for n := range m {
		m[n] = 1<<min(n, 10) - 1
	}
	return m
}()
