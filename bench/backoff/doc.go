// Package backoff measures the backoff draw beside the equivalent call of the
// libraries that Go programs use for it:
//
//	go test -bench . ./...
//
// It is a module of its own, so that none of those libraries is a requirement of
// csmacd. bench/README.md has the table.
package backoff
