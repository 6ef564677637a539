package tally

import "iter"

// Jain returns Jain's index of fairness over the shares of some stations: 1 if all are equal, 1/n if
// one of n has everything. It is 0 if all are 0.
func Jain(shares iter.Seq[uint64]) float64 {
	var sum, squares, count float64
	for share := range shares {
		x := float64(share)
		count++
		sum += x
		squares += float64(x * x)
	}
	if squares == 0 {
		return 0
	}
	return float64(sum*sum) / float64(count*squares)
}
