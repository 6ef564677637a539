//go:build race

package bench

// racing reports whether the race detector is on, with which nothing costs what it costs without.
const racing = true
