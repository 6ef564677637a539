// Package theory computes the results of papers, with which runs are compared: exactly where there is a
// Markov chain to solve, and otherwise by the papers' formulas.
//
// Nothing in it reaches the result of a run, so that it may use any function of package math.
package theory
