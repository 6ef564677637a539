//go:build race

package store

// racing says that the race detector watches, which makes a run twenty times as long.
const racing = true
