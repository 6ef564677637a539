//go:build !race

package page_test

const racing = false
