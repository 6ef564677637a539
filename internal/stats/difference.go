package stats

import (
	"errors"
	"fmt"
	"math"
)

// Difference is the difference between the means of two sets of values, b less a, and the
// probability that chance alone causes it.
type Difference struct {
	Paired  bool // value by value; false: of two independent samples
	A, B    Sample
	Mean    float64 // of b, less that of a
	Error   float64 // standard error of Mean
	Freedom float64 // degrees of freedom
	T       float64 // Mean / Error; infinite if the values do not vary, and 0 if they do not differ
	P       float64 // probability of a difference of this size, in either direction, by chance
	Effect  float64 // Mean over the standard deviation: of the differences if paired (Cohen's d_z), else pooled (Cohen's d)
}

// HalfWidth returns half the width of the interval of the difference.
func (d Difference) HalfWidth(confidence float64) float64 {
	return half(d.Error, d.Freedom, confidence)
}

// ErrTooFew is the error of a comparison in which a side has fewer than two values.
var ErrTooFew = errors.New("a test needs at least two values on each side")

// Paired returns the t test of values in pairs, such as those of two runs with the same seed,
// whose common luck cancels out. The slices must be of the same length.
func Paired(a, b []float64) (Difference, error) {
	if len(a) != len(b) {
		return Difference{}, fmt.Errorf("%d values cannot be paired with %d", len(a), len(b))
	}
	if len(a) < 2 {
		return Difference{}, ErrTooFew
	}
	each := make([]float64, len(a))
	for i := range a {
		each[i] = b[i] - a[i]
	}
	s := Summarize(each)
	d := Difference{Paired: true, A: Summarize(a), B: Summarize(b), Mean: s.Mean, Error: s.Error(), Freedom: float64(s.N - 1)}
	return d.tested(s.SD), nil
}

// Welch returns the t test of two independent samples, whose variances can differ, with the
// degrees of freedom of Welch and Satterthwaite.
func Welch(a, b Sample) (Difference, error) {
	if a.N < 2 || b.N < 2 {
		return Difference{}, ErrTooFew
	}
	va, vb := float64(a.Error()*a.Error()), float64(b.Error()*b.Error())
	d := Difference{A: a, B: b, Mean: b.Mean - a.Mean, Error: math.Sqrt(va + vb)}
	na, nb := float64(a.N-1), float64(b.N-1)
	d.Freedom = na + nb // if neither varies, any number will do
	if d.Error > 0 {
		// As shares of their sum, so that small variances do not become 0 when squared.
		wa, wb := va/(va+vb), vb/(va+vb)
		d.Freedom = 1 / (float64(wa*wa)/na + float64(wb*wb)/nb)
	}
	pooled := math.Sqrt((float64(na*float64(a.SD*a.SD)) + float64(nb*float64(b.SD*b.SD))) / (na + nb))
	return d.tested(pooled), nil
}

// tested returns d with the figures that follow from the mean and its error.
func (d Difference) tested(sd float64) Difference {
	d.T, d.Effect = ratio(d.Mean, d.Error), ratio(d.Mean, sd)
	d.P = Chance(d.T, d.Freedom)
	return d
}

// ratio returns x / by, and 0 for 0 / 0.
func ratio(x, by float64) float64 {
	if x == 0 && by == 0 {
		return 0
	}
	return x / by
}
