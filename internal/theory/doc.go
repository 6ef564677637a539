// Package theory computes what papers say, to hold runs against: exactly where there is a
// chain to solve, else by their formulas.
//
// What it gives reaches no result of a run, so it may use whatever mathematics there is.
package theory
