// Package custom makes a backoff policy of an expression, in a package of its own so that
// mac/backoff needs no other.
//
//	p, err := custom.New("min(2000, 5 * 2**attempt) * (0.5 + u/2)")
//
// An expression sees attempt (the number of the failure, from 1), previous (the last delay),
// elapsed (since the work began), u (uniform, at least 0 and below 1) and normal (of mean 0 and
// deviation 1); each delay draws what its expression names, u before normal, once. It may use
// the operators and conditions of github.com/expr-lang/expr, and pow, exp, log, min, max, floor,
// ceil, round and abs; it has at most 4096 octets and 1000 operators and operands. Numbers are in
// units, as everywhere. All of it is the same on every platform: powers are mac/backoff's. Only a
// web browser has no expressions, since their compiler is larger than all else that is sent there.
package custom
