package stats

import "math"

// Sample is what is known of independent values: how many, their mean, and their
// standard deviation (by n-1; 0 for a single value).
type Sample struct {
	N    int
	Mean float64
	SD   float64
}

// Summarize gives the sample of some values. Of none, the mean is not a number.
func Summarize(values []float64) Sample {
	n := float64(len(values))
	if n == 0 {
		return Sample{Mean: math.NaN(), SD: math.NaN()}
	}
	// Twice: the second pass takes away what rounding left in the first.
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
		s.SD = 0 * mean // 0, or not a number
	}
	return s
}

// sum adds up how far values are from a centre, in order.
func sum(values []float64, centre float64) float64 {
	s := 0.0
	for _, x := range values {
		s += x - centre
	}
	return s
}

// Error is the standard error of the mean.
func (s Sample) Error() float64 {
	if s.N < 2 {
		return math.Inf(1)
	}
	return s.SD / math.Sqrt(float64(s.N))
}

// HalfWidth is half the width of the interval that holds the mean with the confidence
// given (0.95, say), by Student's t: the mean is so much, give or take the half-width.
// It is infinite for fewer than two values.
func (s Sample) HalfWidth(confidence float64) float64 {
	if s.N < 2 {
		return math.Inf(1)
	}
	return half(s.Error(), float64(s.N-1), confidence)
}

// Relative is the half-width as a share of the mean's size. Where all values are 0 it
// is 0; where only the mean is, it is infinite.
func (s Sample) Relative(confidence float64) float64 {
	h := s.HalfWidth(confidence)
	if h == 0 {
		return 0
	}
	return h / math.Abs(s.Mean)
}

// half is the half-width that a standard error comes to. No error needs no quantile.
func half(err, freedom, confidence float64) float64 {
	if err == 0 {
		return 0
	}
	return float64(err * Student(freedom, confidence))
}

// Moments gives the sample of so many values by their mean and the sum of their
// squares, for whole numbers too many to be kept: of others, rounding takes what is left
// of a small spread beside a great mean.
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
