//go:build race

package published_test

// racing says that the race detector watches, which makes a run twenty times as long.
const racing = true
