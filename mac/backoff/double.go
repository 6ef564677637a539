package backoff

import "math"

// double is a number of about 106 bits: the unevaluated sum of two float64 (Dekker 1971). A power
// needs it so that its logarithm, multiplied by an exponent of hundreds, is still exact to the last
// bit. An explicit fused multiply-add is the same on every platform. One that a compiler inserts is
// not; the conversions prevent that.
type double struct{ hi, lo float64 }

// sum returns a+b, for |a| >= |b| or a = 0.
func sum(a, b float64) double {
	s := a + b
	return double{s, b - (s - a)}
}

func (a double) plus(b double) double {
	s := a.hi + b.hi
	t := s - a.hi
	e := (a.hi - (s - t)) + (b.hi - t)
	return sum(s, e+(a.lo+b.lo))
}

func (a double) times(b double) double {
	p := float64(a.hi * b.hi)
	e := math.FMA(a.hi, b.hi, -p) + (float64(a.hi*b.lo) + float64(a.lo*b.hi))
	return sum(p, e)
}

// over returns a divided by a whole number.
func (a double) over(n float64) double {
	q := a.hi / n
	rest := math.FMA(-q, n, a.hi) + a.lo
	return sum(q, rest/n)
}
