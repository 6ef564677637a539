package stats

import "math"

// Sample summarizes independent values: their number, mean and
// standard deviation (by n-1; 0 for a single value).
type Sample struct {
	N    int
	Mean float64
	SD   float64
}

// Summarize returns the sample of some values. Without values, its mean is NaN.
func Summarize(values []float64) Sample {
	n := float64(len(values))
	if n == 0 {
		return Sample{Mean: math.NaN(), SD: math.NaN()}
	}
	// Twice: the second pass removes the rounding error of the first.
	mean := sum(values, 0) / n
	mean += sum(values, mean) / n
	squares, rest := 0.0, 0.0
	for _, x := range values {
		d := x - mean
		squares += float64(d * d)
		rest += d
	}
	s := Sample{N: len(values), Mean: mean}
	if s.N > 1 {
		s.SD = math.Sqrt(max(0, squares-float64(rest*rest)/n) / (n - 1))
	} else {
		s.SD = 0 * mean // 0 or NaN
	}
	return s
}

// sum returns the sum of the distances of values from a centre, in their order.
func sum(values []float64, centre float64) float64 {
	s := 0.0
	for _, x := range values {
		s += x - centre
	}
	return s
}

// Error returns the standard error of the mean.
func (s Sample) Error() float64 {
	if s.N < 2 {
		return math.Inf(1)
	}
	return s.SD / math.Sqrt(float64(s.N))
}

// HalfWidth returns half the width of the interval that contains the mean with the given
// confidence (such as 0.95), by Student's t: the interval is the sample's mean plus or minus the half-width.
// It is infinite for fewer than two values.
func (s Sample) HalfWidth(confidence float64) float64 {
	if s.N < 2 {
		return math.Inf(1)
	}
	return half(s.Error(), float64(s.N-1), confidence)
}

// half returns the half-width for a standard error. If the error is 0, the quantile does not matter.
func half(err, freedom, confidence float64) float64 {
	if err == 0 {
		return 0
	}
	return float64(err * Student(freedom, confidence))
}

// Moments returns the sample of n values from their mean and the sum of their
// squares, for whole numbers that are too many to keep. For other numbers, rounding can hide a
// small variance beside a great mean.
func Moments(n int64, mean, squares float64) Sample {
	if n < 1 {
		return Summarize(nil)
	}
	s := Sample{N: int(n), Mean: mean, SD: 0}
	if n > 1 {
		s.SD = math.Sqrt(max(0, squares-float64(float64(n)*float64(mean*mean))) / float64(n-1))
	}
	return s
}
