//go:build race

package published_test

// racing reports whether the race detector is on, with which a run takes twenty times as long.
const racing = true
