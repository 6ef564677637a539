package published

import "math"

// certainty is the number of standard errors by which a figure may deviate. A normal variate
// deviates by more with probability 3.6e-9: in all but one of a million runs of a correct engine,
// none of the about one hundred and seventy statistical figures does.
const certainty = 5.9

// moments are the sums of a sample of whole numbers. The order of adding does not change them.
type moments struct{ n, sum, squares int64 }

func (m *moments) add(x int64) {
	m.n++
	m.sum += x
	m.squares += x * x
}

func (m *moments) merge(o moments) {
	m.n += o.n
	m.sum += o.sum
	m.squares += o.squares
}

func (m moments) mean() float64 { return float64(m.sum) / float64(m.n) }

// err returns the standard error of the mean of independent values.
func (m moments) err() float64 {
	mean := m.mean()
	variance := float64(m.squares)/float64(m.n) - mean*mean
	return math.Sqrt(max(0, variance) / float64(m.n-1))
}

// measure returns the mean and its interval, for a figure with the standard error theirs.
func (m moments) measure(theirs float64) Measure {
	return Measure{Value: m.mean(), Interval: certainty * math.Hypot(m.err(), theirs)}
}

// share returns k of n as a probability and its interval, for a figure p that is known exactly: the
// standard error is that of p.
func share(k, n int64, p float64) Measure {
	return Measure{Value: float64(k) / float64(n), Interval: certainty * math.Sqrt(p*(1-p)/float64(n))}
}

// blocks are the means of runs with a seed each. Values depend on each other within a run, and not
// between runs.
type blocks []float64

// pick returns one figure of each run.
func pick[T any](runs []T, of func(T) float64) (b blocks) {
	for _, r := range runs {
		b = append(b, of(r))
	}
	return b
}

func (b blocks) mean() float64 {
	sum := 0.0
	for _, x := range b {
		sum += x
	}
	return sum / float64(len(b))
}

func (b blocks) err() float64 {
	mean, squares := b.mean(), 0.0
	for _, x := range b {
		squares += (x - mean) * (x - mean)
	}
	return math.Sqrt(squares / float64(len(b)-1) / float64(len(b)))
}

// measure returns the mean of the blocks and its interval. The error is estimated from few values,
// so that the interval is Student's, not the normal one.
func (b blocks) measure(theirs float64) Measure {
	return Measure{Value: b.mean(), Interval: student(certainty, len(b)-1) * math.Hypot(b.err(), theirs)}
}

// student returns the quantile of Student's distribution that has the same probability as z of the
// normal one (Cornish and Fisher's expansion; Abramowitz and Stegun 26.7.5).
func student(z float64, freedom int) float64 {
	v := float64(freedom)
	z2 := z * z
	g1 := z * (z2 + 1) / 4
	g2 := z * ((5*z2+16)*z2 + 3) / 96
	g3 := z * (((3*z2+19)*z2+17)*z2 - 15) / 384
	g4 := z * ((((79*z2+776)*z2+1482)*z2-1920)*z2 - 945) / 92160
	return z + g1/v + g2/(v*v) + g3/(v*v*v) + g4/(v*v*v*v)
}

// chiSquared returns the sum of (got-expected)^2/expected over cells with the given probabilities
// and one cell for the rest, and the value that a sample of a correct engine exceeds once in three
// hundred million times (Wilson and Hilferty's approximation).
func chiSquared(counts []int64, p []float64, n int64) (sum, limit float64) {
	rest, restP := n, 1.0
	cells := 0
	add := func(k int64, p float64) {
		want := p * float64(n)
		if want == 0 {
			if k > 0 {
				sum = math.Inf(1)
			}
			return
		}
		cells++
		sum += (float64(k) - want) * (float64(k) - want) / want
	}
	for i := range p {
		add(counts[i], p[i])
		rest -= counts[i]
		restP -= p[i]
	}
	add(rest, max(0, restP))
	v := float64(cells - 1)
	c := 1 - 2/(9*v) + 5.8*math.Sqrt(2/(9*v))
	return sum, v * c * c * c
}

// errOf returns the standard error that the mean of n such values would have.
func (m moments) errOf(n int) float64 { return m.err() * math.Sqrt(float64(m.n)/float64(n)) }
