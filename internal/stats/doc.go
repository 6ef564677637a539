// Package stats computes how certain a figure is: means over replications and their
// intervals by Student's t, the number of replications for a precision, the end of a
// warm-up, differences between two sets of runs, and indices of fairness.
//
// Values of one run are correlated; values of runs with seeds of their own are not. An
// interval in this package is therefore always over replications, with one value for each run.
//
// Sums are computed in the given order, and every product is rounded, so that the same
// values in the same order have the same result on all platforms, bit by bit. If a value is NaN
// or infinite, so are the results: no value is silently left out.
package stats
