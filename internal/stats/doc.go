// Package stats says how sure a figure is: means over replications with their
// intervals by Student's t, a rule for when there are enough of them, where a series
// has warmed up, what two sets of runs differ by, and how evenly something is shared.
//
// Values of one run hang together; those of runs with a seed each do not. So an
// interval here is always over replications, one value a run.
//
// Sums are made in the order given, rounded after each product, so that the same
// values in the same order come to the same bits on any platform. Where a value is not
// a number or infinite, so is what comes of it: nothing is left out without a word.
package stats
