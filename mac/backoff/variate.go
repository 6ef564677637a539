package backoff

import "math"

// Variates are computed from comparisons, square roots and this package's own logarithm, so that
// they are the same on every platform.

// Float64 returns a number at least 0 and below 1: a multiple of 2^-53, each with the same
// probability.
func (r *Rand) Float64() float64 {
	return float64(r.Uint64()>>11) * 0x1p-53
}

// Exponential returns an exponentially distributed number of mean 1, by von Neumann's method. A
// descending run of uniform numbers that begins with u has an odd length with probability e^-u; u
// is then the fraction of the result. Each even run before it adds one to the whole part.
func (r *Rand) Exponential() float64 {
	for whole := 0.0; ; whole++ {
		first := r.Uint64()
		odd := true
		for last := first; ; odd = !odd {
			next := r.Uint64()
			if next >= last {
				break
			}
			last = next
		}
		if odd {
			return whole + float64(first>>11)*0x1p-53
		}
	}
}

// FailureRate returns -log(1-p), the rate at which trials that succeed with probability p stop
// failing.
func FailureRate(p float64) float64 {
	switch {
	case !(p > 0):
		return 0
	case p >= 1:
		return math.Inf(1)
	case p < 1e-5: // here 1-p would lose digits of p
		return p + float64(p*p)/2
	}
	return -Log(1 - p)
}

// Trials returns the number of trials up to the first that succeeds, that one included; rate is the
// [FailureRate] of their probability. It is at most 2^62, which also stands for never: so it is for a rate
// that is negative or NaN.
func (r *Rand) Trials(rate float64) int64 {
	switch {
	case !(rate > 0):
		return 1 << 62
	case math.IsInf(rate, 1):
		return 1
	}
	return 1 + int64(min(r.Exponential()/rate, 1<<61))
}

// Normal returns a standard normal number, by the ratio of two uniform numbers (Kinderman and
// Monahan 1977). Two bounds of the logarithm avoid most calls of it.
func (r *Rand) Normal() float64 {
	const width = 1.7155277699214135 // 4 e^-1/2 / sqrt 2
	for {
		u := 1 - r.Float64() // more than 0
		x := width * (r.Float64() - 0.5) / u
		q := float64(x*x) / 4
		if q <= 1-u {
			return x
		}
		if q < 1/u-1 && q <= -Log(u) {
			return x
		}
	}
}
