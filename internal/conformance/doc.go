// Command conformance writes docs/conformance.md: how far the engine conforms to the rules of IEEE
// 802.3 clause 4. It runs the checks that the page describes, and the page states only their
// results, with counts:
//
//	go run ./internal/conformance > docs/conformance.md
//
// Run it at the root of the module. Random networks are numbered and seeds are fixed, so that the
// page stays the same, on any machine, as long as the results do. If a check fails, the page says
// which, the output of the tests goes to standard error, and the exit status is 1.
package main
