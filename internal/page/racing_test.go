//go:build race

package page_test

// racing: the longest tests work in the browser for minutes, where the race detector sees nothing.
const racing = true
