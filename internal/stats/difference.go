package stats

import (
	"errors"
	"fmt"
	"math"
)

// Difference is what the means of two sets of values differ by, b less a, and how
// likely chance alone is to bring that about.
type Difference struct {
	Paired  bool    // value by value; else of two independent samples
	A, B    Sample  //
	Mean    float64 // of b, less that of a
	Error   float64 // standard error of that
	Freedom float64 // degrees of freedom
	T       float64 // Mean / Error; infinite where nothing varies, and 0 where nothing differs
	P       float64 // of a difference this large, either way, by chance
	Effect  float64 // Mean over the standard deviation: of the differences if paired (Cohen's d_z), else pooled (Cohen's d)
}

// HalfWidth is that of the interval of the difference.
func (d Difference) HalfWidth(confidence float64) float64 {
	return half(d.Error, d.Freedom, confidence)
}

// ErrTooFew says that there are not two values to compare on each side.
var ErrTooFew = errors.New("a test needs two values on each side at least")

// Paired is the t test of values that come in pairs: two runs with the same seed, say,
// whose common luck cancels out. The slices are as long as each other.
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

// Welch is the t test of two independent samples, whose spreads may differ, with the
// degrees of freedom of Welch and Satterthwaite.
func Welch(a, b Sample) (Difference, error) {
	if a.N < 2 || b.N < 2 {
		return Difference{}, ErrTooFew
	}
	va, vb := float64(a.Error()*a.Error()), float64(b.Error()*b.Error())
	d := Difference{A: a, B: b, Mean: b.Mean - a.Mean, Error: math.Sqrt(va + vb)}
	na, nb := float64(a.N-1), float64(b.N-1)
	d.Freedom = na + nb // where neither varies; any will do
	if d.Error > 0 {
		// By shares, so that tiny variances do not vanish when squared.
		wa, wb := va/(va+vb), vb/(va+vb)
		d.Freedom = 1 / (float64(wa*wa)/na + float64(wb*wb)/nb)
	}
	pooled := math.Sqrt((float64(na*float64(a.SD*a.SD)) + float64(nb*float64(b.SD*b.SD))) / (na + nb))
	return d.tested(pooled), nil
}

// tested fills in what follows from the mean and its error.
func (d Difference) tested(sd float64) Difference {
	d.T, d.Effect = ratio(d.Mean, d.Error), ratio(d.Mean, sd)
	d.P = Chance(d.T, d.Freedom)
	return d
}

// ratio divides, and has nothing be 0 times anything.
func ratio(x, by float64) float64 {
	if x == 0 && by == 0 {
		return 0
	}
	return x / by
}
