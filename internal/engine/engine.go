// Package engine identifies the engine of a build: the code whose change can change a result.
//
// [Hash] is generated: make engine, or go generate ./internal/engine, writes it after any
// change of that code. A test computes it again. It is a constant, so that a program does not
// need its sources when it runs: in a browser, from the module cache, with -trimpath.
package engine

//go:generate go run generate.go

// Name returns the short name of the engine with a hash. A text that is not a hash is a version
// of csmacd, which older campaigns have in its place.
func Name(hash string) string {
	if len(hash) == len(Hash) {
		return "engine " + hash[:12]
	}
	return "version " + hash
}
