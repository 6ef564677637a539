// Package record reads and writes the records of runs: what each came from, its figures, the distributions of its delays,
// and what its plan keeps besides.
package record
