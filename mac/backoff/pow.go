package backoff

import "math"

// Exp, Log and Pow return the same result to the last bit on every platform. The functions of
// package math do not (some are assembly). The results are
// within one unit in the last place, and have the special values of package math.

// ln2 is the natural logarithm of 2. Its first part ends in zeros, so that a whole multiple of it
// is exact.
const (
	ln2High = 0x1.62e42fefa38p-1
	ln2Mid  = 0x1.ef35793c7673p-45
	ln2Low  = 0x1.f97b57a079a19p-103
)

// Log returns the natural logarithm of x, the same on every platform.
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	m, e := math.Frexp(x) // 1/2 <= m < 1
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	// With s = f/(2+f), log(1+f) = 2 (s + s^3/3 + s^5/5 + ...), and 2s = f - s f.
	f := m - 1
	s := f / (2 + f)
	z := float64(s * s)
	r := 2.0 / 25
	for k := 23.0; k >= 3; k -= 2 {
		r = float64(r*z) + 2/k
	}
	r = float64(r * z)
	k := float64(e)
	low := float64(s*(f-r)) - float64(k*ln2Mid)
	return float64(k*ln2High) - (low - f)
}

// logOf is Log as a double, for x above 0 and finite: one step of Newton's method.
func logOf(x float64) double {
	l := Log(x)
	m, e := math.Frexp(x)
	// x e^-l differs from 1 only by what Log left out.
	t, k := expOf(double{-l, 0})
	t = t.times(double{math.Ldexp(m, e+k), 0})
	rest := t.plus(double{-1, 0})
	half := float64(rest.hi*rest.hi) / 2
	return double{l, 0}.plus(rest).plus(double{-half, 0})
}

// Exp returns e^x, the same on every platform.
func Exp(x float64) float64 { return exp(double{x, 0}) }

func exp(x double) float64 {
	switch {
	case math.IsNaN(x.hi):
		return x.hi
	case x.hi > 710:
		return math.Inf(1)
	case x.hi < -746:
		return 0
	}
	t, k := expOf(x)
	return math.Ldexp(t.hi, k) // Ldexp rounds once more if the result is subnormal
}

// expOf returns e^x as t 2^k, for |x| of at most some thousands.
func expOf(x double) (t double, k int) {
	n := math.Round(x.hi / math.Ln2)
	r := x.plus(double{-float64(n * ln2High), 0}).plus(double{n, 0}.times(double{-ln2Mid, -ln2Low}))
	const halvings = 6
	r = double{r.hi / (1 << halvings), r.lo / (1 << halvings)}
	t = double{1, 0}
	for i := 10.0; i >= 1; i-- { // 1 + r/1 (1 + r/2 (1 + ...
		t = double{1, 0}.plus(t.times(r).over(i))
	}
	for range halvings {
		t = t.times(t)
	}
	return t, int(n)
}

// Pow returns x^y, the same on every platform. A whole power that can be represented exactly is exact.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case math.IsInf(y, 0):
		switch a := math.Abs(x); {
		case a == 1:
			return 1
		case (a > 1) == (y > 0):
			return math.Inf(1)
		}
		return 0
	}
	whole := y == math.Trunc(y)
	odd := whole && math.Mod(y, 2) != 0
	sign := 1.0
	if odd && math.Signbit(x) {
		sign = -1
	}
	a := math.Abs(x)
	switch {
	case a == 0 || math.IsInf(a, 1):
		if (a == 0) == (y < 0) {
			return math.Copysign(math.Inf(1), sign)
		}
		return math.Copysign(0, sign)
	case x < 0 && !whole:
		return math.NaN()
	case a == 1:
		return sign
	}
	if whole && math.Abs(y) <= 64 {
		if p, ok := power(a, int(math.Abs(y))); ok {
			if y < 0 {
				p = 1 / p
			}
			return float64(sign * p)
		}
	}
	if math.Abs(y) > 1e19 { // no logarithm but 0 needs more to overflow
		y = math.Copysign(1e19, y)
	}
	return float64(sign * exp(logOf(a).times(double{y, 0})))
}

// power multiplies. ok reports whether nothing was rounded.
func power(x float64, n int) (p float64, ok bool) {
	p = 1
	for ; n > 0; n-- {
		q := float64(p * x)
		if math.FMA(p, x, -q) != 0 || math.IsInf(q, 0) || q < 1e-290 {
			return 0, false
		}
		p = q
	}
	return p, true
}
