//go:build !race

package store

const racing = false
