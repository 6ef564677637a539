//go:build !race

package published_test

const racing = false
