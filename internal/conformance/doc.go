// Command conformance writes docs/conformance.md: how the engine stands on the rules of
// IEEE 802.3 clause 4. It runs the checks that it writes of, and the page says only what
// they came to, with counts:
//
//	go run ./internal/conformance > docs/conformance.md
//
// It is run at the root of the module. Random networks are numbered and seeds fixed, so
// the page stays the same, on any machine, as long as the results do. Where a check
// fails the page says which, the tests' own words go to standard error, and the exit
// status is 1.
package main
