// Package plan reads the plans of experiments: the key sweep of a scenario, which varies keys of
// the document that it stands in.
//
// A plan is axes (axis.go, range.go), keys of the scenario with the values that they take;
// values that follow from them by expressions (derive.go, expression.go); how often each
// point is run; and what is kept of the runs (keep.go). Its points are numbered, and each has
// a key that seeds follow from (point.go).
//
// This package does not know what the document means: a point has its tree, with the values
// set, and package scenario reads that. [Sweep.Check] calls it at every point, and gathers
// what is wrong (check.go).
package plan
