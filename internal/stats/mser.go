package stats

import (
	"errors"
	"fmt"
	"math"
)

// MSERBatch is the number of values in each batch whose mean MSER-5 takes.
const MSERBatch = 5

// tail is the number of batches at the end that are always kept: the variance of a few batches
// can be small by luck, and that of a single one is 0.
const tail = 5

// ErrNotSteady is the error of a series that does not become steady, or does so only after its
// middle: it is too short for its warm-up, or never settles.
var ErrNotSteady = errors.New("the series does not settle in its first half: a longer run is needed")

// MSER5 returns the number of values at the beginning of a series that are warm-up, by the rule
// MSER-5: of the means of batches of five, leave out the number that minimizes the standard error of
// the others; that is, minimize over d
//
//	1/(b-d)^2 * sum over j = d+1..b of (Z_j - mean of Z_d+1..Z_b)^2.
//
// Sources: K. P. White, An effective truncation heuristic for bias reduction in
// simulation output, Simulation 69 (1997), the statistic; K. P. White, M. J. Cobb and
// S. C. Spratt, A comparison of five steady-state truncation heuristics for
// simulation, WSC 2000, batches of five, and that a d past the middle is refused:
// [ErrNotSteady]. The last five batches are not candidates (K. Hoad, S. Robinson and
// R. Davies, Automating warm-up length estimation, JORS 61, 2010). Of equal minima MSER5 takes
// the first. It needs at least fifty values, and ignores those after the last whole
// batch.
func MSER5(series []float64) (warmup int, err error) {
	b := len(series) / MSERBatch
	if b < 2*tail {
		return 0, fmt.Errorf("%d values are too few to find a warm-up: MSER-5 needs %d", len(series), 2*tail*MSERBatch)
	}
	means := make([]float64, b)
	for i := range means {
		means[i] = sum(series[i*MSERBatch:(i+1)*MSERBatch], 0) / MSERBatch
		if math.IsNaN(means[i]) || math.IsInf(means[i], 0) {
			return 0, fmt.Errorf("one of the values %d to %d is not a finite number", i*MSERBatch+1, (i+1)*MSERBatch)
		}
	}
	// From the end to the front; mean and squares by Welford's recurrence.
	best, least := 0, math.Inf(1)
	mean, squares := 0.0, 0.0
	for d := b - 1; d >= 0; d-- {
		n := float64(b - d)
		delta := means[d] - mean
		mean += delta / n
		squares += float64(delta * (means[d] - mean))
		if d > b-tail {
			continue
		}
		if z := squares / float64(n*n); z <= least {
			best, least = d, z
		}
	}
	if 2*best > b {
		return 0, ErrNotSteady
	}
	return best * MSERBatch, nil
}
