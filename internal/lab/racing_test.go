//go:build race

package lab_test

// racing: the race detector makes runs ten times as slow, and finds nothing in a second seed that
// it did not in the first.
const racing = true
