// Package plan reads the plans of experiments: the key sweep of a scenario, which varies other keys of
// the same document.
//
// A plan has axes (axis.go, range.go), which are keys of the scenario and the values that they take;
// values derived from these by expressions (derive.go, expression.go); a number of
// replications; and what is kept of the runs (keep.go). Its points are numbered, and each has
// a key from which the seeds of its runs follow (point.go).
//
// This package does not know the meaning of the document: a point has a tree in which the values
// are set, and package scenario reads it. [Sweep.Check] lets it read the tree of every point, and
// gathers the problems (check.go).
package plan
