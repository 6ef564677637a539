//go:build race

package lan

// mostLooks: with the race detector a look takes fifty times as long.
const mostLooks = 2000
