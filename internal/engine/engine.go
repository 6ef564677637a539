// Package engine names the engine that a build has: the code whose change can change a result.
//
// [Hash] is generated: make engine, or go generate ./internal/engine, writes it anew after any change of that code.
// A test recomputes it. It is a constant, so that a build needs no sources when it runs: in a browser, out of the
// module cache, with -trimpath.
package engine

//go:generate go run generate.go

// Name returns the short name of the engine with a hash. A text that is not a hash is a version of csmacd: older
// campaigns name that in its place.
func Name(hash string) string {
	if len(hash) == len(Hash) {
		return "engine " + hash[:12]
	}
	return "version " + hash
}
