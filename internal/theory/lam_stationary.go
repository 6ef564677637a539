package theory

import "math"

// Stationary gives the long run of the chain: the probability of each state.
//
// The backlog falls by one at most, so that between n-1 and n as much goes down as goes up:
//
//	pi(n) P(n, n-1) = sum over m < n of pi(m) P(m -> n or more)
//
// which gives one probability after the other. All terms are positive: nothing cancels, and each
// is as exact as its largest terms, however small it is; a solver of the linear system
// would lose states whose probability is below its rounding. Where no frame of n users can ever get
// through, so that none comes down from there, those states have it all.
func (l *Lam) Stationary() []float64 {
	rows := l.rows()
	pi := make([]float64, len(rows))
	above := make([]float64, len(rows)) // above[n]: what goes up to n or more from below n
	pi[0] = 1
	add := func(m int) { // what m contributes to the cuts above it
		tail := 0.0
		up := rows[m].up
		for k := len(up) - 1; k >= 1; k-- {
			tail += up[k]
			above[m+k] += float64(pi[m] * tail)
		}
	}
	add(0)
	for n := 1; n < len(pi); n++ {
		switch {
		case above[n] == 0:
			continue // it is never reached: there is a limit to what rounds to something
		case rows[n].down < above[n]*1e-200 || math.IsInf(above[n]/rows[n].down, 0):
			// What is below weighs nothing any more.
			clear(pi[:n])
			clear(above)
			pi[n] = 1
		default:
			pi[n] = above[n] / rows[n].down
		}
		if pi[n] > 1e100 {
			for i := range pi {
				pi[i] = float64(pi[i] * 1e-100)
				above[i] = float64(above[i] * 1e-100)
			}
		}
		add(n)
	}
	sum := 0.0
	for _, v := range pi {
		sum += v
	}
	for i := range pi {
		pi[i] /= sum
	}
	return pi
}

// Means gives the throughput (frames a slot), the mean backlog, and the mean delay in slots from a
// frame's coming until it is known to be through, by Little's law: backlog/throughput + R + 1.
// The delay is infinite where nothing gets through.
func (l *Lam) Means() (throughput, backlog, delay float64) {
	for n, v := range l.Stationary() {
		throughput += float64(v * l.Out(float64(n)))
		backlog += float64(v * float64(n))
	}
	return throughput, backlog, backlog/throughput + l.R + 1
}
