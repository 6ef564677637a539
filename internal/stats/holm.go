package stats

import "slices"

// Holm adjusts the p of several tests so that they hold for all tests together: in at most one
// family of tests in twenty, chance alone makes any of them less than 0.05. A p of NaN
// stays NaN, and does not count as a test. Source: S. Holm, A simple sequentially
// rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979) 65-70.
func Holm(p []float64) []float64 {
	var order []int
	out := slices.Clone(p)
	for i, x := range p {
		if x == x {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	least := 0.0
	for k, i := range order {
		least = max(least, min(1, float64(p[i]*float64(len(order)-k))))
		out[i] = least
	}
	return out
}
