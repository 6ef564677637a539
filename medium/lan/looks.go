//go:build !race

package lan

// mostLooks is how often a worker looks for work before it sleeps. It was chosen by measurement: see Domains in
// bench/README.md.
const mostLooks = 100_000
