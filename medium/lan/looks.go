//go:build !race

package lan

// mostLooks is how often a worker looks for work before it sleeps: for about 0.1 ms, since to be woken takes longer than
// most rounds (bench/README.md). Workers that share a processor do not look, since no other works meanwhile.
const mostLooks = 100_000
