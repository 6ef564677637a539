// Package backoff compares the backoff draw with the equivalent call of the libraries that Go
// programs use for it:
//
//	go test -bench . ./...
//
// It is a module of its own, so that csmacd does not require any of those libraries.
// bench/README.md has the table.
package backoff
