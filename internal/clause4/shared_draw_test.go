package clause4

import "pgregory.net/rapid"

// shared is rapid.Custom for generators that tests draw from at the same time. A generator of rapid 1.3.0 writes its name
// when it is first asked for it, and reads it in every draw without a lock: here it is asked before any test runs.
func shared[V any](draw func(*rapid.T) V) *rapid.Generator[V] {
	g := rapid.Custom(draw)
	_ = g.String()
	return g
}
