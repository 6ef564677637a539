// Package backoff compares the backoff draw, and a call that is retried, with the equivalent calls of the
// libraries that Go programs use for them:
//
//	go test -bench . ./...
//
// It is a module of its own, so that csmacd does not require any of those libraries.
// bench/README.md has the table.
package backoff
