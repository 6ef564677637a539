package theory

import "math"

// Stationary returns the probability of each state in the long run.
//
// The backlog falls by at most one in a slot, so that between n-1 and n the flow down equals the flow up:
//
//	pi(n) P(n, n-1) = sum over m < n of pi(m) P(m -> n or more)
//
// From this follows one probability after another. All terms are positive, so that nothing cancels, and each probability
// is as exact as its largest terms, however small it is. A solver of the linear system
// would lose states whose probability is below its rounding error. If no frame can get through with n backlogged users,
// the chain never comes down from there, and these states have all of the probability.
func (l *Lam) Stationary() []float64 {
	rows := l.rows()
	pi := make([]float64, len(rows))
	above := make([]float64, len(rows)) // above[n]: flow from below n to n or more
	pi[0] = 1
	add := func(m int) { // adds the flows from m
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
			continue // n is never reached: its probability is too small for a number
		case rows[n].down < above[n]*1e-200 || math.IsInf(above[n]/rows[n].down, 0):
			// The probabilities below n are negligible.
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

// Means returns the throughput in frames for each slot, the mean backlog, and the mean delay in slots from the arrival of a
// frame until its sender knows that it got through, by Little's law: backlog/throughput + R + 1.
// The delay is infinite if nothing gets through.
func (l *Lam) Means() (throughput, backlog, delay float64) {
	for n, v := range l.Stationary() {
		throughput += float64(v * l.Out(float64(n)))
		backlog += float64(v * float64(n))
	}
	return throughput, backlog, backlog/throughput + l.R + 1
}
