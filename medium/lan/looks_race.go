//go:build race

package lan

// mostLooks: with the race detector a look takes much longer.
const mostLooks = 2000
