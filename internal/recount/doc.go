// Package recount counts the figures of a run a second time, from its events. It is for tests only.
//
// Two engines that are compared with each other share the code that counts, so that neither shows a mistake in it. The tests of this
// package draw a scenario, run it with the events of all kinds, and read the lines of these events as a user would. A counter of their
// own, which is written after docs/reference/events.md and docs/reference/results.md and uses nothing of the engine, makes figures of
// them. Figures of flows are made of the octets of frames as well, as a reader of a capture has them. Each figure of the result that
// events determine has to be the one that was counted:
//
//	go test ./internal/recount                          # some seconds
//	go test ./internal/recount -rapid.checks=5000       # a longer search
//
// A figure of the result that is neither counted nor in the list of those that are not (uncounted, in compare_test.go) fails the test
// too. So the list says what nobody counts here.
package recount
