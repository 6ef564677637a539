// Package custom defines a backoff policy by an expression. It is a package of its own so that
// mac/backoff needs no other package.
//
//	p, err := custom.New("min(2000, 5 * 2**attempt) * (0.5 + u/2)")
//
// The variables of an expression are attempt (the number of the failure, from 1), previous (the
// last delay), elapsed (the time since the work began), u (uniform, at least 0 and below 1) and
// normal (mean 0, standard deviation 1). Each delay draws the variates that its expression uses, u
// before normal, once each. An expression may use the operators and conditions of
// github.com/expr-lang/expr, and the functions pow, exp, log, min, max, floor, ceil, round and abs.
// It has at most 4096 octets and 1000 operators and operands.
//
// Numbers are in units, as in package backoff. The results are the same on every platform: powers
// are computed by package backoff. A program for a web browser has no expressions, because their
// compiler is larger than the rest of the program.
package custom
