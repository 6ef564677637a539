package profile

import (
	"math"
	"sort"
)

// grid holds the beginnings of bins: 0, and then sixteen for each doubling.
var grid = makeGrid()

func makeGrid() []float64 {
	const step = 1.0442737824274138 // 2^(1/16)
	edges := []float64{0}
	for e := -12; e < 54; e++ {
		at := math.Ldexp(1, e)
		for range 16 {
			edges = append(edges, at)
			at = float64(at * step)
		}
	}
	return edges
}

// histogram counts retries over time.
type histogram struct{ counts []int64 }

func newHistogram() *histogram { return &histogram{make([]int64, len(grid))} }

func (h *histogram) add(at float64) {
	h.counts[sort.Search(len(grid)-1, func(i int) bool { return grid[i+1] > at })]++
}

// bins returns the rates from the first retry to the last. If all times are whole
// numbers, the width of a bin is the number of whole numbers in it.
func (h *histogram) bins(clients int, whole bool) (list []Bin) {
	last := 0
	for i, n := range h.counts {
		if n > 0 {
			last = i
		}
	}
	for i, n := range h.counts[:last+1] {
		from, to := grid[i], math.Inf(1)
		if i+1 < len(grid) {
			to = grid[i+1]
		}
		if whole {
			from, to = math.Ceil(from), math.Ceil(to)
		}
		if n == 0 && len(list) == 0 || !(to > from) || math.IsInf(to, 1) {
			continue
		}
		// Plus one, so that an empty bin has an error, too.
		per := float64(float64(clients) * (to - from))
		at := (from + to) / 2
		if whole {
			at -= 0.5
		}
		list = append(list, Bin{from, to, at, float64(n) / per, math.Sqrt(float64(n)+1) / per})
	}
	return list
}

// sure is the number of standard errors above which a difference counts.
const sure = 4.5

// peaks returns the highest rates between two intervals whose rates are lower by more than
// chance explains.
func peaks(list []Bin) (found []Peak) {
	if len(list) == 0 {
		return nil
	}
	rounding := 0.0 // at most
	for _, b := range list {
		rounding = max(rounding, float64(1e-9*b.Rate))
	}
	above := func(a, b Bin) bool {
		return a.Rate-b.Rate > float64(sure*math.Sqrt(float64(a.Error*a.Error)+float64(b.Error*b.Error)))+rounding
	}
	low, high, rising := list[0], list[0], false
	for _, b := range list {
		switch {
		case rising && b.Rate > high.Rate:
			high = b
		case rising && above(high, b):
			found = append(found, Peak{high.At, high.Rate, low.Rate})
			low, rising = b, false
		case !rising && b.Rate < low.Rate:
			low = b
		case !rising && above(b, low):
			high, rising = b, true
		}
	}
	if rising {
		found = append(found, Peak{high.At, high.Rate, low.Rate})
	}
	return found
}
